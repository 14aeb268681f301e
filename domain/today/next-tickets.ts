import type { LocalDate } from '../local-date.ts'
import type { Ticket } from '../plan/tickets.ts'
import { readActivityTime } from './activity-time.ts'

export interface NextTicket {
  ticket: Ticket
  /** Minutes since midnight of its day; undefined if its time cannot be read for sure. */
  start: number | undefined
  isTomorrow: boolean
}

/**
 * The tickets of today that have not begun, and if there are none those of tomorrow, in their order. One whose time
 * cannot be read counts for its whole day, and comes after the others.
 */
export function findNextTickets(
  tickets: readonly Ticket[],
  { today, tomorrow, minute }: { today: LocalDate; tomorrow: LocalDate; minute: number },
): NextTicket[] {
  const of = (date: LocalDate) =>
    tickets
      .filter((ticket) => ticket.date === date)
      .map((ticket): NextTicket => {
        const start = readActivityTime({ time: ticket.time, duration: '' })?.start
        return { ticket, start, isTomorrow: date === tomorrow }
      })
      .toSorted((one, other) => (one.start ?? Number.MAX_VALUE) - (other.start ?? Number.MAX_VALUE))
  const left = of(today).filter(({ start }) => start === undefined || start >= minute)
  return left.length > 0 ? left : of(tomorrow)
}
