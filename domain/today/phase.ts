import * as m from '#messages'
import { daysBetween, type LocalDate } from '../local-date.ts'
import { dayCount, type TripDates } from '../trip-days.ts'

/** Where a trip is on a date. A trip has calendar dates, and each device compares them with its own date. */
export type Phase =
  /** It has no departure date, or departed without saying when it returns. */
  | { is: 'undated' }
  | { is: 'before'; days: number }
  /** `of`: its number of days; undefined if it does not say when it returns. */
  | { is: 'during'; day: number; of: number | undefined }
  | { is: 'after'; days: number; of: number }

/** A return before the departure counts as none. Nobody guesses how long such a trip is. */
export function phaseOf(dates: TripDates, today: LocalDate): Phase {
  const { departure_date } = dates
  if (departure_date === '') return { is: 'undated' }
  const sinceDeparture = daysBetween(departure_date, today)
  if (sinceDeparture < 0) return { is: 'before', days: -sinceDeparture }
  const of = dayCount(dates) ?? undefined
  if (of === undefined) return sinceDeparture === 0 ? { is: 'during', day: 1, of } : { is: 'undated' }
  return sinceDeparture < of
    ? { is: 'during', day: sinceDeparture + 1, of }
    : { is: 'after', days: sinceDeparture - of + 1, of }
}

/** The phase in words: 'In 12 days', 'Today: day 3 of 4', 'Ended yesterday'. Undefined for a trip without dates. */
export function describePhase(phase: Phase): string | undefined {
  if (phase.is === 'before') return m.details_moment_before({ days: phase.days })
  if (phase.is === 'during') return m.details_moment_during({ day: phase.day, days: phase.of ?? 1 })
  return phase.is === 'after' ? m.details_moment_after({ days: phase.days }) : undefined
}
