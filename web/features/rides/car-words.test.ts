import { describe, expect, it } from 'vitest'
import { newCar } from '#domain/plan/rides.ts'
import type { DriverTrouble } from '#domain/seats/cars.ts'
import { type Stay, stayIn } from '#domain/stay.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { awayText, carWarnings } from './car-words.ts'

const nameOf = (id: string) => (id === 'me' ? 'You' : id)
const warningsOf = (drivers: string[], trouble?: DriverTrouble) =>
  carWarnings(
    { car: newCar('a', 'Ana'), trouble, isClosed: trouble !== undefined && trouble !== 'nobody', drivers },
    { me: 'me', nameOf },
  )

describe('what is said about riders who drive', () => {
  it('is that their seats are open', () => {
    expect(warningsOf([])).toEqual([])
    expect(warningsOf(['Ben'])).toEqual(['This seat is open, because Ben will drive another car.'])
    expect(warningsOf(['Ben', 'Cleo'])).toEqual(['These seats are open, because Ben and Cleo will drive other cars.'])
  })

  it('is said to the current user too', () => {
    expect(warningsOf(['me'])).toEqual(['This seat is open, because you will drive another car.'])
  })
})

describe('what is said about a car that its driver does not drive', () => {
  it('is why, but not that a seat is open: it has none', () => {
    expect(warningsOf(['Ben'], 'drives_another')).toEqual(['Ana drives another car.'])
    expect(warningsOf(['Ben'], 'not_coming')).toEqual(['Ana drives this car, but isn’t coming.'])
    expect(warningsOf(['Ben'], 'nobody')).toEqual([
      'No one drives this car yet.',
      'This seat is open, because Ben will drive another car.',
    ])
  })
})

describe('a car leaves on a day when somebody is not on the trip', () => {
  const dates = { departure_date: '2026-12-19', return_date: '2026-12-28' } as TripDates
  const stayOf = (from: string, until: string) => stayIn({ from, until, skips: [] }, dates)
  const textOf = (leaves_day: number, stay: Stay | undefined, leaves_time = '') =>
    awayText({ leaves_day, leaves_time }, stay, dates)

  it('because they come later', () => {
    const late = stayOf('2 lunch', '')
    expect([1, 2, 10].map((day) => textOf(day, late))).toEqual(['not on the trip until Dec 20', '', ''])
  })

  it('because they leave earlier', () => {
    const early = stayOf('', '4 lunch')
    expect([1, 4, 5].map((day) => textOf(day, early))).toEqual(['', '', 'on the trip only until Dec 22'])
  })

  it('but not if it leaves in the night between', () => {
    expect(textOf(1, stayOf('2 breakfast', ''))).toBe('')
    expect(textOf(5, stayOf('', '4 dinner'))).toBe('')
  })

  it('nor if its time is on the right side of noon', () => {
    const [late, early] = [stayOf('2 breakfast', ''), stayOf('', '1 dinner')]
    expect(['07:30', '11:59', '12:00', '22:00'].map((time) => textOf(1, late, time))).toEqual([
      'not on the trip until Dec 20',
      'not on the trip until Dec 20',
      '',
      '',
    ])
    expect(['02:00', '11:59', '12:00', '18:00'].map((time) => textOf(2, early, time))).toEqual([
      '',
      '',
      'on the trip only until Dec 19',
      'on the trip only until Dec 19',
    ])
  })

  it('which nobody can say without a day, or of somebody who is there all the time', () => {
    expect(textOf(0, stayOf('2 lunch', ''))).toBe('')
    expect([textOf(1, undefined), textOf(10, stayOf('', ''))]).toEqual(['', ''])
  })
})
