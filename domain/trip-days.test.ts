import { afterEach, describe, expect, it } from 'vitest'
import { type LocalDate, localDateOf } from './local-date.ts'
import { newItineraryDay } from './plan/itinerary.ts'
import { newMealDay } from './plan/meals.ts'
import { findSpareDays, isUnwritten } from './plan/unwritten-days.ts'
import { planTemplates } from './templates/plan-templates.ts'
import {
  dateOfDay,
  dayCount,
  dayLabel,
  dayName,
  dayOnDate,
  findMissingDays,
  formatDay,
  isAfterReturn,
  nextMissingDays,
  type TripDates,
} from './trip-days.ts'

const dates = (departure_date: string, return_date: string) => ({ departure_date, return_date }) as TripDates
const july = dates('2026-07-03', '2026-07-07')

/** Dates that don't determine the days. */
const unclear = {
  'no date': dates('', ''),
  'no return': dates('2026-07-03', ''),
  'no departure': dates('', '2026-07-03'),
}
const backwards = dates('2026-07-03', '2026-07-02')

const days = (...numbers: number[]) => Object.fromEntries(numbers.map((number) => [number, {}]))

describe("a trip's days", () => {
  it('include departure and return', () => {
    expect(dayCount(july)).toBe(5)
    expect(dayCount(dates('2026-07-03', '2026-07-03'))).toBe(1)
    expect(dayCount(dates('2026-01-01', '2026-12-31'))).toBe(365)
    expect(dayCount(dates('2024-02-28', '2024-03-01'))).toBe(3)
  })

  it.each(Object.entries({ ...unclear, 'a return before the departure': backwards }))(
    'are unknown with %s',
    (_, unknown) => {
      expect(dayCount(unknown)).toBeNull()
      expect(dateOfDay(unknown, 1)).toBeNull()
      expect(dayOnDate(unknown, '2026-07-03' as LocalDate)).toBeNull()
      expect(dayLabel(unknown, 1)).toBe('Day 1')
      expect(findMissingDays(unknown, {})).toEqual([])
      expect(isAfterReturn(unknown, 9)).toBe(false)
    },
  )

  it('have dates from departure to return only', () => {
    expect([0, 1, 2, 5, 6].map((number) => dateOfDay(july, number))).toEqual([
      null,
      '2026-07-03',
      '2026-07-04',
      '2026-07-07',
      null,
    ])
    expect([1, 5, 6].map((number) => isAfterReturn(july, number))).toEqual([false, false, true])
  })

  it('can be found by date', () => {
    for (let number = 1; number <= 5; number++)
      expect(dayOnDate(july, dateOfDay(july, number) as LocalDate)).toBe(number)
    expect(dayOnDate(july, '2026-07-02' as LocalDate)).toBeNull()
    expect(dayOnDate(july, '2026-07-08' as LocalDate)).toBeNull()
  })

  it('are labelled with date and weekday', () => {
    expect(dayLabel(july, 1)).toBe('Day 1 · Fri, Jul 3')
    expect(dayLabel(july, 6)).toBe('Day 6')
  })

  it('have short names within a sentence', () => {
    expect([1, 2, 6].map((number) => dayName(july, number))).toEqual(['Fri', 'Sat', 'day 6'])
    const long = dates('2026-07-03', '2026-07-10')
    expect([1, 8].map((number) => dayName(long, number))).toEqual(['Jul 3', 'Jul 10'])
    expect(dayName(unclear['no date'], 2)).toBe('day 2')
  })

  it('can reach the end of the calendar', () => {
    const forEver = dates('2026-07-03', '9999-12-31')
    expect(dateOfDay(forEver, dayCount(forEver) as number)).toBe('9999-12-31')
    expect(findMissingDays(forEver, days(...Array.from({ length: 997 }, (_, index) => index + 1)))).toEqual([998, 999])
  })
})

