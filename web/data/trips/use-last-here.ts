import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { SeenVersions } from '#domain/api/since.ts'
import { commonNames, type SectionName } from '#domain/plan/index.ts'
import { findSeen, persistSeen } from '../device/persisted-seen.ts'
import { request } from '../http/http.ts'
import { session } from '../session/current-session.ts'
import { liveOf } from '../sync/use-live-trip.ts'
import { type Absence, LastHere } from './last-here.ts'
import { plan } from './trip-data.ts'

/**
 * Notes what the person sees of a trip that is on the screen, and says when they are to be told what others have changed.
 * @param shown the sections that are on the screen
 */
export function useLastHere(
  tripId: string,
  shown: readonly SectionName[],
): { absence: Absence | undefined; lastHere: LastHere } {
  const lastHere = useMemo(() => openLastHere(tripId), [tripId])
  useEffect(() => {
    const live = liveOf(tripId)
    const note = (isLooked: boolean) => {
      const { isLive, updatedBy } = live.getState()
      lastHere.note({ isLooked, isLive, shown, hasNews: updatedBy !== undefined })
    }
    const look = () => note(document.visibilityState === 'visible')
    const leave = () => note(false)
    const stop = live.subscribe(look)
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', look)
    addEventListener('pagehide', leave)
    look()
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', look)
      removeEventListener('pagehide', leave)
    }
  }, [tripId, lastHere, shown])
  useEffect(() => () => lastHere.note({ isLooked: false, isLive: false, shown: [], hasNews: false }), [lastHere])
  return { absence: useSyncExternalStore(lastHere.subscribe, lastHere.getAbsence), lastHere }
}

function openLastHere(tripId: string): LastHere {
  const person = session.getCurrentUser()?.id ?? ''
  const isTheirs = () => session.getCurrentUser()?.id === person
  return new LastHere({
    read: () => findSeen(person, tripId),
    keep: (seen) => isTheirs() && persistSeen(person, tripId, seen),
    tell: (seen) => void (isTheirs() && navigator.onLine && sendSeen(tripId, seen)),
    versions: () => versionsOf(tripId),
  })
}

/** Where it does not arrive the person's other devices tell what was seen here. */
async function sendSeen(tripId: string, seen: SeenVersions): Promise<void> {
  await request(`/api/trips/${tripId}/seen`, { method: 'PUT', body: { seen }, keepalive: true }).catch(() => {})
}

function versionsOf(tripId: string): SeenVersions {
  return Object.fromEntries(
    commonNames.flatMap((name) => {
      const version = plan.versionOf(tripId, name)
      return version === undefined ? [] : [[name, version]]
    }),
  )
}
