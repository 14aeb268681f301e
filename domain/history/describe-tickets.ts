import type { Ticket } from '../plan/tickets.ts'
import { compareLists, describeText, quote } from './changes.ts'

const fields = {
  details: 'the details',
  date: 'the date',
  time: 'the time',
  location: 'the location',
  confirmationNumber: 'the confirmation number',
} satisfies Partial<Record<keyof Ticket, string>>

/** What changed in the tickets, in sentences without their subject: 'set the time of 'To Lisbon' to '10:30 AM''. */
export function describeTickets(before: Ticket[], after: Ticket[]): string[] {
  const { added, removed, changed, reordered } = compareLists(before, after)
  return [
    ...added.map(({ title }) => `added the ticket ${quote(title)}`),
    ...removed.map(({ title }) => `removed the ticket ${quote(title)}`),
    ...changed.flatMap((ticket) => describeTicket(ticket.before, ticket.after)),
    ...(reordered ? ['put the tickets in another order'] : []),
  ]
}

function describeTicket(before: Ticket, after: Ticket): string[] {
  return [
    ...(before.title === after.title ? [] : [`renamed the ticket ${quote(before.title)} to ${quote(after.title)}`]),
    ...(before.type === after.type ? [] : [`changed the type of ${quote(after.title)} from ${before.type} to ${after.type}`]),
    ...(Object.keys(fields) as (keyof typeof fields)[]).flatMap((field) =>
      describeText(`${fields[field]} of ${quote(after.title)}`, before[field], after[field]),
    ),
  ]
}
