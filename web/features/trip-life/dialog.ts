import type { Trip } from '#domain/trip.ts'

export interface TripDialogProps {
  trip: Trip
  onClose: () => void
}
