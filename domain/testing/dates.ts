import { localDate } from '../local-date.ts'
import type { TripDates } from '../trip-days.ts'

/** The dates of a trip, from texts such as '2031-06-25'. */
export const datesOf = (departure: string, back: string): TripDates => ({
  departure_date: localDate.parse(departure),
  return_date: localDate.parse(back),
})
