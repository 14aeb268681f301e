import { useOfflineCopy } from '#web/data/device/use-offline-copy.ts'

/** Keeps the trip whole on this device while it is open, whichever of its tabs is shown. There is nothing to see of it. */
export function KeepOfflineCopyUpdated({ tripId }: { tripId: string }) {
  useOfflineCopy(tripId)
  return null
}
