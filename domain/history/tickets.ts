import type { Ticket } from '../plan/tickets.ts'
import { describeText, quote, type Said, type SectionHistory } from './words.ts'

const field = (what: string) => (change: Said<[{ title: string }], string>) =>
  describeText(`the ${what} of ${quote(change.within[0].title)}`, change)

export const tickets: SectionHistory<Ticket[]> = {
  title: 'Tickets & Passes',
  words: {
    insert: ({ within: [ticket] }) => `added the ticket ${quote(ticket.title)}`,
    remove: ({ within: [ticket] }) => `removed the ticket ${quote(ticket.title)}`,
    move: () => 'put the tickets in another order',
    each: {
      title: ({ was, to }) => `renamed the ticket ${quote(was)} to ${quote(to)}`,
      type: ({ within: [ticket], was, to }) => `changed the type of ${quote(ticket.title)} from ${was} to ${to}`,
      details: field('details'),
      date: field('date'),
      time: field('time'),
      location: field('location'),
      confirmationNumber: field('confirmation number'),
    },
  },
}
