import * as m from '#messages'
import { daysBetween, formatLocalDate, type LocalDate, type OptionalLocalDate } from './local-date.ts'

/** The dates of a trip, as far as they are known: 'Jun 25, 2027 – Jun 28, 2027'. A trip of one day has one date. */
export function formatTripDates(departure: OptionalLocalDate, back: OptionalLocalDate): string {
  return [...new Set([departure, back])]
    .filter(Boolean)
    .map((date) => formatLocalDate(date as LocalDate))
    .join(' – ')
}

/**
 * When a trip is, in words: 'in 12 days', 'tomorrow', 'under way', '3 weeks ago'. Undefined without a departure date.
 */
export function describeTripTiming(
  departure: OptionalLocalDate,
  back: OptionalLocalDate,
  today: LocalDate,
): string | undefined {
  if (departure === '') return undefined
  const until = daysBetween(today, departure as LocalDate)
  if (until > 0) return relative(until)
  if (until === 0) return m.trips_timing_today()
  const since = daysBetween(today, (back || departure) as LocalDate)
  return since >= 0 ? m.trips_timing_under_way() : relative(since)
}

/** Days up to two weeks, then weeks up to two months, then months. */
function relative(days: number): string {
  const words = new Intl.RelativeTimeFormat('en-CA', { numeric: 'auto' })
  if (Math.abs(days) < 15) return words.format(days, 'day')
  if (Math.abs(days) < 61) return words.format(Math.round(days / 7), 'week')
  return words.format(Math.round(days / 30.44), 'month')
}
