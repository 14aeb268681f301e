import { expect, test } from 'vitest'
import type { LocalDate } from './local-date.ts'
import { formatTripRange, formatWeekday } from './trip-range.ts'

const today = '2026-06-01' as LocalDate
const range = (departure_date: string, return_date: string) =>
  formatTripRange({ departure_date: departure_date as LocalDate, return_date: return_date as LocalDate }, today)

test('the days of a trip have weekdays, and a year only if it is another one', () => {
  expect(range('2026-06-12', '2026-06-15')).toBe('Fri, Jun 12 – Mon, Jun 15')
  expect(range('2031-06-12', '2031-06-15')).toBe('Thu, Jun 12 – Sun, Jun 15, 2031')
  expect(range('2026-12-30', '2027-01-02')).toBe('Wed, Dec 30, 2026 – Sat, Jan 2, 2027')
})

test('a trip of one day, or with one of its dates, has one date; without dates it has none', () => {
  expect(range('2026-06-12', '2026-06-12')).toBe('Fri, Jun 12')
  expect(range('2026-06-12', '')).toBe('Fri, Jun 12')
  expect(range('', '2026-06-15')).toBe('Mon, Jun 15')
  expect(range('', '')).toBe('')
})

test('a return before the departure is not hidden: the earlier date comes first', () => {
  expect(range('2026-06-15', '2026-06-12')).toBe('Fri, Jun 12 – Mon, Jun 15')
})

test('a date of this year has no year', () => {
  expect(formatWeekday('2026-06-12' as LocalDate, today)).toBe('Fri, Jun 12')
  expect(formatWeekday('2027-06-12' as LocalDate, today)).toBe('Sat, Jun 12, 2027')
})
