import type { LocalDate } from './local-date.ts'
import { formatDay, formatDayWithYear, type TripDates } from './trip-days.ts'

/** The days of a trip as a heading: 'Fri, Jun 12 – Mon, Jun 15', with the year unless it is this one. */
export function formatTripRange({ departure_date, return_date }: TripDates, today: LocalDate): string {
  const [from, to] = [departure_date || return_date, return_date || departure_date].toSorted()
  if (!from || !to) return ''
  const end = yearOf(from) === yearOf(to) ? formatWeekday(to, today) : formatDayWithYear(to)
  return from === to ? end : `${yearOf(from) === yearOf(to) ? formatDay(from) : formatDayWithYear(from)} – ${end}`
}

/** 'Mon, Jun 15', with the year unless it is this one. */
export function formatWeekday(date: LocalDate, today: LocalDate): string {
  return yearOf(date) === yearOf(today) ? formatDay(date) : formatDayWithYear(date)
}

const yearOf = (date: LocalDate) => date.slice(0, 4)
