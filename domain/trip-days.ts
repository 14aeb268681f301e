import * as m from '#messages'
import { addDays, daysBetween, type LocalDate } from './local-date.ts'
import { MAX_DAYS } from './plan/day-number.ts'
import type { Details } from './plan/details.ts'

/*
 * The days of a trip: day 1 is the departure, the last day is the return. They are calendar dates without a time zone.
 * The plan stores days by number. Other dates change how a day is labelled, never which days the plan has.
 */

const asUtc = (date: LocalDate) => Date.parse(`${date}T00:00:00Z`)

export type TripDates = Pick<Details, 'departure_date' | 'return_date'>

/** How many days to offer beside all of them. */
const DAYS_AT_A_TIME = 7

/** The number of days of a trip, including departure and return; null if its dates don't say. */
export function dayCount({ departure_date, return_date }: TripDates): number | null {
  if (departure_date === '' || return_date === '') return null
  const nights = daysBetween(departure_date as LocalDate, return_date as LocalDate)
  return nights < 0 ? null : nights + 1
}

/** The date of a day; null if the trip has no day with this number. */
export function dateOfDay(dates: TripDates, number: number): LocalDate | null {
  const count = dayCount(dates)
  return count === null || number < 1 || number > count ? null : addDays(dates.departure_date as LocalDate, number - 1)
}

/** The number of the day on a date; null if it is outside the trip. */
export function dayOnDate(dates: TripDates, date: LocalDate): number | null {
  if (dayCount(dates) === null) return null
  const number = daysBetween(dates.departure_date as LocalDate, date) + 1
  return dateOfDay(dates, number) && number
}

// Created once, since a trip may have hundreds of dates to format. Created late, since it takes a phone about 80 ms.
let shortDay: Intl.DateTimeFormat | undefined

/** A date as shown next to 'Day 1': 'Fri, Jul 3'. */
export function formatDay(date: LocalDate): string {
  shortDay ??= new Intl.DateTimeFormat('en-CA', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  return shortDay.format(asUtc(date))
}

let dayWithYear: Intl.DateTimeFormat | undefined

/** The same with its year: 'Fri, Jul 3, 2026'. */
export function formatDayWithYear(date: LocalDate): string {
  dayWithYear ??= new Intl.DateTimeFormat('en-CA', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return dayWithYear.format(asUtc(date))
}

/** A day's label, with its date if it has one: 'Day 1 · Fri, Jul 3'. */
export function dayLabel(dates: TripDates, number: number): string {
  const date = dateOfDay(dates, number)
  return date ? m.days_number_with_note({ number, note: formatDay(date) }) : m.days_number({ number })
}

let weekday: Intl.DateTimeFormat | undefined
let monthAndDay: Intl.DateTimeFormat | undefined

/** A day within a sentence: 'Fri', 'Jul 3' in a trip of more than a week, 'day 2' without dates. */
export function dayName(dates: TripDates, number: number): string {
  const date = dateOfDay(dates, number)
  if (!date) return m.days_number_in_sentence({ number })
  if ((dayCount(dates) ?? 0) > 7) {
    monthAndDay ??= new Intl.DateTimeFormat('en-CA', { month: 'short', day: 'numeric', timeZone: 'UTC' })
    return monthAndDay.format(asUtc(date))
  }
  weekday ??= new Intl.DateTimeFormat('en-CA', { weekday: 'short', timeZone: 'UTC' })
  return weekday.format(asUtc(date))
}

/** The days of the trip that `days` lacks, as far as a plan can have them. */
export function findMissingDays(dates: TripDates, days: Record<string, unknown>): number[] {
  const last = Math.min(dayCount(dates) ?? 0, MAX_DAYS)
  return Array.from({ length: last }, (_, index) => index + 1).filter((number) => !days[number])
}

/** Of missing days, the first, and those that follow it without a gap. At most a week. */
export function nextMissingDays(missing: readonly number[]): number[] {
  const [first = 0] = missing
  return missing.filter((number, index) => number === first + index).slice(0, DAYS_AT_A_TIME)
}

export function isAfterReturn(dates: TripDates, number: number): boolean {
  const count = dayCount(dates)
  return count !== null && number > count
}
