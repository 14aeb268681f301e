import { deviceStorage } from './web-storage.ts'

/*
 * The seats that a user's party had in cars, beds and duties when the user last looked on this device. By that somebody
 * is told that a seat is gone.
 * Invariants: one entry for each user, trip and kind, with ids only. It outlives a sign-out.
 * Failure: without space it is known only until the page is closed, and nobody is told later.
 */

export type SeatKind = 'rides' | 'beds' | 'duties'

/** What somebody has a seat in, and who: `hostId/personId`. */
export type SeenSeat = `${string}/${string}`

const keyOf = (userId: string, tripId: string, kind: SeatKind) => `wayfare.seen-places ${userId} ${tripId} ${kind}`

export function listSeenSeats(userId: string, tripId: string, kind: SeatKind): SeenSeat[] {
  const stored = deviceStorage.getItem(keyOf(userId, tripId, kind)) ?? ''
  return stored.split(' ').filter((seat): seat is SeenSeat => seat.includes('/'))
}

export function persistSeenSeats(
  userId: string,
  tripId: string,
  { kind, seats }: { kind: SeatKind; seats: readonly SeenSeat[] },
): void {
  const key = keyOf(userId, tripId, kind)
  if (seats.length > 0) deviceStorage.setItem(key, seats.join(' '))
  else deviceStorage.removeItem(key)
}
