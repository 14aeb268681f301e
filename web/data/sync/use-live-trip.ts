import { useEffect, useSyncExternalStore } from 'react'
import { answers } from '../http/answers.ts'
import { session } from '../session/current-session.ts'
import { plan } from '../trips/trip-data.ts'
import { findOpenTrip, refreshTrip, whenTripAnswered } from '../trips/trips.ts'
import { type LiveState, LiveTrip } from './live-trip.ts'

/** Keeps a trip up to date while it is on the screen, and tells who else is there. `isLoaded` says that there is something to compare with. */
export function useLiveTrip(tripId: string, isLoaded: boolean): LiveState {
  const live = liveOf(tripId)
  useEffect(() => (isLoaded ? live.start() : undefined), [live, isLoaded])
  return useSyncExternalStore(live.subscribe, live.getState)
}

const opened = new Map<string, LiveTrip>()

/** The live events of a trip, the same for all who ask. */
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
    isKnown: ({ is_public, role, members_edit }) => {
      const trip = findOpenTrip(tripId)
      return !trip || (trip.is_public === is_public && trip.role === role && trip.members_edit === members_edit)
    },
    whenAnswered: async (part) => {
      // What this device had kept is on the screen before the server's answer.
      await whenTripAnswered(tripId)
      await plan.whenAnswered(tripId, part)
    },
    receiveVersions: (versions) => {
      // There is nothing to ask for.
      if (versions['private'] === 0) plan.receivePrivate(tripId, { version: 0, value: [] })
    },
    refresh: async (behind) => {
      if (behind.some((part) => part !== 'private')) await refreshTrip(tripId)
      if (behind.includes('private')) await plan.openPrivate(tripId)
    },
    onReached: () => plan.retry(),
    receiveChange: (change) => plan.receiveChange(tripId, change),
    onShared: () => {
      answers.invalidate(['sharing', tripId])
      answers.invalidate(['people', tripId])
    },
  })
}
