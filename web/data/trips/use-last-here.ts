import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { SeenVersions } from '#domain/api/since.ts'
import { commonSectionNames, type SectionName } from '#domain/plan/index.ts'
import { request } from '../http/http.ts'
import { liveOf } from '../root/live-trips.ts'
import { plan } from '../root/plan.ts'
import { pageEvents, session } from '../root/session.ts'
import { findSeen, persistSeen } from '../storage/persisted-seen.ts'
import { type Absence, LastHere } from './last-here.ts'

/**
 * Tracks what the person sees of the trip on the screen, and returns the absence to report, if any.
 * @param shown the sections that are on the screen
 */
export function useLastHere(
  tripId: string,
  shown: readonly SectionName[],
): { absence: Absence | undefined; lastHere: LastHere } {
  const lastHere = useMemo(() => openLastHere(tripId), [tripId])
  useEffect(() => {
    const live = liveOf(tripId)
    const update = (isVisible: boolean) => {
      const { isLive, updatedBy } = live.getState()
      lastHere.updatePageState({ isVisible, isLive, shown, hasNews: updatedBy !== undefined })
    }
    const updateNow = () => update(document.visibilityState === 'visible')
    const markHidden = () => update(false)
    const ends = [
      live.subscribe(updateNow),
      pageEvents.on('visibilitychange', updateNow),
      pageEvents.on('pageshow', updateNow),
      pageEvents.on('pagehide', markHidden),
    ]
    updateNow()
    return () => {
      for (const end of ends) end()
    }
  }, [tripId, lastHere, shown])
  useEffect(
    () => () => lastHere.updatePageState({ isVisible: false, isLive: false, shown: [], hasNews: false }),
    [lastHere],
  )
  return { absence: useSyncExternalStore(lastHere.subscribe, lastHere.getAbsence), lastHere }
}

function openLastHere(tripId: string): LastHere {
  const person = session.getCurrentUser()?.id ?? ''
  const isSignedIn = () => session.getCurrentUser()?.id === person
  return new LastHere({
    read: () => findSeen(person, tripId),
    persist: (seen) => isSignedIn() && persistSeen(person, tripId, seen),
    reportSeen: (seen) => void (isSignedIn() && navigator.onLine && sendSeen(tripId, seen)),
    versions: () => versionsOf(tripId),
  })
}

/** Failures are ignored: the person's other devices then report these changes again. */
async function sendSeen(tripId: string, seen: SeenVersions): Promise<void> {
  await request(`/api/trips/${tripId}/seen`, { method: 'PUT', body: { seen }, keepalive: true }).catch(() => {})
}

function versionsOf(tripId: string): SeenVersions {
  return Object.fromEntries(
    commonSectionNames.flatMap((name) => {
      const version = plan.versionOf(tripId, name)
      return version === undefined ? [] : [[name, version]]
    }),
  )
}
