import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceBetween, positionText } from '../places/position.ts'
import { details } from '../plan/details.ts'
import { newPlace, type PlaceKind } from '../plan/places.ts'
import { newCar } from '../plan/rides.ts'
import { listWeatherPlaces, MAX_WEATHER_PLACES } from './weather-places.ts'
import { roundPosition, weatherKey } from './weather-position.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const place = (number: number, lat: number, lon: number, kind: PlaceKind = 'camp', name = `Place ${number}`) =>
  newPlace(idOf(number), { name, kind, position: positionText({ lat, lon }) })
const destinationIs = (number: number) => ({ details: { ...details.empty, place_id: idOf(number) } })
const numbersOf = (...args: Parameters<typeof listWeatherPlaces>) =>
  listWeatherPlaces(...args).map((one) => Number(one.place.id.slice(-4)))

describe('the places with weather', () => {
  it('are the destination, then those where people are longest', () => {
    const places = [place(1, 45, -78, 'shop'), place(2, 46, -78, 'camp'), place(3, 47, -78, 'sight'), place(4, 48, -78)]
    expect(numbersOf(places, destinationIs(3))).toEqual([3, 2, 4, 1])
    expect(listWeatherPlaces(places, destinationIs(3)).map(({ isDestination }) => isDestination)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('have a position', () => {
    expect(numbersOf([newPlace(idOf(1), { kind: 'camp' }), place(2, 46, -78)], destinationIs(1))).toEqual([2])
  })

  it('are none to which only cars refer', () => {
    const home = { ...newCar(idOf(20), idOf(30)), place_id: idOf(1) }
    const places = [place(1, 43.6, -79.4, 'other'), place(2, 46, -78)]
    const rides = { cars: [home], riders: [] }
    expect(numbersOf(places, { ...destinationIs(2), rides })).toEqual([2])
    expect(numbersOf(places, { ...destinationIs(1), rides })).toEqual([1, 2])
  })

  it('are not two within 5 km', () => {
    const places = [place(1, 46, -81), place(2, 46.04, -81), place(3, 46.05, -81)]
    expect(numbersOf(places, destinationIs(2))).toEqual([2])
    expect(numbersOf(places, destinationIs(1))).toEqual([1, 3])
  })

  it('are at most six, all far from each other, whatever the plan has', () => {
    const position = fc.record({ lat: fc.double({ min: -90, max: 90 }), lon: fc.double({ min: -180, max: 180 }) })
    fc.assert(
      fc.property(
        fc.array(
          position.filter(({ lat, lon }) => !Number.isNaN(lat + lon)),
          { maxLength: 30 },
        ),
        (all) => {
          const chosen = listWeatherPlaces(
            all.map(({ lat, lon }, index) => place(index, lat, lon)),
            destinationIs(2),
          )
          expect(chosen.length).toBeLessThanOrEqual(MAX_WEATHER_PLACES)
          expect(chosen[0]?.place.id).toBe(all.length > 2 ? idOf(2) : all.length > 0 ? idOf(0) : undefined)
          for (const one of chosen)
            for (const other of chosen)
              if (one !== other) expect(distanceBetween(one.position, other.position)).toBeGreaterThanOrEqual(5000)
        },
      ),
    )
  })
})

describe('a position that is sent', () => {
  it('is rounded to 0.05 degrees', () => {
    expect(roundPosition({ lat: 45.8364, lon: -78.3791 })).toEqual({ lat: 45.85, lon: -78.4 })
    expect(weatherKey({ lat: 45.8364, lon: -78.3791 })).toBe('45.85,-78.40')
    expect(weatherKey({ lat: -0.01, lon: 0.02 })).toBe('0.00,0.00')
    expect(weatherKey({ lat: -90, lon: 179.99 })).toBe('-90.00,180.00')
  })

  it('is at most 0.025 degrees from the true one, and never says more', () => {
    const degrees = fc.double({ min: -90, max: 90, noNaN: true })
    fc.assert(
      fc.property(degrees, degrees, (lat, lon) => {
        const sent = roundPosition({ lat, lon })
        expect(Math.abs(sent.lat - lat)).toBeLessThanOrEqual(0.025_000_001)
        expect(Math.abs(sent.lon - lon)).toBeLessThanOrEqual(0.025_000_001)
        expect(`${sent.lat},${sent.lon}`).toMatch(/^-?\d+(\.\d{1,2})?,-?\d+(\.\d{1,2})?$/)
        expect(weatherKey(sent)).toBe(weatherKey({ lat, lon }))
      }),
    )
  })
})
