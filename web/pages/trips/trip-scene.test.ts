import { describe, expect, it } from 'vitest'
import type { LocalDate } from '#domain/local-date.ts'
import { numbersOf, sceneOf } from './trip-scene.ts'

const trip = {
  id: '0197f1d2-7a10-7c3e-9b1a-000000000001',
  name: 'Our trip',
  type: 'car_trip',
  destination_name: '',
  departure_date: '',
} as const

describe('the scene of a trip', () => {
  it.each([
    ['Cabot Trail, Cape Breton Island', 'coast'],
    ['Lake Superior', 'lake'],
    ['Mont-Tremblant', 'peaks'],
    ['Algonquin Provincial Park', 'forest'],
    ['Grand Canyon', 'desert'],
    ['Kyoto and Osaka', 'city'],
    ['Montréal', 'city'],
  ])('shows the land of %s: %s', (destination_name, land) => {
    expect(sceneOf({ ...trip, destination_name }).land).toBe(land)
  })

  it('reads the name where the destination says nothing, and the destination first', () => {
    expect(sceneOf({ ...trip, name: 'Ski week' }).land).toBe('peaks')
    expect(sceneOf({ ...trip, name: 'Ski week', destination_name: 'Paris' }).land).toBe('city')
    // Not every word that contains one: 'Montreal' has no mountain, 'Baylor' no bay.
    expect(sceneOf({ ...trip, destination_name: 'Baylor' }).land).toBe(sceneOf(trip).land)
  })

  it.each([
    ['2027-12-01', 'winter'],
    ['2027-02-28', 'winter'],
    ['2027-03-01', 'spring'],
    ['2027-08-31', 'summer'],
    ['2027-11-30', 'autumn'],
    ['', 'summer'],
  ] as const)('has the season of %s: %s', (departure_date, season) => {
    expect(sceneOf({ ...trip, departure_date: departure_date as LocalDate | '' }).season).toBe(season)
  })

  it('is always the same for one trip, and differs for others to the same place', () => {
    const ids = Array.from({ length: 40 }, (_, n) => `0197f1d2-7a10-7c3e-9b1a-0000000000${n + 10}`)
    const looks = ids.map((id) => {
      const { land, hour, seed } = sceneOf({ ...trip, id })
      return `${land} ${hour} ${seed}`
    })
    expect(ids.map((id) => sceneOf({ ...trip, id }).seed)).toEqual(ids.map((id) => sceneOf({ ...trip, id }).seed))
    expect(new Set(looks).size).toBe(40)
    expect(new Set(looks.map((look) => look.replace(/ \d+$/, ''))).size).toBeGreaterThan(10)
  })

  it('repeats its numbers, which stay within their bounds', () => {
    const [one, other] = [numbersOf(7), numbersOf(7)]
    const drawn = Array.from({ length: 200 }, () => one(3, 5))
    expect(Array.from({ length: 200 }, () => other(3, 5))).toEqual(drawn)
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(3)
    expect(Math.max(...drawn)).toBeLessThan(5)
    expect(new Set(drawn).size).toBeGreaterThan(190)
  })
})
