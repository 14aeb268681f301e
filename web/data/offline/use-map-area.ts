import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { pageEvents, session } from '../root/session.ts'
import { useUser } from '../session/use-session.ts'
import { MapArea, type MapAreaState } from './map-area.ts'

/** The area of the open trip; there is at most one. */
let open: { key: string; userId: string; area: MapArea } | undefined

export function openMapArea(userId: string, tripId: string): MapArea {
  const key = `${userId} ${tripId}`
  if (open?.key !== key) {
    open?.area.close()
    open = { key, userId, area: new MapArea(userId, tripId, pageEvents) }
  }
  return open.area
}

// On somebody's own device the choices stay after a sign-out, and nothing else would end a download.
session.onAuthStateChange((_event, user) => {
  if (!open || user?.id === open.userId) return
  open.area.close()
  open = undefined
})

/** What a trip has of the detailed map on this device. It goes on saving while other pages are shown. */
export function useMapArea(tripId: string): { area: MapArea; state: MapAreaState } {
  const { id: userId } = useUser()
  const area = useMemo(() => openMapArea(userId, tripId), [userId, tripId])
  useEffect(() => void area.look(), [area])
  return { area, state: useSyncExternalStore(area.subscribe, area.getState) }
}
