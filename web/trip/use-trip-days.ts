import { localDateOf } from '#domain/local-date.ts'
import { dateOfDay, dayOnDate, formatDay, isAfterReturn, type TripDates } from '#domain/trip-days.ts'
import { useSection } from '#web/data/trips/use-section.ts'

export interface TripDays {
  dates: TripDates
  /** The number of the trip's day that is today by the device's clock, while the trip is under way. */
  today: number | undefined
  /** What is said beside a day's number: its date, or that it comes too late; undefined where the trip's dates say nothing of it. */
  noteOf: (number: number) => string | undefined
}

const NO_DATES: TripDates = { departure_date: '', return_date: '' }

/**
 * What a trip's dates say of the days of its plan.
 * @param canEdit whether the person can do something about days after the return: nobody else is told of them
 */
export function useTripDays(tripId: string, canEdit: boolean): TripDays {
  const dates = useSection(tripId, 'details')?.value ?? NO_DATES
  const today = dayOnDate(dates, localDateOf(new Date())) ?? undefined
  return { dates, today, noteOf }

  function noteOf(number: number): string | undefined {
    const date = dateOfDay(dates, number)
    if (date) return number === today ? `${formatDay(date)} · Today` : formatDay(date)
    return canEdit && isAfterReturn(dates, number) ? 'after your return' : undefined
  }
}
