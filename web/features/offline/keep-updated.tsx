import { useEffect } from 'react'
import { cacheMap } from '#web/data/offline/cache-map.ts'
import { useOfflineCopy } from '#web/data/offline/use-offline-copy.ts'

/** Keeps the trip's offline copy up to date while the trip is open, on any of its tabs. Renders nothing. */
export function KeepOfflineCopyUpdated({ tripId }: { tripId: string }) {
  useOfflineCopy(tripId)
  useEffect(() => void cacheMap(), [])
  return null
}
