import { canEditPlan, canOpenTrip } from '#domain/access.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { ticketText } from '#domain/journeys/journey-text.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useDocuments } from '#web/data/trips/use-documents.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import type { EditFiles } from '#web/trip-core/bookings/booking-files.tsx'
import { type BookingNames, useBookingNames } from '#web/trip-core/bookings/booking-names.ts'

interface TicketParts {
  names: BookingNames
  documents: readonly TravelDocument[]
  editFiles: EditFiles
  /** Undefined for readers, and for a ticket that says no more than its title. */
  sharing: { label: string; textOf: () => string } | undefined
}

const noDocuments: readonly TravelDocument[] = []

/** What the card of a ticket needs of the trip, and what the current user may do with it. */
export function useTicketParts(trip: Trip, ticket: Ticket): TicketParts {
  const names = useBookingNames(trip)
  const documents = useDocuments(trip.id)?.list ?? noDocuments
  const edit = useSection(trip.id, 'tickets')?.edit
  const editFiles: EditFiles =
    edit && canEditPlan(trip)
      ? (change) =>
          edit(
            (tickets) => tickets.map((one) => (one.id === ticket.id ? { ...one, files: change(one.files) } : one)),
            'at-once',
          )
      : undefined
  const isSent = canOpenTrip(trip) && ticket.segments.length > 0
  const textOf = () => ticketText(ticket, names.nameInText)
  return {
    names,
    documents,
    editFiles,
    sharing: isSent ? { label: m.passes_share(), textOf } : undefined,
  }
}
