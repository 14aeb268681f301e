import type { Query } from '../http/query-cache.ts'
import { useQuery } from '../react/use-query.ts'
import { logs, plan } from '../root/plan.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'
import { dismissSetAside } from '../sync/set-aside.ts'
import { loadSetAside, SET_ASIDE } from './set-aside.ts'
import { findListedTrip, LIST, refetchTrip } from './trips.ts'

const lostTrips: Query<number> = {
  key: ['lost trips'],
  queryFn: lookForLostTrips,
  staleTimeMs: 0,
  shouldRefetch: () => true,
}

/**
 * Looks whether trips that the person has lost are back: with growing pauses, and at once when the page becomes visible
 * or the network returns.
 * @returns when it last looked, in milliseconds since 1970 (0 if it has not yet), and `look` to do it now
 */
export function useLostTrips(): { lookedAt: number; look: () => Promise<void> } {
  const { data = 0 } = useQuery(lostTrips)
  return { lookedAt: data, look: () => queryCache.fetchFresh(lostTrips).then(ignore, ignore) }
}

/** Returns false if it is too late: the trip is back, or another tab has discarded the operations. */
export async function discardSetAside(tripId: string): Promise<boolean> {
  const person = session.getCurrentUser()?.id
  const hasDiscarded = person !== undefined && (await dismissSetAside(logs, person, tripId))
  queryCache.invalidate(SET_ASIDE)
  return hasDiscarded
}

/**
 * Fetches the list, and opens the trips in it with operations that were set aside, so that these are sent.
 * @returns when it looked
 * @throws AppError
 */
async function lookForLostTrips(): Promise<number> {
  await queryCache.refetch(LIST)
  for (const { tripId } of await loadSetAside()) {
    if (!findListedTrip(tripId)) continue
    await refetchTrip(tripId)
    await plan.findPlan(tripId)?.whenAnswered()
    // Its card must go as soon as its changes are sent.
    queryCache.invalidate(SET_ASIDE)
  }
  // Another window may have sent or discarded what this one still shows.
  queryCache.invalidate(SET_ASIDE)
  return Date.now()
}

const ignore = () => {}
