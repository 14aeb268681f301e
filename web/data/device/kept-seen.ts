import type { SectionName } from '#domain/plan/index.ts'
import { deviceStorage } from './web-storage.ts'

/*
 * What people have seen of their trips on this device: versions and times, nothing of a plan.
 * Invariants: it belongs to a person and a trip; it stays when the person signs out, so that they are told what has changed when they
 *   are back; so many trips at most, those that were looked at last.
 * Failure: what finds no room is as if it had not been seen.
 */

const KEY = 'wayfare.seen'
const MOST_TRIPS = 50

/** By section. */
export type Seen = { [Name in SectionName]?: { version: number; at: number } }

export function findSeen(person: string, tripId: string): Seen | undefined {
  return readAll()[keyOf(person, tripId)]
}

export function keepSeen(person: string, tripId: string, seen: Seen): void {
  const key = keyOf(person, tripId)
  const others = Object.entries(readAll()).filter(([other]) => other !== key)
  try {
    deviceStorage.setItem(KEY, JSON.stringify(Object.fromEntries([[key, seen], ...others].slice(0, MOST_TRIPS))))
  } catch {
    // What is seen now will be told once more.
  }
}

/** The trip that was looked at last is the first. */
function readAll(): Record<string, Seen> {
  return JSON.parse(deviceStorage.getItem(KEY) ?? '{}')
}

const keyOf = (person: string, tripId: string) => `${person} ${tripId}`
