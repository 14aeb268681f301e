import { canEditPlan, canOpenTrip } from '#domain/access.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { ticketText } from '#domain/journeys/journey-text.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useClock } from '#web/data/react/use-clock.ts'
import { useDocuments } from '#web/data/trips/use-documents.ts'
import type { ShownSection } from '#web/data/trips/use-section.ts'
import type { EditFiles } from '#web/trip-core/bookings/booking-files.tsx'
import { type BookingNames, useBookingNames } from '#web/trip-core/bookings/booking-names.ts'
import { linkedTickets } from '#web/trip-core/derived/bookings.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'

/** What the cards of tickets need of the trip. */
export interface TicketParts {
  names: BookingNames
  documents: readonly TravelDocument[]
  now: Date
  /** A stored ticket with the people of the trip whose names are on it. */
  linkedOf: (ticket: Ticket) => Ticket
  /** Undefined for people who may not. */
  editFilesOf: (ticket: Ticket) => EditFiles
}

const noDocuments: readonly TravelDocument[] = []

export function useTicketParts(trip: Trip, { edit }: ShownSection<'tickets'>): TicketParts {
  const names = useBookingNames(trip)
  const documents = useDocuments(trip.id)?.list ?? noDocuments
  const linked = useDerived(trip, linkedTickets)
  // Renders again at midnight, and when somebody looks at it again.
  useClock()
  const mayEdit = canEditPlan(trip)
  return {
    names,
    documents,
    now: new Date(),
    linkedOf: (ticket) => linked.find(({ id }) => id === ticket.id) ?? ticket,
    editFilesOf: ({ id }) =>
      edit && mayEdit
        ? (change) =>
            edit(
              (tickets) => tickets.map((one) => (one.id === id ? { ...one, files: change(one.files) } : one)),
              'at-once',
            )
        : undefined,
  }
}

/** Undefined for readers, and for a ticket that says no more than its title. */
export function sharingOf(trip: Trip, ticket: Ticket, { nameInText }: BookingNames) {
  const isSent = canOpenTrip(trip) && ticket.segments.length > 0
  return isSent ? { label: m.passes_share(), textOf: () => ticketText(ticket, nameInText) } : undefined
}
