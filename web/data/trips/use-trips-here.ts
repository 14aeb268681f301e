import { useEffect, useState } from 'react'
import type { TripCard } from '#domain/trip.ts'
import { session } from '../session/current-session.ts'
import { keptTrips } from './trip-data.ts'

/** Which trips open on this device without a network; undefined until that is known. Looked up anew with each list. */
export function useTripsHere(trips: readonly TripCard[] | undefined): ReadonlySet<string> | undefined {
  const [here, setHere] = useState<ReadonlySet<string>>()
  useEffect(() => {
    let isShown = trips !== undefined
    const person = session.getCurrentUser()?.id
    if (isShown && person) void keptTrips.list(person).then((kept) => isShown && setHere(new Set(kept)))
    return () => {
      isShown = false
    }
  }, [trips])
  return here
}
