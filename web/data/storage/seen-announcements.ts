import { MAX_ANNOUNCEMENTS } from '#domain/plan/announcements.ts'
import { deviceStorage } from './web-storage.ts'

/*
 * Which announcements users have seen, as far as this device knows, and which of them the server has still to learn.
 * Invariants: one entry for each user and trip, with ids only. It outlives a sign-out. What is unsent is never dropped.
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

interface Where {
  userId: string
  tripId: string
}

/** Stores that a user has seen these; for those that are known, that the server knows it too. */
export function persistSeenAnnouncements(where: Where, ids: readonly string[], { isSent }: { isSent: boolean }): void {
  change(where, (entries) => {
    for (const id of ids) if (isSent || !entries.has(id)) entries.set(id, isSent)
  })
}

/**
 * Compares with what the server has: what it lacks is sent again, as a restored backup may have lost it.
 * @param current the ids of the announcements in the plan. Others are forgotten once there are many
 * @param recorded what the server has
 */
export function compareSeenAnnouncements(where: Where, current: readonly string[], recorded: readonly string[]): void {
  const [inPlan, known] = [new Set(current), new Set(recorded)]
  change(where, (entries) => {
    for (const id of known) entries.set(id, true)
    for (const [id, isSent] of entries) if (isSent && inPlan.has(id) && !known.has(id)) entries.set(id, false)
    // A removal may be undone, so what was removed lately is remembered.
    let tooMany = entries.size - 2 * MAX_ANNOUNCEMENTS
    for (const [id, isSent] of entries) {
      if (tooMany <= 0) break
      if (isSent && !inPlan.has(id) && entries.delete(id)) tooMany -= 1
    }
  })
}

function change({ userId, tripId }: Where, edit: (entries: Map<string, boolean>) => void): void {
  const before = seenAnnouncementsText(userId, tripId)
  const unsent = new Set(listUnsentSeen(userId, tripId))
  const entries = new Map(parseSeenAnnouncements(before).map((id) => [id, !unsent.has(id)]))
  edit(entries)
  const after = [...entries].map(([id, isSent]) => (isSent ? id : `${id}${UNSENT}`)).join(' ')
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
