import type { DayEntry, EntryOf } from '../day/day-entry.ts'
import { entriesOf } from '../day/list-days.ts'
import { addDays, type LocalDate } from '../local-date.ts'

/**
 * The tickets of today that have not begun, and if there are none those of tomorrow, in their order; before the trip,
 * those of the next day that has any. Of a journey, each departure counts. One whose time cannot be read counts for its
 * whole day, and comes last.
 */
export function findNextTickets(
  entries: readonly DayEntry[],
  { today, minute, isBeforeTrip }: { today: LocalDate; minute: number; isBeforeTrip: boolean },
): EntryOf<'tickets'>[] {
  const tickets = entriesOf('tickets', entries).filter(({ thing }) => thing.part?.is !== 'arrival')
  const of = (date: LocalDate) =>
    tickets
      .filter((ticket) => ticket.date === date)
      .toSorted((one, other) => (one.start ?? Number.MAX_VALUE) - (other.start ?? Number.MAX_VALUE))
  const left = of(today).filter(({ start }) => start === undefined || start >= minute)
  if (left.length > 0) return left
  const [next] = tickets.flatMap(({ date }) => (date && date > today ? [date] : [])).toSorted()
  return next && (isBeforeTrip || next === addDays(today, 1)) ? of(next) : []
}
