import type { TripDay } from '#domain/day/day-entry.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'

/** How an address names a day: '2', or the date of one beside the trip. */
export const keyOfDay = ({ number, date }: TripDay): string =>
  number !== undefined && number >= 1 ? String(number) : (date ?? String(number))

/** The day that is open first: the one that the address names, else today, else the first of the trip. */
export function openDay(days: readonly TripDay[], named: string | null, today: LocalDate): TripDay | undefined {
  return (
    days.find((day) => keyOfDay(day) === named) ??
    days.find(({ date }) => date === today) ??
    days.find(({ number }) => number !== undefined && number >= 1) ??
    days[0]
  )
}

/** 'Day 2', or the date of one beside the trip. */
export const nameOfDay = ({ number, date }: TripDay, last: number): string =>
  number !== undefined && number >= 1 && number <= last ? m.days_number({ number }) : date ? formatDay(date) : ''

/** 'Day 2 · Fri, Jul 3'. */
export function labelOfDay(day: TripDay, last: number): string {
  const name = nameOfDay(day, last)
  const date = day.date ? formatDay(day.date) : ''
  return date && date !== name ? m.days_number_with_note({ number: day.number ?? 0, note: date }) : name
}
