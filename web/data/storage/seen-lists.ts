import { deviceStorage } from './web-storage.ts'

/*
 * The shopping lists as users last saw them on this device, to tell what has changed since.
 * Invariants: one entry for each user and trip, of the MAX_TRIPS trips that were seen last. It names what is on the
 *   list, so a sign-out removes it.
 * Failure: without space the list that was seen before is compared again by the next page.
 */

const PREFIX = 'wayfare.seen-list '
const MAX_TRIPS = 5

interface Stored<List> {
  /** Milliseconds since 1970. */
  at: number
  list: List
}

const keyOf = (userId: string, tripId: string) => `${PREFIX}${userId} ${tripId}`

/** @param isList whether this version of the app understands what was stored */
export function findSeenList<List>(
  userId: string,
  tripId: string,
  isList: (stored: unknown) => stored is List,
): List | undefined {
  const stored = read(keyOf(userId, tripId))
  return stored && isList(stored.list) ? stored.list : undefined
}

export function persistSeenList(userId: string, tripId: string, list: unknown): void {
  const key = keyOf(userId, tripId)
  const others = listKeys().filter((other) => other !== key)
  const oldest = others.toSorted((one, other) => (read(other)?.at ?? 0) - (read(one)?.at ?? 0)).slice(MAX_TRIPS - 1)
  for (const other of oldest) deviceStorage.removeItem(other)
  deviceStorage.setItem(key, JSON.stringify({ at: Date.now(), list } satisfies Stored<unknown>))
}

/** Removes all lists, when somebody signs out. */
export function forgetSeenLists(): void {
  for (const key of listKeys()) deviceStorage.removeItem(key)
}

const listKeys = () => deviceStorage.keys().filter((key) => key.startsWith(PREFIX))

function read(key: string): Stored<unknown> | undefined {
  try {
    return JSON.parse(deviceStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
