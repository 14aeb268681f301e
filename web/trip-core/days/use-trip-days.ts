import { dateOfDay, dayOnDate, formatDay, isAfterReturn, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { useTripClock } from './use-trip-clock.ts'

export interface TripDays {
  dates: TripDates
  /** Today's day number where the trip is, while the trip is under way. */
  today: number | undefined
  /** The note next to a day's number: its date, or that it is after the return; undefined without dates. */
  noteOf: (number: number) => string | undefined
}

const NO_DATES: TripDates = { departure_date: '', return_date: '' }

/**
 * What the trip's dates say about the days of its plan.
 * @param canEdit whether the person can remove days after the return; only then a note mentions these
 */
export function useTripDays(tripId: string, canEdit: boolean): TripDays {
  const dates = useSection(tripId, 'details')?.value ?? NO_DATES
  const today = dayOnDate(dates, useTripClock(tripId).date) ?? undefined
  return { dates, today, noteOf }

  function noteOf(number: number): string | undefined {
    const date = dateOfDay(dates, number)
    if (date) return number === today ? m.days_date_today({ date: formatDay(date) }) : formatDay(date)
    return canEdit && isAfterReturn(dates, number) ? m.days_after_return() : undefined
  }
}
