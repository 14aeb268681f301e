import { expect, it } from 'vitest'
import type { LocalDate } from './local-date.ts'
import { formatTripDates } from './trip-dates.ts'

it('a trip has the dates that are known, and one of one day has one', () => {
  const [first, last] = ['2027-06-25', '2027-06-28'] as [LocalDate, LocalDate]
  expect(formatTripDates(first, last)).toBe('Jun 25, 2027 – Jun 28, 2027')
  expect(formatTripDates(first, first)).toBe('Jun 25, 2027')
  expect(formatTripDates(first, '')).toBe('Jun 25, 2027')
  expect(formatTripDates('', last)).toBe('Jun 28, 2027')
  expect(formatTripDates('', '')).toBe('')
})
