import { daysBetween, formatLocalDate, type LocalDate } from './local-date.ts'
import { dayCount, dayOnDate, formatDay, type TripDates } from './trip-days.ts'

/** Where a date is in a trip: days until the departure, the day of the trip, or days since its end. */
export type TripMoment =
  | { phase: 'before'; days: number }
  | { phase: 'during'; day: number; days: number }
  | { phase: 'after'; days: number }

/** Undefined without a departure. A trip without a return, or with one before it departs, is taken for one day. */
export function findTripMoment(dates: TripDates, today: LocalDate): TripMoment | undefined {
  const departure = dates.departure_date
  if (departure === '') return undefined
  const whole: TripDates = dayCount(dates) === null ? { departure_date: departure, return_date: departure } : dates
  const day = dayOnDate(whole, today)
  if (day) return { phase: 'during', day, days: dayCount(whole) as number }
  const since = daysBetween(whole.return_date as LocalDate, today)
  return since > 0 ? { phase: 'after', days: since } : { phase: 'before', days: daysBetween(today, departure) }
}

/** The days of a trip as a heading: 'Fri, Jun 12 – Mon, Jun 15', with the year unless it is this one. */
export function formatTripRange({ departure_date, return_date }: TripDates, today: LocalDate): string {
  const [from, to] = [departure_date || return_date, return_date || departure_date].toSorted()
  if (!from || !to) return ''
  const end = formatWeekday(to, today)
  return from === to ? end : `${yearOf(from) === yearOf(to) ? formatDay(from) : formatWeekday(from, today)} – ${end}`
}

/** 'Mon, Jun 15', with the year unless it is this one. */
export function formatWeekday(date: LocalDate, today: LocalDate): string {
  if (yearOf(date) === yearOf(today)) return formatDay(date)
  return formatLocalDate(date, 'en-CA', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
}

const yearOf = (date: LocalDate) => date.slice(0, 4)
