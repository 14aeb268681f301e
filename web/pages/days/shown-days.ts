import type { TripDay } from '#domain/day/day-entry.ts'
import type { LocalDate } from '#domain/local-date.ts'

/** How an address names a day: '2', or the date of one beside the trip. */
export const keyOfDay = ({ number, date }: TripDay): string =>
  number !== undefined && number >= 1 ? String(number) : (date ?? String(number))

/** The day that is open first: the one that the address names, else today, else the first of the trip. */
export function openDay(days: readonly TripDay[], named: string | null, today: LocalDate): TripDay | undefined {
  return (
    days.find((day) => keyOfDay(day) === named) ??
    days.find(({ date }) => date === today) ??
    days.find(({ isBeside }) => !isBeside) ??
    days[0]
  )
}
