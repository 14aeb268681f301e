import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysBetween, type LocalDate } from '../local-date.ts'
import { nearestDayOfYear } from './day-of-year.ts'

it.each([
  [365, '2026-01-02', '2025-12-31'],
  [1, '2025-12-31', '2026-01-01'],
  [366, '2025-01-02', '2024-12-31'],
  [60, '2024-02-01', '2024-02-29'],
  [60, '2025-02-01', '2025-03-01'],
  [366, '2026-12-31', '2024-12-31'],
  [366, '2027-01-01', '2028-12-31'],
  [366, '1900-06-01', '1896-12-31'],
  [182, '2026-07-01', '2026-07-01'],
  // Between two that are as near, the later one.
  [1, '2024-07-02', '2025-01-01'],
  [1, '9999-12-31', '9999-01-01'],
  [365, '0001-01-01', '0001-12-31'],
])('day %i near %s is %s', (day, near, date) => expect(nearestDayOfYear(day, near as LocalDate)).toBe(date))

it.each([0, -1, 367, 1000])('there is no day %i', (day) =>
  expect(nearestDayOfYear(day, '2026-01-01' as LocalDate)).toBeUndefined(),
)

it('finds each day within half a year again', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: -182, max: 182 }), (start, days) => {
      const near = addDays('1200-01-01' as LocalDate, start)
      const date = addDays(near, days)
      const day = daysBetween(`${date.slice(0, 4)}-01-01` as LocalDate, date) + 1
      expect(nearestDayOfYear(day, near)).toBe(date)
    }),
  ))
