import { addDays, type LocalDate } from '../local-date.ts'
import { isDaysBefore, type TodoDue } from '../plan/todos.ts'
import type { TripDates } from '../trip-days.ts'

/** How many days before departure something is due; undefined if it is not counted so. */
export function daysBefore(due: TodoDue): number | undefined {
  return isDaysBefore(due) ? Number.parseInt(due, 10) : undefined
}

/** Due so many days before departure: 14 gives '14 before'. */
export const dueBefore = (days: number): TodoDue => `${days} before`

/** The date by which something is due; undefined for any time, and before a departure that nobody knows. */
export function dueDate(due: TodoDue, { departure_date }: Pick<TripDates, 'departure_date'>): LocalDate | undefined {
  if (due === '') return undefined
  const days = daysBefore(due)
  if (days === undefined) return due as LocalDate
  return departure_date === '' ? undefined : addDays(departure_date as LocalDate, -days)
}
