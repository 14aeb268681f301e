import * as z from 'zod/mini'
import { type Notice, notice } from '#domain/notices/notice.ts'
import { deviceStorage } from './web-storage.ts'

/*
 * The last notices that a user got about their trips, for showing them offline.
 * Invariants: one entry for each user and trip, with the MAX_NOTICES newest notices. At most MAX_TRIPS entries: those
 *   with the newest notices, and the trip that was just opened. Unchanged entries are not written again. Signing out
 *   removes them. Links of invitations are secrets, so they are not stored.
 * Failure: without space, notices are fetched again. What another version of the app wrote is ignored if this one can't
 *   read it.
 */

const PREFIX = 'wayfare.notices '
/** By user: notices that were read, but not reported to the server yet. */
const UNSENT_PREFIX = 'wayfare.unsent-notices '
const MAX_UNSENT = 200
const MAX_TRIPS = 20
/** About 10 kB. */
const MAX_NOTICES = 30

export interface PersistedNotices {
  /** Newest first. */
  notices: Notice[]
  /** How many are unread, including unlisted ones. */
  unread: number
}

const stored = z.object({
  /** When this device got it (milliseconds since 1970). */
  at: z.number(),
  notices: z.array(z.unknown()),
  unread: z.int().check(z.nonnegative()),
})

const keyOf = (userId: string, tripId: string) => `${PREFIX}${userId} ${tripId}`

export function findPersistedNotices(userId: string, tripId: string): PersistedNotices | undefined {
  const found = read(keyOf(userId, tripId), stored)
  if (!found) return undefined
  const notices = found.notices.flatMap((one) => {
    const parsed = notice.safeParse(one)
    return parsed.success && parsed.data.trip_id === tripId ? [parsed.data] : []
  })
  return { notices, unread: found.unread }
}

/** The trips of a user that have notices on this device. */
export const listTripsWithNotices = (userId: string): string[] =>
  listKeys().flatMap((key) => (key.startsWith(keyOf(userId, '')) ? [key.slice(keyOf(userId, '').length)] : []))

export function persistNotices(userId: string, tripId: string, { notices, unread }: PersistedNotices): void {
  const key = keyOf(userId, tripId)
  const content = { notices: notices.slice(0, MAX_NOTICES).map(({ join_path: _, ...one }) => one), unread }
  const known = read(key, stored)
  if (known && JSON.stringify({ notices: known.notices, unread: known.unread }) === JSON.stringify(content)) return
  const others = listKeys().filter((other) => other !== key)
  if (others.length >= MAX_TRIPS) {
    const newestFirst = others.toSorted((one, other) => (read(other, stored)?.at ?? 0) - (read(one, stored)?.at ?? 0))
    for (const other of newestFirst.slice(MAX_TRIPS - 1)) deviceStorage.removeItem(other)
  }
  deviceStorage.setItem(key, JSON.stringify({ at: Date.now(), ...content }))
}

/** Persists the notices of the MAX_TRIPS trips with the newest ones, and removes those of all other trips. */
export function persistAllNotices(userId: string, all: readonly (PersistedNotices & { tripId: string })[]): void {
  const newest = ({ notices }: PersistedNotices) => Math.max(0, ...notices.map((one) => Date.parse(one.created_at)))
  const kept = all
    .filter(({ notices, unread }) => notices.length > 0 || unread > 0)
    .toSorted((one, other) => newest(other) - newest(one))
    .slice(0, MAX_TRIPS)
  const ids = new Set(kept.map(({ tripId }) => tripId))
  for (const tripId of listTripsWithNotices(userId)) if (!ids.has(tripId)) forgetNoticesOf(userId, tripId)
  for (const { tripId, ...news } of kept) persistNotices(userId, tripId, news)
}

/** Removes the notices of a trip that the user is no longer in. */
export function forgetNoticesOf(userId: string, tripId: string): void {
  deviceStorage.removeItem(keyOf(userId, tripId))
}

/** Removes everything when somebody signs out. */
export function forgetNotices(): void {
  const unsent = deviceStorage.keys().filter((key) => key.startsWith(UNSENT_PREFIX))
  for (const key of [...listKeys(), ...unsent]) deviceStorage.removeItem(key)
}

/** The version of a notice that was read: an update changes `created_at`. */
export type ReadNotice = Pick<Notice, 'id' | 'created_at'>
const readNotices = z.array(z.object({ id: z.string(), created_at: z.string() }))

/** What a user has read on this device that was not reported to the server yet, oldest first. */
export const listUnsentReads = (userId: string): ReadNotice[] => read(UNSENT_PREFIX + userId, readNotices) ?? []

export function addUnsentReads(userId: string, seen: readonly ReadNotice[]): void {
  const ids = new Set(seen.map(({ id }) => id))
  const others = listUnsentReads(userId).filter(({ id }) => !ids.has(id))
  storeUnsentReads(userId, [...others, ...seen.map(({ id, created_at }) => ({ id, created_at }))])
}

export function removeUnsentReads(userId: string, sent: readonly ReadNotice[]): void {
  const isSent = ({ id, created_at }: ReadNotice) => sent.some((one) => one.id === id && one.created_at === created_at)
  const unsent = listUnsentReads(userId)
  if (unsent.some(isSent))
    storeUnsentReads(
      userId,
      unsent.filter((one) => !isSent(one)),
    )
}

function storeUnsentReads(userId: string, unsent: readonly ReadNotice[]): void {
  if (unsent.length === 0) deviceStorage.removeItem(UNSENT_PREFIX + userId)
  else deviceStorage.setItem(UNSENT_PREFIX + userId, JSON.stringify(unsent.slice(-MAX_UNSENT)))
}

const listKeys = () => deviceStorage.keys().filter((key) => key.startsWith(PREFIX))

function read<Schema extends z.ZodMiniType>(key: string, schema: Schema): z.infer<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(deviceStorage.getItem(key) ?? 'null')).data
  } catch {
    return undefined
  }
}
