import type { SectionName } from '#domain/plan/index.ts'
import { deviceStorage } from './web-storage.ts'

/*
 * What people have seen of their trips on this device: versions and times, nothing of a plan.
 * Invariants: it belongs to a person and a trip; it stays when the person signs out, so that they are told what has changed when they
 *   are back; so many trips at most, those that were looked at last.
 * Failure: what finds no room is as if it had not been seen.
 */

const KEY = 'wayfare.seen'
const MAX_TRIPS = 50

/** By section. */
export type Seen = { [Name in SectionName]?: { version: number; at: number } }

export function findSeen(person: string, tripId: string): Seen | undefined {
  return readAll()[keyOf(person, tripId)]
}

export function persistSeen(person: string, tripId: string, seen: Seen): void {
  const key = keyOf(person, tripId)
  const others = Object.entries(readAll()).filter(([other]) => other !== key)
  writeAll([[key, seen], ...others])
}

/** What one person has seen is another's from now on. Where both have been in a trip, what is newer. */
export function moveSeen(from: string, to: string): void {
  const all = new Map<string, Seen>()
  for (const [key, seen] of Object.entries(readAll())) {
    const place = key.startsWith(keyOf(from, '')) ? keyOf(to, key.slice(keyOf(from, '').length)) : key
    all.set(place, newerOf(all.get(place), seen))
  }
  writeAll([...all])
}

function newerOf(one: Seen = {}, other: Seen): Seen {
  const newer = { ...one }
  for (const [name, seen] of Object.entries(other) as [SectionName, NonNullable<Seen[SectionName]>][])
    if (seen.version >= (one[name]?.version ?? 0)) newer[name] = seen
  return newer
}

/** The trip that was looked at last is the first. */
function readAll(): Record<string, Seen> {
  return JSON.parse(deviceStorage.getItem(KEY) ?? '{}')
}

function writeAll(all: [string, Seen][]): void {
  try {
    deviceStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all.slice(0, MAX_TRIPS))))
  } catch {
    // What is seen now will be told once more.
  }
}

const keyOf = (person: string, tripId: string) => `${person} ${tripId}`
