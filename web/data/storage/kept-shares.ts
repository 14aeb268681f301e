import { deviceStorage } from './web-storage.ts'

/*
 * The offers to share expenses as attendance is now that somebody has declined on this device.
 * Invariants: one entry for each user and trip, with ids and hashes only.
 * Failure: without space the offer comes back with the next page.
 */

/** An expense and the shares that were declined for it: `expenseId/hash`. */
export type KeptShares = `${string}/${string}`

const keyOf = (userId: string, tripId: string) => `wayfare.kept-shares ${userId} ${tripId}`

export function listKeptShares(userId: string, tripId: string): KeptShares[] {
  const stored = deviceStorage.getItem(keyOf(userId, tripId)) ?? ''
  return stored.split(' ').filter((kept): kept is KeptShares => kept.includes('/'))
}

/** Replaces what was stored: offers that were declined before and have changed are not needed any more. */
export function persistKeptShares(userId: string, tripId: string, kept: readonly KeptShares[]): void {
  deviceStorage.setItem(keyOf(userId, tripId), kept.join(' '))
}
