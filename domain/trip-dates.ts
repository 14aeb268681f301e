import { formatLocalDate, type LocalDate, type OptionalLocalDate } from './local-date.ts'

/** The dates of a trip, as far as they are known: 'Jun 25, 2027 – Jun 28, 2027'. A trip of one day has one date. */
export function formatTripDates(departure: OptionalLocalDate, back: OptionalLocalDate): string {
  return [...new Set([departure, back])]
    .filter(Boolean)
    .map((date) => formatLocalDate(date as LocalDate))
    .join(' – ')
}
