import { dateOf } from '../journeys/journey.ts'
import type { LocalDate } from '../local-date.ts'
import type { Ticket } from '../plan/tickets.ts'
import { parseTime } from '../typed-time.ts'
import { readTicketTime } from './ticket-time.ts'

/** The tickets as people need them: first those still to come by time, then those without a date, then past ones. */
export function sortTickets(tickets: readonly Ticket[], today: LocalDate): Ticket[] {
  const placeOf = (ticket: Ticket) => {
    const date = dateOf(ticket)
    return date === '' ? 1 : date < today ? 2 : 0
  }
  return tickets.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) || dateOf(one).localeCompare(dateOf(other)) || minuteOf(one) - minuteOf(other),
  )
}

/** When it begins: its first part, or as typed. */
function minuteOf(ticket: Ticket): number {
  const first = ticket.segments.find(({ departs_on }) => departs_on !== '')
  return (first ? parseTime(first.departs_at) : readTicketTime(ticket)?.start) ?? Number.MAX_VALUE
}
