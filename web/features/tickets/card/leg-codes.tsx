import type { Ticket } from '#domain/plan/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import { useBookingNames } from '#web/trip-core/bookings/booking-names.ts'
import { CodeScreen } from '#web/trip-core/codes/code-screen.tsx'
import { ticketCodes } from './ticket-codes.ts'

/** What draws the codes: to load with this. */
export { laterDrawing } from '#web/trip-core/codes/code-picture.tsx'

interface LegCodesProps {
  trip: Trip
  ticket: Ticket
  /** The id of the leg whose code comes first. */
  leg: string
  onClose: () => void
}

/** The codes of a ticket on the whole screen, the current user's own for a leg first. */
export function LegCodes({ trip, ticket, leg, onClose }: LegCodesProps) {
  const { codes, first } = ticketCodes(ticket, useBookingNames(trip), leg)
  return <CodeScreen codes={codes} first={first} onClose={onClose} />
}
