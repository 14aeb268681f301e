import type { Trip } from '#domain/trip.ts'

/** What a dialog about a trip gets. */
export interface TripDialogProps {
  trip: Trip
  onClose: () => void
}
