import { deviceStorage } from '../device/web-storage.ts'
import { logFailure } from '../log.ts'
import { newId } from '../new-id.ts'
import type { FoundJournal, UnloadJournal } from './log-storage.ts'
import { isUnderstood } from './understood.ts'

/*
 * What pages that go away leave of what is on its way to the disk.
 * Job: what was typed in the last moment before a page was closed or loaded anew is not lost. A database answers too late for
 *   that: a transaction that is under way then ends with the page.
 * Invariants: what a page leaves is there before it is gone; it goes once the log has it. Who takes it over twice does no harm:
 *   operations are known by their ids.
 * Failure: where it cannot be written, the page has what it has sent; that is logged. What this version of the app does not
 *   understand is put aside, not away.
 */

const PREFIX = 'wayfare.left '
/** How often this page has left something: what it leaves is found in that order, also where it is within a millisecond. */
let leavings = 0

/** Leaves something of a page, beside what it has left before and somebody may just be taking over. */
export function writeJournal(place: string, page: string, left: UnloadJournal): void {
  try {
    leavings += 1
    deviceStorage.setItem(`${prefixOf(place)}${page}.${String(leavings).padStart(6, '0')}`, JSON.stringify(left))
  } catch (failure) {
    logFailure('The last edit of a page could not be kept on this device', failure)
  }
}

/** What other pages than this one have left at a place. */
export function findJournals(place: string, page: string): FoundJournal[] {
  const keys = deviceStorage.keys().filter((key) => key.startsWith(prefixOf(place)) && !isOf(key, page))
  return keys.sort().flatMap((key) => {
    const text = deviceStorage.getItem(key)
    const left = text === null ? undefined : parseLeft(text)
    if (left) return [{ key, journal: left, remove: () => deviceStorage.removeItem(key) }]
    if (text === null) return []
    logFailure('An edit that a page has left has the form of another version of the app, and stays there', key)
    try {
      deviceStorage.setItem(`wayfare.aside ${newId()} ${key}`, text)
      deviceStorage.removeItem(key)
    } catch {
      // Without room for it there it stays here.
    }
    return []
  })
}

/** The places at which any page has left something. */
export function listJournalPlaces(): string[] {
  return deviceStorage.keys().flatMap((key) => (key.startsWith(PREFIX) ? [placeIn(key)] : []))
}

/** Whether what a page has left at a place is still there: no other page has taken it over. */
export function hasJournal(place: string, page: string): boolean {
  return deviceStorage.keys().some((key) => key.startsWith(prefixOf(place)) && isOf(key, page))
}

/** Forgets what a page has left itself: it is there again, and has it. */
export function removeJournal(page: string): void {
  for (const key of deviceStorage.keys()) if (key.startsWith(PREFIX) && isOf(key, page)) deviceStorage.removeItem(key)
}

/** The place at which another page has left something, if it is that what the event of the storage tells. */
export function journalPlaceOf({ key, newValue }: StorageEvent): string | undefined {
  return key?.startsWith(PREFIX) && newValue !== null ? placeIn(key) : undefined
}

function parseLeft(text: string): UnloadJournal | undefined {
  try {
    const { waiting } = JSON.parse(text) as UnloadJournal
    return waiting.every(isUnderstood) ? { waiting } : undefined
  } catch {
    return undefined
  }
}

const isOf = (key: string, page: string) => key.slice(key.lastIndexOf(' ') + 1).startsWith(`${page}.`)
const placeIn = (key: string) => key.slice(PREFIX.length, key.lastIndexOf(' '))
const prefixOf = (place: string) => `${PREFIX}${place} `
