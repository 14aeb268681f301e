import { newTicket, type Ticket } from '../plan/tickets.ts'

/** A flight with this title. `more` is what differs from a ticket without details. */
export function buildTicket(title: string, more: Partial<Ticket> = {}): Ticket {
  return { ...newTicket(crypto.randomUUID()), details: '', title, ...more }
}
