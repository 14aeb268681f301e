import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { canOpenTrip } from '#domain/access.ts'
import type { Places } from '#domain/plan/places.ts'
import type { Trip } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'

interface TripPlacesValue {
  places: Places
  /** The address of the page of places; undefined for readers by share link, who have none. */
  address: string | undefined
}

const nowhere: TripPlacesValue = { places: [], address: undefined }

const TripPlacesContext = createContext<TripPlacesValue>(nowhere)

/** Lets what is within it name places of the trip, however deep it is. */
export function TripPlaces({ trip, children }: { trip: Trip; children: ReactNode }) {
  const places = useSection(trip.id, 'places')?.value
  const address = canOpenTrip(trip) ? `/trip/${trip.id}/map` : undefined
  const value = useMemo(() => (places ? { places, address } : nowhere), [places, address])
  return <TripPlacesContext value={value}>{children}</TripPlacesContext>
}

export const useTripPlaces = (): TripPlacesValue => useContext(TripPlacesContext)
