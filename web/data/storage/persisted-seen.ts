import type { SectionName } from '#domain/plan/index.ts'
import { deviceStorage } from './web-storage.ts'

/*
 * Which versions users have seen of their trips on this device, and when. Contains nothing of a plan.
 * Invariants: an entry belongs to a user and a trip; entries survive a sign-out, so that users learn what changed
 *   when they are back (decision 25); only the MAX_TRIPS most recently viewed trips are stored.
 * Failure: if storage is full, the next page reports the change once more.
 */

const KEY = 'wayfare.seen'
const MAX_TRIPS = 50

export type Seen = { [Name in SectionName]?: { version: number; at: number } }

export function findSeen(userId: string, tripId: string): Seen | undefined {
  return readAll()[keyOf(userId, tripId)]
}

export function persistSeen(userId: string, tripId: string, seen: Seen): void {
  const key = keyOf(userId, tripId)
  const others = Object.entries(readAll()).filter(([other]) => other !== key)
  writeAll([[key, seen], ...others])
}

/** Moves the entries of one user to another. If both were on a trip, the newer version of each section wins. */
export function moveSeen(from: string, to: string): void {
  const all = new Map<string, Seen>()
  for (const [key, seen] of Object.entries(readAll())) {
    const target = key.startsWith(keyOf(from, '')) ? keyOf(to, key.slice(keyOf(from, '').length)) : key
    all.set(target, newerOf(all.get(target), seen))
  }
  writeAll([...all])
}

function newerOf(one: Seen = {}, other: Seen): Seen {
  const newer = { ...one }
  for (const [name, seen] of Object.entries(other) as [SectionName, NonNullable<Seen[SectionName]>][])
    if (seen.version >= (one[name]?.version ?? 0)) newer[name] = seen
  return newer
}

/** The most recently viewed trip comes first. */
function readAll(): Record<string, Seen> {
  return JSON.parse(deviceStorage.getItem(KEY) ?? '{}')
}

function writeAll(all: [string, Seen][]): void {
  deviceStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all.slice(0, MAX_TRIPS))))
}

const keyOf = (userId: string, tripId: string) => `${userId} ${tripId}`
