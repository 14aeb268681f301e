import * as z from 'zod/mini'
import * as m from '#messages'
import { id, itemList } from '../id.ts'
import { type OptionalLocalDate, optionalLocalDate } from '../local-date.ts'
import { freeText, longText } from '../text.ts'
import { type Booking, bookingFields, hasPrivateParts, newBooking, type Segment, segment } from './booking.ts'
import { placeRef } from './place-ref.ts'
import { defineSection } from './section.ts'

export const MAX_TICKET_TEXT = 2000

export const ticketTypes = ['flight', 'train', 'bus', 'attraction'] as const
export type TicketType = (typeof ticketTypes)[number]

const text = freeText(MAX_TICKET_TEXT)

export const ticket = z.strictObject({
  id,
  type: z.enum(ticketTypes),
  title: text,
  details: longText(MAX_TICKET_TEXT),
  date: optionalLocalDate,
  /** Free text: '10:30 AM', 'gates close at noon'. */
  time: text,
  location: text,
  confirmationNumber: text,
  place_id: z._default(placeRef, ''),
  /** Of its journey, in the order in which people travel them. */
  segments: z._default(itemList(segment), []),
  ...bookingFields,
})
export interface Ticket extends Booking {
  id: string
  type: TicketType
  title: string
  details: string
  date: OptionalLocalDate
  time: string
  location: string
  confirmationNumber: string
  place_id: string
  segments: Segment[]
}

export const tickets = defineSection<Ticket[]>({
  schema: itemList(ticket),
  empty: [],
  failures: () => ({ load: m.plan_tickets_load_failed(), save: m.plan_tickets_save_failed() }),
  readers: (value) => (value.some(hasMore) ? value.map(ofReaders) : value),
  copied: undefined,
})

const hasMore = (one: Ticket) => hasPrivateParts(one) || one.segments.some(({ seats }) => seats.length > 0)

/** Nothing that says who travels, what it cost, or that opens a gate. */
const ofReaders = (one: Ticket): Ticket => ({
  ...one,
  ...newBooking(),
  segments: one.segments.map((part) => ({ ...part, seats: [] })),
})

/** What readers get of the tickets while the trip hides its confirmation numbers from them (decision 87). */
export function withoutConfirmationNumbers(value: readonly Ticket[]): Ticket[] {
  return value.map((entry) => ({ ...entry, confirmationNumber: '' }))
}

export function countConfirmationNumbers(value: readonly Ticket[]): number {
  return value.filter(({ confirmationNumber }) => confirmationNumber.trim() !== '').length
}

/** What the texts of a new ticket are, until somebody overwrites them: see placeholders.ts. */
export const ticketPlaceholders = { title: 'New Ticket', details: 'Add details' } as const

export function newTicket(ticketId: string): Ticket {
  return {
    id: ticketId,
    type: 'flight',
    ...ticketPlaceholders,
    date: '',
    time: '',
    location: '',
    confirmationNumber: '',
    place_id: '',
    segments: [],
    ...newBooking(),
  }
}
