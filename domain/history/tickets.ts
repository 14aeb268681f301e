import * as m from '#messages'
import type { Ticket, TicketType } from '../plan/tickets.ts'
import { withoutPlaceholder } from '../templates/placeholders.ts'
import { isBlank } from '../text.ts'
import { bookingWords, segmentWords } from './bookings.ts'
import { type ChangeContext, dateChange, quoteName, type SectionHistory, textChange } from './words.ts'

const titleOf = ({ title }: Pick<Ticket, 'title'>) => quoteName('ticket', title)
const hasTitle = ({ title }: Pick<Ticket, 'title'>) => !isBlank(withoutPlaceholder('ticket', title))

/** The arguments of a message about a text of a ticket. */
const ticketText = (said: ChangeContext<[{ title: string }], string>) => ({
  ticket: titleOf(said.within[0]),
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
  companions: ['currency', 'from_code', 'from_zone', 'to_code', 'to_zone'],
  words: {
    insert: ({ within: [ticket] }) =>
      hasTitle(ticket) ? m.history_ticket_added({ ticket: titleOf(ticket) }) : m.history_ticket_added_unnamed(),
    remove: ({ within: [ticket] }) =>
      hasTitle(ticket) ? m.history_ticket_removed({ ticket: titleOf(ticket) }) : m.history_ticket_removed_unnamed(),
    move: () => m.history_tickets_moved(),
    each: {
      title: ({ was, to }) => {
        const titles = { was: titleOf({ title: was }), to: titleOf({ title: to }) }
        if (hasTitle({ title: was })) return m.history_ticket_renamed(titles)
        const isNamed = hasTitle({ title: to })
        return isNamed ? m.history_ticket_named(titles) : m.history_ticket_changed({ ticket: titles.to })
      },
      type: ({ within: [ticket], was, to }) =>
        m.history_ticket_type_changed({ ticket: titleOf(ticket), was: typeName(was), to: typeName(to) }),
      details: (said) => {
        const was = isBlank(said.to) ? said.was : withoutPlaceholder('ticket_details', said.was)
        return m.history_ticket_details(ticketText({ ...said, was }))
      },
      date: (said) => m.history_ticket_date({ ticket: titleOf(said.within[0]), ...dateChange(said) }),
      time: (said) => m.history_ticket_time(ticketText(said)),
      location: (said) => m.history_ticket_location(ticketText(said)),
      place_id: ({ within: [ticket] }) => m.history_ticket_place_changed({ ticket: titleOf(ticket) }),
      confirmationNumber: (said) => m.history_ticket_confirmation_number(ticketText(said)),
      segments: segmentWords(titleOf),
      ...bookingWords(titleOf),
    },
  },
}
