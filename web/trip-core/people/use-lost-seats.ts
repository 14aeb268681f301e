import { useEffect, useMemo, useState } from 'react'
import { useUser } from '#web/data/session/use-session.ts'
import { listSeenPlaces, type PlaceKind, persistSeenPlaces } from '#web/data/storage/seen-places.ts'
import { compareSeats, type Queue } from './lost-seats.ts'

export type IsLost = (hostId: string, personId: string) => boolean

interface Places {
  tripId: string
  kind: PlaceKind
  queues: readonly Queue[]
  party: ReadonlySet<string>
}

/** Tells which seats the current user's party had, as seen on this device, and now waits for. */
export function useLostSeats({ tripId, kind, queues, party }: Places): IsLost {
  const userId = useUser().id
  const [seen, setSeen] = useState(() => listSeenPlaces(userId, tripId, kind))
  const { lost, remembered } = compareSeats(seen, queues, party)
  const isChanged = remembered.join() !== seen.join()
  useEffect(() => {
    if (!isChanged) return
    persistSeenPlaces(userId, tripId, { kind, places: remembered })
    setSeen(remembered)
  })
  const key = lost.join(' ')
  return useMemo(() => (hostId, personId) => key.split(' ').includes(`${hostId}/${personId}`), [key])
}
