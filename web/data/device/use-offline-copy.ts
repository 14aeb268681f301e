import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useDocuments } from '../documents/use-documents.ts'
import { useUser } from '../session/use-session.ts'
import { plan } from '../trips/trip-data.ts'
import { OfflineCopy, type OfflineCopyState } from './offline-copy.ts'
import { offlineDevice } from './offline-device.ts'

/** The one trip that is open and kept whole. */
let open: { name: string; whole: OfflineCopy } | undefined

function openOfflineCopy(person: string, tripId: string): OfflineCopy {
  const name = `${person} ${tripId}`
  if (open?.name !== name) open = { name, whole: new OfflineCopy(offlineDevice(person, tripId)) }
  return open.whole
}

/** Keeps an open trip whole on this device for as long as it is used. */
export function useOfflineCopy(tripId: string): void {
  const { id: person } = useUser()
  const whole = useMemo(() => openOfflineCopy(person, tripId), [person, tripId])
  const list = useDocuments(tripId)?.list
  useEffect(() => whole.start(), [whole])
  useEffect(() => {
    // A list that this device had kept has no version.
    if (list) whole.receive(list, plan.versionOf(tripId, 'documents') !== undefined)
  }, [whole, tripId, list])
}

/** How much of an open trip is on this device, and what looks once more for what is missing. */
export function useOfflineCopyState(tripId: string): { keeping: OfflineCopyState; look: () => void } {
  const { id: person } = useUser()
  const whole = openOfflineCopy(person, tripId)
  return { keeping: useSyncExternalStore(whole.subscribe, whole.getKeeping), look: whole.look }
}
