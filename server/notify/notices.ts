import { sql } from 'kysely'
import { MAX_NOTICES, type ReadNotices } from '#domain/api/notices.ts'
import type { Notice } from '#domain/notices/notice.ts'
import type { User } from '#domain/person.ts'
import type { Db } from '../db/engine.ts'
import { isSqlite } from '../db/is-sqlite.ts'
import { tripsOf } from '../trips/trips.ts'

/*
 * The notices of users: what they have been told about their trips.
 * Invariants: nobody sees or gets notices of a trip that they are not in. They end with the membership. An invitation
 *   is about a trip that its user is not in yet.
 * Failure: a request that is repeated changes nothing.
 */

type Listed = Omit<Notice, 'join_path'>
/** An open invitation that a user was told about. */
export type InvitedNotice = Listed & { invitation: { id: string; token_hash: string } }

/** SQLite takes a limited number of values in a statement. */
const PAGE = 500
const DAY_MS = 24 * 60 * 60_000
const MAX_READ_DAYS = 30
const MAX_DAYS = 90

/** The newest notices of a user, without invitations. @param tripId lists only those of this trip */
export async function listNotices(db: Db, person: User, tripId: string | undefined): Promise<Listed[]> {
  const rows = await noticesOf(db, person, tripId)
    .select(['notices.id', 'notices.trip_id', 'trips.name as trip_name', 'kind', 'about'])
    .select(['notices.created_at', 'read_at'])
    .orderBy('notices.created_at', 'desc')
    .orderBy('notices.id')
    .limit(MAX_NOTICES)
    .execute()
  return rows.map(toListed)
}

/** How many notices of each trip are unread, without invitations. */
export async function countUnread(db: Db, person: User): Promise<Record<string, number>> {
  const rows = await noticesOf(db, person, undefined)
    .where('read_at', 'is', null)
    .select('notices.trip_id')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .groupBy('notices.trip_id')
    .execute()
  return Object.fromEntries(rows.map(({ trip_id, count }) => [trip_id, Number(count)]))
}

/** Those of trips that the user may be told about. The same as `canBeTold` says of each trip. */
function noticesOf(db: Db, { id }: User, tripId: string | undefined) {
  return tripsOf(db, id)
    .innerJoin('notices', 'notices.trip_id', 'trips.id')
    .where('notices.user_id', '=', id)
    .where('notices.kind', '!=', 'invited')
    .where('trips.owner_id', 'is not', null)
    .where((eb) => eb.or([eb('trips.owner_id', '=', id), eb('memberships.user_id', 'is not', null)]))
    .$if(tripId !== undefined, (notices) => notices.where('notices.trip_id', '=', tripId ?? ''))
}

/** The open invitations that a user was told about and has not dismissed, to trips that they are not in. */
export async function listInvited(db: Db, { id }: User, now: Date): Promise<InvitedNotice[]> {
  const rows = await tripsOf(db, id)
    .innerJoin('notices', 'notices.trip_id', 'trips.id')
    .innerJoin('invitations', (join) =>
      join
        .onRef('invitations.trip_id', '=', 'notices.trip_id')
        .onRef(sql<string>`cast(invitations.id as text)`, '=', 'notices.subject'),
    )
    .select(['notices.id', 'notices.trip_id', 'trips.name as trip_name', 'kind', 'about', 'subject', 'token_hash'])
    .select(['notices.created_at', 'read_at'])
    .where('notices.user_id', '=', id)
    .where('notices.kind', '=', 'invited')
    .where('notices.read_at', 'is', null)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', now.toISOString())
    .where(({ or, eb, ref }) => or([eb('max_uses', 'is', null), eb('uses', '<', ref('max_uses'))]))
    .where('memberships.user_id', 'is', null)
    .where('trips.owner_id', '!=', id)
    .orderBy('notices.created_at', 'desc')
    .orderBy('notices.id')
    .limit(MAX_NOTICES)
    .execute()
  return rows.map(({ subject, token_hash, ...row }) => ({ ...toListed(row), invitation: { id: subject, token_hash } }))
}

const toListed = ({ read_at, ...notice }: Omit<Listed, 'is_read'> & { read_at: string | null }): Listed => ({
  ...notice,
  is_read: read_at !== null,
})

