import * as m from '#messages'
import type { Ticket, TicketType } from '../plan/tickets.ts'
import { type ChangeContext, dateChange, quote, type SectionHistory, textChange } from './words.ts'

/** The arguments of a message about a text of a ticket. */
const ticketText = (said: ChangeContext<[{ title: string }], string>) => ({
  ticket: quote(said.within[0].title),
  ...textChange(said),
})

function typeName(type: TicketType): string {
  const names: Record<TicketType, string> = {
    flight: m.history_ticket_type_flight(),
    train: m.history_ticket_type_train(),
    bus: m.history_ticket_type_bus(),
    attraction: m.history_ticket_type_attraction(),
  }
  return names[type]
}

export const tickets: SectionHistory<Ticket[]> = {
  title: () => m.history_section_tickets(),
  words: {
    insert: ({ within: [ticket] }) => m.history_ticket_added({ ticket: quote(ticket.title) }),
    remove: ({ within: [ticket] }) => m.history_ticket_removed({ ticket: quote(ticket.title) }),
    move: () => m.history_tickets_moved(),
    each: {
      title: ({ was, to }) => m.history_ticket_renamed({ was: quote(was), to: quote(to) }),
      type: ({ within: [ticket], was, to }) =>
        m.history_ticket_type_changed({ ticket: quote(ticket.title), was: typeName(was), to: typeName(to) }),
      details: (said) => m.history_ticket_details(ticketText(said)),
      date: (said) => m.history_ticket_date({ ticket: quote(said.within[0].title), ...dateChange(said) }),
      time: (said) => m.history_ticket_time(ticketText(said)),
      location: (said) => m.history_ticket_location(ticketText(said)),
      confirmationNumber: (said) => m.history_ticket_confirmation_number(ticketText(said)),
    },
  },
}
