import { addDays, daysBetween, type LocalDate } from './local-date.ts'
import { MAX_DAYS } from './plan/day-number.ts'
import type { Details } from './plan/details.ts'

/*
 * The days of a trip: day 1 is the departure, the last one the return. They are dates without a zone, counted in the calendar.
 * A plan keeps its days by number, and knows nothing of this: other dates change what is said of a day, never which days there are.
 */

const asUtc = (date: LocalDate) => Date.parse(`${date}T00:00:00Z`)

/** From when to when a trip is, as its details have it. */
export type TripDates = Pick<Details, 'departure_date' | 'return_date'>

/** So many days are offered at a time. */
export const OFFERED_MOST = 7

/** How many days a trip has, with those of departure and return; null where its dates do not say. */
export function dayCount({ departure_date, return_date }: TripDates): number | null {
  if (departure_date === '' || return_date === '') return null
  const nights = daysBetween(departure_date as LocalDate, return_date as LocalDate)
  return nights < 0 ? null : nights + 1
}

/** The date of a trip's day; null for a number that is none of its days. */
export function dateOfDay(dates: TripDates, number: number): LocalDate | null {
  const count = dayCount(dates)
  return count === null || number < 1 || number > count ? null : addDays(dates.departure_date as LocalDate, number - 1)
}

/** The number of the trip's day that is on a date; null if none is. */
export function dayOnDate(dates: TripDates, date: LocalDate): number | null {
  if (dayCount(dates) === null) return null
  const number = daysBetween(dates.departure_date as LocalDate, date) + 1
  return dateOfDay(dates, number) && number
}

// Made once, since a year has 365 days to write; and only where a day has a date, since it takes a phone a twelfth of a second.
let shortDay: Intl.DateTimeFormat | undefined

/** A date as it stands beside 'Day 1': 'Fri, Jul 3'. */
export function formatDay(date: LocalDate): string {
  shortDay ??= new Intl.DateTimeFormat('en-CA', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  return shortDay.format(asUtc(date))
}

/** A day's name, with its date where it has one: 'Day 1 · Fri, Jul 3'. */
export function dayLabel(dates: TripDates, number: number): string {
  const date = dateOfDay(dates, number)
  return date ? `Day ${number} · ${formatDay(date)}` : `Day ${number}`
}

/** The next days that the trip has and these do not: the first of them and those that follow it without a gap, a week at most. */
export function findMissingDays(dates: TripDates, days: Record<string, unknown>): number[] {
  const last = Math.min(dayCount(dates) ?? 0, MAX_DAYS)
  let first = 1
  while (first <= last && days[first]) first++
  const missing: number[] = []
  for (let number = first; number <= last && !days[number] && missing.length < OFFERED_MOST; number++)
    missing.push(number)
  return missing
}

/** Whether a day is later than the trip's last one. */
export function isAfterReturn(dates: TripDates, number: number): boolean {
  const count = dayCount(dates)
  return count !== null && number > count
}

/** Days that follow each other, in a sentence: 'day 5', 'days 5 and 6', 'days 5 to 8'. */
export function nameDays(numbers: readonly number[]): string {
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (numbers.length <= 1) return `day ${first}`
  return `days ${first} ${numbers.length === 2 ? 'and' : 'to'} ${last}`
}
