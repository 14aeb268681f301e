import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useDocuments } from '../documents/use-documents.ts'
import { useUser } from '../session/use-session.ts'
import { plan } from '../trips/trip-data.ts'
import { keepingDevice } from './keeping-device.ts'
import { type Keeping, KeptWhole } from './kept-whole.ts'

/** The one trip that is open and kept whole. */
let open: { name: string; whole: KeptWhole } | undefined

function openWhole(person: string, tripId: string): KeptWhole {
  const name = `${person} ${tripId}`
  if (open?.name !== name) open = { name, whole: new KeptWhole(keepingDevice(person, tripId)) }
  return open.whole
}

/** Keeps an open trip whole on this device for as long as it is used. */
export function useKeptWhole(tripId: string): void {
  const { id: person } = useUser()
  const whole = useMemo(() => openWhole(person, tripId), [person, tripId])
  const list = useDocuments(tripId)?.list
  useEffect(() => whole.start(), [whole])
  useEffect(() => {
    // A list that this device had kept has no version.
    if (list) whole.receive(list, plan.versionOf(tripId, 'documents') !== undefined)
  }, [whole, tripId, list])
}

/** How much of an open trip is on this device, and what looks once more for what is missing. */
export function useKeeping(tripId: string): { keeping: Keeping; look: () => void } {
  const { id: person } = useUser()
  const whole = openWhole(person, tripId)
  return { keeping: useSyncExternalStore(whole.subscribe, whole.getKeeping), look: whole.look }
}
