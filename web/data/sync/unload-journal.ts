import { logFailure } from '../log.ts'
import { newId } from '../new-id.ts'
import { deviceStorage } from '../storage/web-storage.ts'
import type { FoundJournalEntry, JournalEntry } from './log-storage.ts'
import { listUnderstood } from './understood.ts'

/*
 * The unload journal: what a closing page writes to localStorage, because IndexedDB is too slow then. A page that
 *   closes a plan, at a sign-out or when the user has left the trip, writes to it too.
 * Job: an edit made just before a page closes or reloads is not lost. An open transaction ends with the page.
 * Invariants: an entry is written synchronously, before the page is gone, and removed once the log has its operations.
 *   Adopting an entry twice is harmless, because operations are idempotent.
 * Failure: if localStorage refuses the entry, that is reported to the console, and only the last request carries the
 *   edit. An entry in the form of another version of the app is quarantined: moved to another key, not deleted.
 */

const PREFIX = 'wayfare.left '
/** Numbers the entries of this page, so that their keys sort in the order of writing even within one millisecond. */
let entryCount = 0

/** Adds an entry. It overwrites none, because another page may be adopting an earlier one. */
export function addJournalEntry(logKey: string, pageId: string, entry: JournalEntry): void {
  entryCount += 1
  const key = `${keyPrefixOf(logKey)}${pageId}.${String(entryCount).padStart(6, '0')}`
  if (!deviceStorage.setItem(key, JSON.stringify(entry)))
    logFailure('The unload journal could not be written', 'this browser stores nothing, or no more')
}

/** The entries that other pages have written for a log. */
export function listJournalEntries(logKey: string, pageId: string): FoundJournalEntry[] {
  const keys = deviceStorage.keys().filter((key) => key.startsWith(keyPrefixOf(logKey)) && !isFrom(key, pageId))
  return keys.sort().flatMap((key) => {
    const text = deviceStorage.getItem(key)
    const entry = text === null ? undefined : parseEntry(text)
    if (entry) return [{ key, entry, remove: () => deviceStorage.removeItem(key) }]
    if (text === null) return []
    logFailure('A journal entry of another app version is quarantined', key)
    const aside = `wayfare.aside ${newId()} ${key}`
    // Without room to move it, it stays where it is.
    deviceStorage.removeItem(deviceStorage.setItem(aside, text) ? key : aside)
    return []
  })
}

/** The keys of the logs that have entries, from any page. */
export function listJournaledLogKeys(): string[] {
  return deviceStorage.keys().flatMap((key) => (key.startsWith(PREFIX) ? [logKeyIn(key)] : []))
}

/** Whether a page still has entries for a log, so that no other page has adopted them. */
export function hasJournalEntries(logKey: string, pageId: string): boolean {
  return deviceStorage.keys().some((key) => key.startsWith(keyPrefixOf(logKey)) && isFrom(key, pageId))
}

/** Removes a page's own entries: it is back from the back/forward cache and still has the operations. */
export function removeJournalEntries(pageId: string): void {
  for (const key of deviceStorage.keys())
    if (key.startsWith(PREFIX) && isFrom(key, pageId)) deviceStorage.removeItem(key)
}

/** The key of the log for which another page has added an entry, if that is what a storage event reports. */
export function logKeyOfEvent({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): string | undefined {
  return key?.startsWith(PREFIX) && newValue !== null ? logKeyIn(key) : undefined
}

function parseEntry(text: string): JournalEntry | undefined {
  try {
    const { waiting } = JSON.parse(text) as JournalEntry
    const understood = listUnderstood(waiting)
    return understood.length === waiting.length ? { waiting: understood } : undefined
  } catch {
    return undefined
  }
}

const isFrom = (key: string, pageId: string) => key.slice(key.lastIndexOf(' ') + 1).startsWith(`${pageId}.`)
const logKeyIn = (key: string) => key.slice(PREFIX.length, key.lastIndexOf(' '))
const keyPrefixOf = (logKey: string) => `${PREFIX}${logKey} `
