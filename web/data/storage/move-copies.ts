import { delMany, entries, setMany, type UseStore } from 'idb-keyval'
import type { PageEvents } from '../page-events.ts'
import { moveAreas, stopAreas } from './map-areas.ts'
import { chooseOffline, isOfflineChosen } from './offline-choice.ts'
import { diskStore, onDisk } from './on-disk.ts'
import { isPrivateKey } from './persisted-trips.ts'

/** The databases whose keys start with a user's id: persisted-trips.ts, shared-copies.ts. */
const STORES = ['wayfare-trips', 'wayfare-shared']

/** Moves one user's persisted trips, areas of the map and 'Available offline' choices to another. */
export async function moveCopies(page: PageEvents, from: string, to: string): Promise<void> {
  const stores = STORES.map((database) => diskStore(page, database, 'trips'))
  const [keys] = await Promise.all([
    onDisk('The stored trips', () => Promise.all(stores.map((store) => moveEntries(store, from, to)))),
    // Before the choices go: an area that is being saved is removed without one.
    stopAreas(from),
  ])
  for (const tripId of new Set(keys?.flat().map((key) => key.split(' ')[1] ?? ''))) {
    if (!isOfflineChosen(from, tripId)) continue
    chooseOffline(to, tripId, true)
    chooseOffline(from, tripId, false)
  }
  await moveAreas(from, to)
}

async function moveEntries(store: UseStore, from: string, to: string): Promise<string[]> {
  const theirs = (await entries<string, unknown>(store)).filter(([key]) => key.startsWith(`${from} `))
  const keys = theirs.map(([key]) => key)
  // Private records are dropped: the server decides which ones the other user may see.
  await setMany(
    theirs.filter(([key]) => !isPrivateKey(key)).map(([key, value]) => [to + key.slice(from.length), value]),
    store,
  )
  await delMany(keys, store)
  return keys
}
