import { useEffect, useState } from 'react'
import type { TripCard } from '#domain/trip.ts'
import { session } from '../session/current-session.ts'
import { persistedTrips } from './trip-data.ts'
import { refetchTrip } from './trips.ts'

/**
 * Which trips open on this device without a network; undefined until that is known. Looked up anew with each list, and asked for where
 * the list has them no more.
 */
export function useTripsHere(trips: readonly TripCard[] | undefined): ReadonlySet<string> | undefined {
  const [here, setHere] = useState<ReadonlySet<string>>()
  useEffect(() => {
    let isShown = trips !== undefined
    const look = async (person: string, listed: readonly TripCard[]) => {
      const kept = await persistedTrips.list(person)
      if (!isShown) return
      setHere(new Set(kept))
      for (const tripId of kept)
        if (!listed.some(({ id, deleted_at }) => id === tripId && deleted_at === null)) await refetchTrip(tripId)
    }
    const person = session.getCurrentUser()?.id
    if (trips && person) void look(person, trips)
    return () => {
      isShown = false
    }
  }, [trips])
  return here
}
