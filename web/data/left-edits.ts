import type { SectionName } from '#domain/plan/index.ts'
import { logFailure } from './log.ts'
import { newId } from './new-id.ts'
import type { FoundEdit, LeftEdit } from './pending-edit.ts'
import { isLeftUnderstood } from './understood-edit.ts'
import { deviceStorage } from './web-storage.ts'

/*
 * What pages that go away leave of edits that are on their way to the disk.
 * Job: what was typed in the last moment before a page was closed or loaded anew is not lost. A database answers too late for
 *   that: a transaction that is under way then ends with the page.
 * Invariants: what a page leaves is there before it is gone; it goes once the outbox has it; a page takes it over once. Where two
 *   do, the saves in it are stored once, by their ids, and merging the rest a second time changes nothing that has not changed since.
 * Failure: where it cannot be written, the page has what it has sent; that is logged. What this version of the app does not
 *   understand is put aside, not away.
 */

const PREFIX = 'wayfare.left '

/** Leaves an edit of a page. */
export function leaveEdit(place: string, page: string, left: LeftEdit<SectionName>): void {
  try {
    deviceStorage.setItem(`${prefixOf(place)}${page}`, JSON.stringify(left))
  } catch (failure) {
    logFailure('The last edit of a page could not be kept on this device', failure)
  }
}

/** What other pages than this one have left at a place. */
export function findLeftEdits(place: string, section: SectionName, page: string): FoundEdit<SectionName>[] {
  const keys = allKeys().filter((key) => key.startsWith(prefixOf(place)) && !key.endsWith(page))
  return keys.sort().flatMap((key) => {
    const text = deviceStorage.getItem(key)
    const left = text === null ? undefined : parseLeft(text, section)
    if (left) return [{ key, left, forget: () => deviceStorage.removeItem(key) }]
    if (text === null) return []
    logFailure('An edit that a page has left has the form of another version of the app, and stays there', key)
    deviceStorage.setItem(`wayfare.aside ${newId()} ${key}`, text)
    deviceStorage.removeItem(key)
    return []
  })
}

/** The places at which any page has left something. */
export function listLeftPlaces(): string[] {
  return allKeys().flatMap((key) => (key.startsWith(PREFIX) ? [placeIn(key)] : []))
}

/** Whether what a page has left at a place is still there: no other page has taken it over. */
export function isLeftBy(place: string, page: string): boolean {
  return allKeys().includes(`${prefixOf(place)}${page}`)
}

/** Forgets what a page has left itself: it is there again, and has it. */
export function forgetLeftEdits(page: string): void {
  for (const key of allKeys()) if (key.startsWith(PREFIX) && key.endsWith(page)) deviceStorage.removeItem(key)
}

/** The place at which another page has left something, if it is that what the event of the storage tells. */
export function leftPlaceOf({ key, newValue }: StorageEvent): string | undefined {
  return key?.startsWith(PREFIX) && newValue !== null ? placeIn(key) : undefined
}

function parseLeft(text: string, section: SectionName): LeftEdit<SectionName> | undefined {
  try {
    const left = JSON.parse(text) as LeftEdit<SectionName>
    return isLeftUnderstood(section, left) ? left : undefined
  } catch {
    return undefined
  }
}

const allKeys = () => deviceStorage.keys()
const placeIn = (key: string) => key.slice(PREFIX.length, key.lastIndexOf(' '))
const prefixOf = (place: string) => `${PREFIX}${place} `
