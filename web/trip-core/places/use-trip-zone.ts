import { zoneOfTrip } from '#domain/places/zone-of-trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'

/** In which the times of the plan are; '' for the device's own. */
export function useTripZone(tripId: string): string {
  const details = useSection(tripId, 'details')?.value
  const places = useSection(tripId, 'places')?.value
  return details ? zoneOfTrip(details, places ?? []) : ''
}
