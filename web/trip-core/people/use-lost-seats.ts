import { useEffect, useMemo, useState } from 'react'
import { useUser } from '#web/data/session/use-session.ts'
import { listSeenSeats, persistSeenSeats, type SeatKind } from '#web/data/storage/seen-seats.ts'
import { compareSeats, type Queue } from './lost-seats.ts'

export type IsLost = (hostId: string, personId: string) => boolean

interface Seats {
  tripId: string
  kind: SeatKind
  queues: readonly Queue[]
  party: ReadonlySet<string>
}

/** Tells which seats the current user's party had, as seen on this device, and now waits for. */
export function useLostSeats({ tripId, kind, queues, party }: Seats): IsLost {
  const userId = useUser().id
  const [seen, setSeen] = useState(() => listSeenSeats(userId, tripId, kind))
  const { lost, remembered } = compareSeats(seen, queues, party)
  const isChanged = remembered.join() !== seen.join()
  useEffect(() => {
    if (!isChanged) return
    persistSeenSeats(userId, tripId, { kind, seats: remembered })
    setSeen(remembered)
  })
  const key = lost.join(' ')
  return useMemo(() => (hostId, personId) => key.split(' ').includes(`${hostId}/${personId}`), [key])
}
