import { useEffect, useSyncExternalStore } from 'react'
import { liveOf } from '../root/live-trips.ts'
import type { LiveState } from '../sync/live-trip.ts'

/** Keeps a trip up to date while it is on screen, and reports who else has it open. Starts once the trip `isLoaded`. */
export function useLiveTrip(tripId: string, isLoaded: boolean): LiveState {
  const live = liveOf(tripId)
  useEffect(() => (isLoaded ? live.start() : undefined), [live, isLoaded])
  return useSyncExternalStore(live.subscribe, live.getState)
}
