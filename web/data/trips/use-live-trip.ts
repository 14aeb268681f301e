import { useEffect, useSyncExternalStore } from 'react'
import { AppError } from '#domain/errors.ts'
import type { Trip } from '#domain/trip.ts'
import { queryCache } from '../http/query-cache.ts'
import { logFailure } from '../log.ts'
import { plan } from '../root/plan.ts'
import { session } from '../root/session.ts'
import { type LiveState, LiveTrip } from '../sync/live-trip.ts'
import { findOpenTrip, refreshTrip, whenTripAnswered } from './trips.ts'

/** Keeps a trip up to date while it is on screen, and reports who else has it open. Starts once the trip `isLoaded`. */
export function useLiveTrip(tripId: string, isLoaded: boolean): LiveState {
  const live = liveOf(tripId)
  useEffect(() => (isLoaded ? live.start() : undefined), [live, isLoaded])
  return useSyncExternalStore(live.subscribe, live.getState)
}

const opened = new Map<string, LiveTrip>()

export function liveOf(tripId: string): LiveTrip {
  const live = opened.get(tripId) ?? openLive(tripId)
  opened.set(tripId, live)
  return live
}

function openLive(tripId: string): LiveTrip {
  return new LiveTrip({
    url: `/api/trips/${tripId}/events`,
    isOwn: (personId) => personId === session.getCurrentUser()?.id,
    versionOf: (part) => plan.versionOf(tripId, part),
    isKnown: (tripState) => {
      const trip = findOpenTrip(tripId)
      return !trip || JSON.stringify(tripStateOf(tripState)) === JSON.stringify(tripStateOf(trip))
    },
    whenAnswered: async (part) => {
      // The persisted copy is shown before the server's answer arrives, so wait for it before judging what is behind.
      await whenTripAnswered(tripId)
      await plan.whenAnswered(tripId, part)
    },
    receiveVersions: (versions) => {
      // Version 0 is empty, so there is nothing to fetch.
      if (versions['private'] === 0) plan.private.receiveAndPersist(tripId, { version: 0, value: [] })
    },
    refresh: async (behind) => {
      if (behind.some((part) => part !== 'private')) await refreshTrip(tripId)
      // After a sign-out no trip is open.
      if (behind.includes('private') && plan.isOpen(tripId)) await fetchPrivate(tripId)
    },
    onReached: () => plan.retry(),
    receiveChange: (change) => plan.receiveChange(tripId, change),
    onShared: () => {
      queryCache.invalidate(['sharing', tripId])
      queryCache.invalidate(['people', tripId])
    },
  })
}

/** What a `versions` event reports of the trip itself, as a list to compare. */
const tripStateOf = ({
  is_public,
  role,
  members_edit,
  taken,
}: Pick<Trip, 'is_public' | 'role' | 'members_edit' | 'taken'>) => [
  is_public,
  role,
  members_edit,
  taken?.person_id,
  taken?.party_id,
  taken?.is_confirmed,
  taken?.shares_party,
]

/** If only this part fails, the rest of the trip still comes up to date. @throws AppError if nothing can be fetched */
async function fetchPrivate(tripId: string): Promise<void> {
  try {
    await plan.private.fetch(tripId)
  } catch (failure) {
    const code = failure instanceof AppError ? failure.code : undefined
    if (code === 'unreachable' || code === 'not_signed_in') throw failure
    if (code === 'trip_not_found') await refreshTrip(tripId)
    else logFailure('What is private in the trip could not be fetched', failure)
  }
}
