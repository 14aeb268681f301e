import { delMany, entries, setMany, type UseStore } from 'idb-keyval'
import { chooseOffline, isOfflineChosen } from './offline-choice.ts'
import { diskStore, onDisk } from './on-disk.ts'
import { isPrivateKey } from './persisted-trips.ts'

/** The databases whose copies belong to a person: kept-trips.ts, shared-copies.ts. */
const stores = [diskStore('wayfare-trips', 'trips'), diskStore('wayfare-shared', 'trips')]

/** What is kept on this device of one person is another's from now on: trips, and the wishes to keep them whole. */
export async function moveCopies(from: string, to: string): Promise<void> {
  const keys = await onDisk('The trips kept', () => Promise.all(stores.map((store) => moveIn(store, from, to))))
  for (const tripId of new Set(keys?.flat().map((key) => key.split(' ')[1] ?? ''))) {
    if (!isOfflineChosen(from, tripId)) continue
    chooseOffline(to, tripId, true)
    chooseOffline(from, tripId, false)
  }
}

async function moveIn(store: UseStore, from: string, to: string): Promise<string[]> {
  const theirs = (await entries<string, unknown>(store)).filter(([key]) => key.startsWith(`${from} `))
  const keys = theirs.map(([key]) => key)
  // What is private was answered to the one alone; the other is answered their own part.
  await setMany(
    theirs.filter(([key]) => !isPrivateKey(key)).map(([key, value]) => [to + key.slice(from.length), value]),
    store,
  )
  await delMany(keys, store)
  return keys
}
