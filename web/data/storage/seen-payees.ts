import { deviceStorage } from './web-storage.ts'

/*
 * Which payment details of others a user has seen on this device, so that they are told if they change.
 * Invariants: one entry for each user and trip, with a digest of the details and not the details. It outlives a
 *   sign-out.
 * Failure: without space it is known only until the page is closed, and nobody is told later.
 */

const keyOf = (userId: string, tripId: string) => `wayfare.seen-payees ${userId} ${tripId}`

/** The digest by person. */
function readSeen(userId: string, tripId: string): Map<string, string> {
  const stored = deviceStorage.getItem(keyOf(userId, tripId)) ?? ''
  return new Map(
    stored.split(' ').flatMap((pair): [string, string][] => {
      const [personId = '', digest = ''] = pair.split('/')
      return personId && digest ? [[personId, digest]] : []
    }),
  )
}

/** The digest of what the user has seen; undefined if they have seen nothing of this person. */
export const findSeenPayee = (userId: string, tripId: string, personId: string): string | undefined =>
  readSeen(userId, tripId).get(personId)

export function rememberPayee(userId: string, tripId: string, personId: string, digest: string): void {
  const seen = readSeen(userId, tripId).set(personId, digest)
  deviceStorage.setItem(keyOf(userId, tripId), [...seen].map((pair) => pair.join('/')).join(' '))
}
