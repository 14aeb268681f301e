import { deviceStorage } from './web-storage.ts'

/*
 * The places that a user's party had when the user last looked on this device: seats, beds, duties. By that somebody is
 * told that a place is gone.
 * Invariants: one entry for each user, trip and kind, with ids only. It outlives a sign-out.
 * Failure: without space it is known only until the page is closed, and nobody is told later.
 */

export type PlaceKind = 'rides' | 'beds' | 'duties'

/** What somebody has a place in, and who: `hostId/personId`. */
export type SeenPlace = `${string}/${string}`

const keyOf = (userId: string, tripId: string, kind: PlaceKind) => `wayfare.seen-places ${userId} ${tripId} ${kind}`

export function listSeenPlaces(userId: string, tripId: string, kind: PlaceKind): SeenPlace[] {
  const stored = deviceStorage.getItem(keyOf(userId, tripId, kind)) ?? ''
  return stored.split(' ').filter((place): place is SeenPlace => place.includes('/'))
}

export function persistSeenPlaces(
  userId: string,
  tripId: string,
  { kind, places }: { kind: PlaceKind; places: readonly SeenPlace[] },
): void {
  const key = keyOf(userId, tripId, kind)
  if (places.length > 0) deviceStorage.setItem(key, places.join(' '))
  else deviceStorage.removeItem(key)
}