// In these zones clocks change on some day of the trip, also at midnight. They are up to 14 hours from UTC.
describe.each([
  'UTC',
  'America/Toronto',
  'America/Santiago',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
])('on a device in %s', (zone) => {
  const before = process.env['TZ']
  afterEach(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  it('gives every day of two years its own date, which the clock finds from the first minute to the last', () => {
    process.env['TZ'] = zone
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    const years = dates('2027-01-01', '2028-12-31')
    const count = dayCount(years) as number
    expect(count).toBe(365 + 366)
    for (let number = 1; number <= count; number++) {
      const date = dateOfDay(years, number) as LocalDate
      const [year, month, day] = date.split('-').map(Number) as [number, number, number]
      for (const minute of [0, 12 * 60, 24 * 60 - 1]) {
        const clock = new Date(year, month - 1, day, 0, minute)
        // When clocks go forward at midnight, a day begins at one o'clock.
        expect(dayOnDate(years, localDateOf(clock)), `${date}, minute ${minute}`).toBe(number)
      }
      expect(formatDay(date)).toMatch(new RegExp(` ${day}$`))
    }
    expect(dayLabel(years, 1)).toBe('Day 1 · Fri, Jan 1')
  })
})

describe('the missing days of a plan', () => {
  it('are the days of the trip that it lacks', () => {
    expect(findMissingDays(july, days(1, 2, 3, 4))).toEqual([5])
    expect(findMissingDays(july, days(1, 2))).toEqual([3, 4, 5])
    expect(findMissingDays(july, {})).toEqual([1, 2, 3, 4, 5])
    expect(findMissingDays(july, days(1, 2, 3, 4, 5, 6))).toEqual([])
  })

  it('are offered one gap at a time', () => {
    expect(nextMissingDays(findMissingDays(july, days(1, 2, 4)))).toEqual([3])
    expect(nextMissingDays(findMissingDays(july, days(1, 2, 3, 4)))).toEqual([5])
    expect(nextMissingDays([])).toEqual([])
  })

  it('are offered a week at a time', () => {
    const year = dates('2026-01-01', '2026-12-31')
    expect(nextMissingDays(findMissingDays(year, days(1, 2, 3, 4)))).toEqual([5, 6, 7, 8, 9, 10, 11])
  })

  it('are found after gaps too, so that all of a long trip can be added at once', () => {
    expect(findMissingDays(july, days(1, 2, 4))).toEqual([3, 5])
    const missing = findMissingDays(dates('2026-01-01', '2027-01-03'), days(1, 2, 4))
    expect([missing.length, missing[0], missing[1], missing.at(-1)]).toEqual([365, 3, 5, 368])
  })
})

describe('spare days', () => {
  const sample = planTemplates.meals('car_trip')
  const weekend = dates('2026-07-03', '2026-07-04')

  it('are unwritten days after the return', () => {
    expect(findSpareDays('meals', 'car_trip', weekend, sample)).toEqual([3, 4])
    const written = { ...sample, 4: { ...sample[4], snacks: [] } }
    expect(findSpareDays('meals', 'car_trip', weekend, written)).toEqual([3])
    expect(findSpareDays('meals', 'car_trip', weekend, { ...sample, 3: written[4] })).toEqual([4])
    expect(findSpareDays('meals', 'car_trip', july, sample)).toEqual([])
    expect(findSpareDays('meals', 'car_trip', backwards, sample)).toEqual([])
  })

  it('are none if the plan has no other days', () => {
    expect(findSpareDays('meals', 'car_trip', weekend, { 3: sample[3], 4: sample[4] })).toEqual([])
  })
})

describe.each(['car_trip', 'air_travel'] as const)('a day of a %s', (type) => {
  it('is unwritten as added, and as in the sample', () => {
    expect(isUnwritten('meals', type, 9, newMealDay(type, 9))).toBe(true)
    expect(isUnwritten('itinerary', type, 9, newItineraryDay(type, 9))).toBe(true)
    for (const section of ['meals', 'itinerary'] as const)
      for (const [number, day] of Object.entries(planTemplates[section](type)))
        expect(isUnwritten(section, type, Number(number), day), `${section} ${number}`).toBe(true)
  })

  it('is written once somebody has changed a word', () => {
    const meals = newMealDay(type, 9)
    expect(isUnwritten('meals', type, 9, { ...meals, snacks: [] })).toBe(false)
    expect(isUnwritten('meals', type, 9, { ...meals, snacks: [{ id: crypto.randomUUID(), text: 'Apples' }] })).toBe(
      false,
    )
    const itinerary = newItineraryDay(type, 9)
    expect(isUnwritten('itinerary', type, 9, { ...itinerary, title: 'Canoes' })).toBe(false)
    expect(isUnwritten('itinerary', type, 8, itinerary)).toBe(false)
  })
})
