import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { CalendarFeed, NewFeed } from '#domain/api/calendar.ts'
import type { PublishedEvent } from '#domain/calendar/cancelled-events.ts'
import { noReminders, type Reminders } from '#domain/calendar/reminders.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { hashOf, newSecret } from '../accounts/secret.ts'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'

/*
 * Feeds: secret addresses at which a calendar app reads a user's trip, or all of their trips.
 * Job: a user creates one for each trip and one for all, gives it another address, or ends it.
 * Invariants: only the hash of a token is stored. A feed never shows more than its user may see when it is read
 *   (feed-text.ts). It ends with the membership, so somebody who joins again needs a new address.
 * Failure: a token that no longer works fails like one that never existed.
 */

type FeedRow = Selectable<Tables['calendar_feeds']>

export interface Feed extends Pick<FeedRow, 'id' | 'user_id' | 'trip_id' | 'fetched_on' | 'zone'> {
  token_hash: string
  reminders: Reminders
  published: readonly PublishedEvent[]
}

/** Whose feed, and its trip; null for all of their trips. */
interface Scope {
  userId: string
  tripId: string | null
}

const scopeOf = (tripId: string | null) => tripId ?? 'all'
const columns = ['created_at', 'fetched_on', 'departure_reminder', 'duty_reminder'] as const

export async function findOwnFeed(db: Db, { userId, tripId }: Scope): Promise<CalendarFeed | null> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select(columns)
    .where('user_id', '=', userId)
    .where('scope', '=', scopeOf(tripId))
    .executeTakeFirst()
  return row ? toResponse(row) : null
}

/**
 * Creates a feed, or gives it another address: the previous one stops working. Its reminders stay, its zone is that of
 * this device. What was published is forgotten, since nobody reads the new address yet.
 * @returns its token, which cannot be read later
 */
export async function makeFeed(
  db: Db,
  { userId, tripId }: Scope,
  { zone }: NewFeed,
  now: Date,
): Promise<{ feed: CalendarFeed; token: string }> {
  const token = newSecret()
  const renewed = {
    token_hash: hashOf(token),
    created_at: now.toISOString(),
    fetched_on: null,
    zone,
    published: storedText([]),
  }
  const row = await db
    .insertInto('calendar_feeds')
    .values({
      id: randomUUID(),
      user_id: userId,
      trip_id: tripId,
      scope: scopeOf(tripId),
      departure_reminder: noReminders.departure,
      duty_reminder: noReminders.duties,
      ...renewed,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'scope']).doUpdateSet(renewed))
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { feed: toResponse(row), token }
}

/** Sets when a feed reminds of what. Does nothing if there is no feed. */
export async function setReminders(db: Db, { userId, tripId }: Scope, { departure, duties }: Reminders): Promise<void> {
  await db
    .updateTable('calendar_feeds')
    .set({ departure_reminder: departure, duty_reminder: duties })
    .where('user_id', '=', userId)
    .where('scope', '=', scopeOf(tripId))
    .execute()
}

export async function removeFeed(db: Db, { userId, tripId }: Scope): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).where('scope', '=', scopeOf(tripId)).execute()
}

/** The feed with this token; undefined if there is none. */
export async function findFeed(db: Db, token: string): Promise<Feed | undefined> {
  const token_hash = hashOf(token)
  const row = await db
    .selectFrom('calendar_feeds')
    .select(['id', 'user_id', 'trip_id', 'zone', 'published', ...columns])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, user_id, trip_id, fetched_on, zone, published, ...reminders } = row
  return {
    id,
    user_id,
    trip_id,
    fetched_on,
    zone,
    token_hash,
    published: Object.entries(published).flatMap(([tripId, events]) =>
      events.map(([id, ...state]): PublishedEvent => [`${id}${uidEnd(tripId)}`, ...state]),
    ),
    reminders: toReminders(reminders),
  }
}

/** What the ids of all events of a trip end with. */
const uidEnd = (tripId: string) => (tripId === '' ? '' : `-${tripId}@wayfare`)
const UID_END = /-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@wayfare$/

/** As it is stored. */
export function storedText(published: readonly PublishedEvent[]): string {
  const byTrip: Record<string, PublishedEvent[]> = {}
  for (const [uid, ...state] of published) {
    const [end = '', tripId = ''] = UID_END.exec(uid) ?? []
    byTrip[tripId] ??= []
    byTrip[tripId].push([uid.slice(0, uid.length - end.length), ...state])
  }
  return JSON.stringify(byTrip)
}

/** Stores that a feed was read, and what it published; writes nothing if that is known. */
export async function recordFetch(
  db: Db,
  feed: Feed,
  now: Date,
  published: readonly PublishedEvent[] = feed.published,
): Promise<void> {
  const fetched_on = now.toISOString().slice(0, 10)
  const stored = published === feed.published ? undefined : storedText(published)
  const isNew = stored !== undefined && stored !== storedText(feed.published)
  if (feed.fetched_on === fetched_on && !isNew) return
  await db
    .updateTable('calendar_feeds')
    .set({ fetched_on, ...(isNew && { published: stored }) })
    .where('id', '=', feed.id)
    // It may have another address since then, at which nothing was published.
    .where('token_hash', '=', feed.token_hash)
    .execute()
}

/** Ends the feeds that users have of a trip, because they are no longer in it. */
export async function removeFeedsOfTrip(trx: Db, tripId: string, userIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('calendar_feeds').where('trip_id', '=', tripId).where('user_id', 'in', userIds).execute()
}

/** Gives a guest's feeds to their account. Where it has one of its own, the guest's ends. */
export async function moveFeeds(trx: Db, guestId: string, accountId: string): Promise<void> {
  const ofAccount = trx
    .selectFrom('calendar_feeds as theirs')
    .select('theirs.scope')
    .where('theirs.user_id', '=', accountId)
  const scopes = (await ofAccount.execute()).map(({ scope }) => scope)
  if (scopes.length > 0)
    await trx.deleteFrom('calendar_feeds').where('user_id', '=', guestId).where('scope', 'in', scopes).execute()
  await trx.updateTable('calendar_feeds').set({ user_id: accountId }).where('user_id', '=', guestId).execute()
}

type ReminderColumns = Pick<FeedRow, 'departure_reminder' | 'duty_reminder'>
type FeedColumns = ReminderColumns & Pick<FeedRow, 'created_at' | 'fetched_on'>

const toReminders = ({ departure_reminder, duty_reminder }: ReminderColumns): Reminders => ({
  departure: departure_reminder,
  duties: duty_reminder,
})

const toResponse = ({ created_at, fetched_on, ...reminders }: FeedColumns): CalendarFeed => ({
  created_at,
  fetched_on: fetched_on as LocalDate | null,
  reminders: toReminders(reminders),
})
