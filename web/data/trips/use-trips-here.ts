import { useEffect, useState } from 'react'
import type { TripCard } from '#domain/trip.ts'
import { persistedTrips } from '../root/plan.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'
import { dropFormerPictures } from '../storage/former-pictures.ts'
import { LIST, refetchTrip } from './trips.ts'

/**
 * Returns the ids of the trips that open offline; undefined until the disk answers. Reads the disk again for each list.
 * Refetches persisted trips that are no longer on the list, which removes them if they are gone. Removes the pictures
 * that the trips no longer have.
 */
export function useTripsHere(trips: readonly TripCard[] | undefined): ReadonlySet<string> | undefined {
  const [here, setHere] = useState<ReadonlySet<string>>()
  useEffect(() => {
    let isCurrent = trips !== undefined
    const readDisk = async (person: string, listed: readonly TripCard[]) => {
      const persisted = await persistedTrips.list(person)
      if (!isCurrent) return
      setHere(new Set(persisted))
      for (const tripId of persisted)
        if (!listed.some(({ id, deleted_at }) => id === tripId && deleted_at === null)) await refetchTrip(tripId)
    }
    const person = session.getCurrentUser()?.id
    if (trips && person) void readDisk(person, trips)
    if (trips) void dropOldPictures()
    return () => {
      isCurrent = false
    }
  }, [trips])
  return here
}

/** Waits for the server's list: the persisted one may be older than a picture. */
async function dropOldPictures(): Promise<void> {
  await queryCache.whenIdle(LIST)
  const { data, error } = queryCache.getResult<TripCard[]>(LIST)
  if (data && !error) await dropFormerPictures(data)
}
