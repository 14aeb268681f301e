import { useKeptWhole } from '#web/data/device/use-kept-whole.ts'

/** Keeps the trip whole on this device while it is open, whichever of its tabs is shown. There is nothing to see of it. */
export function KeepTrip({ tripId }: { tripId: string }) {
  useKeptWhole(tripId)
  return null
}
