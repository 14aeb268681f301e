import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, formatLocalDate, localDate, localDateOf, optionalLocalDate } from './local-date.ts'

const day = (text: string) => localDate.parse(text)

describe('a local date', () => {
  it.each(['2026-06-28', '2024-02-29', '2000-02-29', '2026-12-31'])('accepts the calendar day %s', (text) => {
    expect(localDate.parse(text)).toBe(text)
    expect(optionalLocalDate.parse(text)).toBe(text)
  })

  it.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-06-00',
    '2026-6-1',
    '28.06.2026',
    '2026-06-28T00:00:00Z',
    ' 2026-06-28',
    'tomorrow',
    null,
  ])('rejects %j', (text) => {
    expect(localDate.safeParse(text).success).toBe(false)
    expect(optionalLocalDate.safeParse(text).success).toBe(false)
  })

  it('may be empty only if it is optional', () => {
    expect(optionalLocalDate.parse('')).toBe('')
    expect(localDate.safeParse('').success).toBe(false)
  })

  it('is the day that the clock shows, early and late in the day', () => {
    expect(localDateOf(new Date(2026, 5, 8, 0, 0, 0))).toBe('2026-06-08')
    expect(localDateOf(new Date(2026, 11, 31, 23, 59, 59))).toBe('2026-12-31')
  })

  it('counts the days to another date across a clock change and a leap day', () => {
    expect(daysBetween(day('2026-06-28'), day('2026-07-01'))).toBe(3)
    expect(daysBetween(day('2026-03-28'), day('2026-03-30'))).toBe(2)
    expect(daysBetween(day('2026-10-24'), day('2026-11-02'))).toBe(9)
    expect(daysBetween(day('2024-02-28'), day('2024-03-01'))).toBe(2)
    expect(daysBetween(day('2026-07-01'), day('2026-06-28'))).toBe(-3)
    expect(daysBetween(day('2026-07-01'), day('2026-07-01'))).toBe(0)
  })

  it('can be a number of days after another, within the range of dates', () => {
    expect(addDays(day('2024-02-28'), 2)).toBe('2024-03-01')
    expect(addDays(day('2026-01-01'), -1)).toBe('2025-12-31')
    expect(addDays(day('9999-12-15'), 30)).toBe('9999-12-31')
    expect(addDays(day('0001-01-05'), -30)).toBe('0001-01-01')
  })

  it('is formatted as the same day in every time zone', () => {
    expect(formatLocalDate(day('2026-06-28'))).toBe('Jun 28, 2026')
    expect(formatLocalDate(day('2026-06-28'), 'en-CA', { month: 'long', day: 'numeric', year: 'numeric' })).toBe(
      'June 28, 2026',
    )
    expect(formatLocalDate(day('2026-01-01'), 'en-CA', { weekday: 'long' })).toBe('Thursday')
  })
})
