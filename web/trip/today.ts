import { daysBetween, type LocalDate, localDateOf } from '#domain/local-date.ts'
import type { Details } from '#domain/plan/details.ts'

/** The number of the trip's day that is today, while the trip is under way. */
export function findToday(details: Pick<Details, 'departure_date' | 'return_date'> | undefined): number | undefined {
  if (!details?.departure_date) return undefined
  const today = localDateOf(new Date())
  const day = daysBetween(details.departure_date as LocalDate, today) + 1
  const isOver = details.return_date !== '' && daysBetween(today, details.return_date as LocalDate) < 0
  return day < 1 || isOver ? undefined : day
}