/** What has been read is not sent any more. Returns the trips that it is about. */
export async function markRead(db: Db, userId: string, { ids, until }: ReadNotices, now: Date): Promise<string[]> {
  const tripIds = new Set<string>()
  for (let start = 0; start < ids.length; start += PAGE) {
    const read = await db
      .updateTable('notices')
      .set({ read_at: now.toISOString(), push_at: null, mail_at: null })
      .where('user_id', '=', userId)
      .where('id', 'in', ids.slice(start, start + PAGE))
      .where('read_at', 'is', null)
      .$if(until !== undefined, (unread) => unread.where('created_at', '<=', until ?? ''))
      .returning('trip_id')
      .execute()
    for (const { trip_id } of read) tripIds.add(trip_id)
  }
  return [...tripIds]
}

/** Somebody who is in a trip is not invited to it any more. */
export async function removeInvited(trx: Db, userId: string, tripIds: readonly string[]): Promise<void> {
  if (tripIds.length === 0) return
  await trx
    .deleteFrom('notices')
    .where('user_id', '=', userId)
    .where('kind', '=', 'invited')
    .where('trip_id', 'in', tripIds)
    .execute()
}

/** Deletes all that users were told about a trip that they leave, how they wanted it, and what waits to be sent. */
export async function removeNoticesOfTrip(trx: Db, tripId: string, userIds: readonly string[]): Promise<void> {
  // Locks out the watch until the commit, so that nobody who is leaving gets a new notice.
  const watch = trx.selectFrom('trip_watches').select('trip_id').where('trip_id', '=', tripId)
  if (!isSqlite(trx)) await watch.forUpdate().execute()
  for (const table of ['notices', 'notice_choices', 'pushes', 'mails'] as const)
    await trx.deleteFrom(table).where('trip_id', '=', tripId).where('user_id', 'in', userIds).execute()
}

/** Gives what a guest was told, and how they wanted it, to their account. Where it has its own, the guest's ends. */
export async function moveNotices(trx: Db, guestId: string, accountId: string): Promise<void> {
  await trx
    .deleteFrom('notices')
    .where('user_id', '=', guestId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('notices as theirs')
          .select('theirs.id')
          .where('theirs.user_id', '=', accountId)
          .whereRef('theirs.trip_id', '=', 'notices.trip_id')
          .whereRef('theirs.kind', '=', 'notices.kind')
          .whereRef('theirs.subject', '=', 'notices.subject'),
      ),
    )
    .execute()
  const chosen = trx.selectFrom('notice_choices as theirs').select('theirs.trip_id').where('user_id', '=', accountId)
  const trips = (await chosen.execute()).map(({ trip_id }) => trip_id)
  if (trips.length > 0)
    await trx.deleteFrom('notice_choices').where('user_id', '=', guestId).where('trip_id', 'in', trips).execute()
  const settings = trx.selectFrom('notice_settings').select('user_id').where('user_id', '=', accountId)
  if (await settings.executeTakeFirst())
    await trx.deleteFrom('notice_settings').where('user_id', '=', guestId).execute()
  for (const table of ['notices', 'notice_choices', 'notice_settings'] as const)
    await trx.updateTable(table).set({ user_id: accountId }).where('user_id', '=', guestId).execute()
}

/** All that a user was told about a trip, for their export. */
export const listOwnNotices = (db: Db, tripId: string, userId: string) =>
  db
    .selectFrom('notices')
    .select(['kind', 'about', 'created_at', 'read_at'])
    .where('trip_id', '=', tripId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Deletes what is old, and what is more than a user may have of a trip. */
export async function sweepNotices(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  await db
    .deleteFrom('notices')
    .where((eb) => eb.or([eb('read_at', '<', before(MAX_READ_DAYS)), eb('created_at', '<', before(MAX_DAYS))]))
    .execute()
  const full = await db
    .selectFrom('notices')
    .select(['user_id', 'trip_id'])
    .groupBy(['user_id', 'trip_id'])
    .having((eb) => eb.fn.countAll<number>(), '>', MAX_NOTICES)
    .execute()
  for (const { user_id, trip_id } of full) {
    const ofTrip = db.selectFrom('notices').where('user_id', '=', user_id).where('trip_id', '=', trip_id)
    const newest = await ofTrip.select('id').orderBy('created_at', 'desc').orderBy('id').limit(MAX_NOTICES).execute()
    await db
      .deleteFrom('notices')
      .where('user_id', '=', user_id)
      .where('trip_id', '=', trip_id)
      .where(
        'id',
        'not in',
        newest.map(({ id }) => id),
      )
      // One that was added meanwhile stays until the next time.
      .where('created_at', '<=', now.toISOString())
      .execute()
  }
}
