import type { LocalDate } from '../local-date.ts'
import type { Ticket } from '../plan/tickets.ts'
import { readTicketTime } from './ticket-time.ts'

/** The tickets as people need them: first those still to come by time, then those without a date, then past ones. */
export function sortTickets(tickets: readonly Ticket[], today: LocalDate): Ticket[] {
  const placeOf = ({ date }: Ticket) => (date === '' ? 1 : date < today ? 2 : 0)
  const minuteOf = (ticket: Ticket) => readTicketTime(ticket)?.start ?? Number.MAX_VALUE
  return tickets.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) || one.date.localeCompare(other.date) || minuteOf(one) - minuteOf(other),
  )
}
