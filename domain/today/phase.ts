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

/**
 * The phase in words: 'In 12 days', 'Today: day 3 of 4', 'Ended yesterday'. Undefined for a trip without dates.
 * The same on every screen, so that nobody reads 'in 48 days' here and 'in 7 weeks' there.
 */
export function describePhase(phase: Phase): string | undefined {
  if (phase.is === 'before') return m.details_moment_before(distance(phase.days))
  if (phase.is === 'during') return m.details_moment_during({ day: phase.day, days: phase.of ?? 1 })
  return phase.is === 'after' ? m.details_moment_after(distance(phase.days)) : undefined
}

/** Exact for two months: people count the days until a trip. What is farther away is rounded. */
const MAX_DAYS = 60
const MAX_MONTHS = 23
const DAYS_PER_MONTH = 365.25 / 12

function distance(days: number): { unit: 'day' | 'month' | 'year'; count: number } {
  if (days <= MAX_DAYS) return { unit: 'day', count: days }
  const months = Math.round(days / DAYS_PER_MONTH)
  return months <= MAX_MONTHS ? { unit: 'month', count: months } : { unit: 'year', count: Math.round(months / 12) }
}
