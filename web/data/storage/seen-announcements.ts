import { MAX_ANNOUNCEMENTS } from '#domain/plan/announcements.ts'
import { deviceStorage } from './web-storage.ts'

/*
 * Which announcements users have seen, as far as this device knows, and which of them the server has still to learn.
 * Invariants: one entry for each user and trip, with ids only. It outlives a sign-out.
 * Failure: without space it is known only until the page is closed. Then the announcement is shown once more.
 */

const PREFIX = 'wayfare.seen-announcements '
/** Follows the id of one that the server has to learn. */
const UNSENT = '!'

const keyOf = (userId: string, tripId: string) => `${PREFIX}${userId} ${tripId}`

/** The entry as it is stored: the same text as long as nothing has changed. */
export const seenAnnouncementsText = (userId: string, tripId: string): string =>
  deviceStorage.getItem(keyOf(userId, tripId)) ?? ''

export const parseSeenAnnouncements = (text: string): string[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((entry) => entry.replace(UNSENT, ''))

/** What the server has still to learn. */
export const listUnsentSeen = (userId: string, tripId: string): string[] =>
  parseSeenAnnouncements(
    seenAnnouncementsText(userId, tripId)
      .split(' ')
      .filter((entry) => entry.endsWith(UNSENT))
      .join(' '),
  )

/** Stores that a user has seen these; for those that are known, that the server knows it too. */
export function persistSeenAnnouncements(
  { userId, tripId }: { userId: string; tripId: string },
  ids: readonly string[],
  { isSent }: { isSent: boolean },
): void {
  const before = seenAnnouncementsText(userId, tripId)
  const entries = new Map(before.split(' ').flatMap((entry) => (entry ? [[entry.replace(UNSENT, ''), entry]] : [])))
  for (const id of ids) if (isSent || !entries.has(id)) entries.set(id, isSent ? id : `${id}${UNSENT}`)
  const after = [...entries.values()].slice(-MAX_ANNOUNCEMENTS).join(' ')
  if (after !== before) deviceStorage.setItem(keyOf(userId, tripId), after)
}

/** Moves what a guest has seen to their account. */
export function moveSeenAnnouncements(from: string, to: string): void {
  const prefix = keyOf(from, '')
  for (const key of deviceStorage.keys().filter((one) => one.startsWith(prefix))) {
    const tripId = key.slice(prefix.length)
    const unsent = listUnsentSeen(from, tripId)
    const sent = parseSeenAnnouncements(seenAnnouncementsText(from, tripId)).filter((id) => !unsent.includes(id))
    persistSeenAnnouncements({ userId: to, tripId }, sent, { isSent: true })
    persistSeenAnnouncements({ userId: to, tripId }, unsent, { isSent: false })
    deviceStorage.removeItem(key)
  }
}
