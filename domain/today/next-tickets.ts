import { addDays, type LocalDate } from '../local-date.ts'
import type { Ticket } from '../plan/tickets.ts'
import { readActivityTime } from './activity-time.ts'

export interface NextTicket {
  ticket: Ticket
  /** Minutes since midnight of its day; undefined if its time cannot be read for sure. */
  start: number | undefined
}

/**
 * The tickets of today that have not begun, and if there are none those of tomorrow, in their order; before the trip,
 * those of the next day that has any. One whose time cannot be read counts for its whole day, and comes last.
 */
export function findNextTickets(
  tickets: readonly Ticket[],
  { today, minute, isBeforeTrip }: { today: LocalDate; minute: number; isBeforeTrip: boolean },
): NextTicket[] {
  const of = (date: LocalDate) =>
    tickets
      .filter((ticket) => ticket.date === date)
      .map((ticket): NextTicket => {
        const start = readActivityTime({ time: ticket.time, duration: '' })?.start
        return { ticket, start }
      })
      .toSorted((one, other) => (one.start ?? Number.MAX_VALUE) - (other.start ?? Number.MAX_VALUE))
  const left = of(today).filter(({ start }) => start === undefined || start >= minute)
  if (left.length > 0) return left
  const [next] = tickets.flatMap(({ date }) => (date > today ? [date as LocalDate] : [])).toSorted()
  return next && (isBeforeTrip || next === addDays(today, 1)) ? of(next) : []
}
