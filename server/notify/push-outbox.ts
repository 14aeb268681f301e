import { type Insertable, type Selectable, sql } from 'kysely'
import { canBeTold, roleIn } from '#domain/access.ts'
import type { PushContent } from '#domain/api/notices.ts'
import { groupBy } from '#domain/group-by.ts'
import { defaultQuietHours, wants } from '#domain/notices/choices.ts'
import { type NoticeKind, toNoticeName } from '#domain/notices/notice.ts'
import { quietUntil } from '#domain/notices/quiet-hours.ts'
import type { Db } from '../db/engine.ts'
import { isSqlite } from '../db/is-sqlite.ts'
import type { Tables } from '../db/tables.ts'
import { loadQuietHours } from './choices.ts'

/*
 * The outbox: the pushes that have not been sent yet, at most one for each subscription and trip.
 * Job: a push survives a restart and is sent by one of the processes.
 * Invariants: leased pushes belong to one process for LEASE_MS. `tries` grows with each lease, and when something else
 *   is new in the trip: a sender finishes a push by the number that it leased, so nothing new is lost. A sender
 *   reschedules only pushes that it still leases. Rows are locked in the order of subscription and trip.
 * Failure: if the process that leased pushes dies, another one sends them after the lease, at worst a second time.
 */

export type OutboxPush = Pick<
  Selectable<Tables['pushes']>,
  'id' | 'subscription_id' | 'user_id' | 'trip_id' | 'is_urgent' | 'created_at' | 'tries' | 'failures' | 'next_try_at'
>

/** Longer than a batch may take. */
const LEASE_MS = 5 * 60_000
/** A push is tried again after this at the latest: longer than a pause and a lease. */
const MAX_RETRY_MS = 75 * 60_000
/** A push that could not be sent for this long is given up. */
export const MAX_PUSH_AGE_MS = 24 * 60 * 60_000

/** SQLite takes a limited number of values in a statement. */
const INSERT_PAGE = 500

/** Adds pushes. One that waits already is sent with what is unread then. */
export async function addPushes(trx: Db, pushes: readonly Insertable<Tables['pushes']>[]): Promise<void> {
  const keyOf = ({ subscription_id, trip_id }: Insertable<Tables['pushes']>) => `${subscription_id} ${trip_id}`
  const inOrder = pushes.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  for (let start = 0; start < inOrder.length; start += INSERT_PAGE)
    await insertPushes(trx, inOrder.slice(start, start + INSERT_PAGE))
}

async function insertPushes(trx: Db, pushes: Insertable<Tables['pushes']>[]): Promise<void> {
  await trx
    .insertInto('pushes')
    .values(pushes)
    .onConflict((conflict) =>
      conflict.columns(['subscription_id', 'trip_id']).doUpdateSet((eb) => ({
        created_at: eb.ref('excluded.created_at'),
        is_urgent: eb
          .case()
          .when('excluded.is_urgent', '=', true)
          .then(eb.ref('excluded.is_urgent'))
          .else(eb.ref('pushes.is_urgent'))
          .end(),
        // What may come at any time is not held back with something else.
        quiet_zone: eb
          .case()
          .when('pushes.quiet_zone', 'is', null)
          .then(eb.ref('pushes.quiet_zone'))
          .else(eb.ref('excluded.quiet_zone'))
          .end(),
        // A push held for quiet hours may be scheduled an hour ahead.
        next_try_at: eb
          .case()
          .when(eb.and([eb('excluded.quiet_zone', 'is', null), eb('pushes.quiet_zone', 'is not', null)]))
          .then(eb.ref('excluded.next_try_at'))
          .else(eb.ref('pushes.next_try_at'))
          .end(),
        // It may be on its way with an older count.
        tries: eb('pushes.tries', '+', 1),
      })),
    )
    .execute()
}

/**
 * Leases the pushes that have been due longest.
 * @param trx a transaction: its row locks keep other processes out
 */
export async function leasePushes(trx: Db, now: Date, limit: number): Promise<OutboxPush[]> {
  const tryAgainAt = new Date(now.getTime() + LEASE_MS).toISOString()
  const due = await trx
    .selectFrom('pushes')
    .select('id')
    .where(({ or, eb }) =>
      or([
        eb('next_try_at', '<=', now.toISOString()),
        // Stored while the clock was ahead.
        eb('next_try_at', '>', new Date(now.getTime() + MAX_RETRY_MS).toISOString()),
      ]),
    )
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(limit)
    // Of several processes, each gets others. SQLite has one process.
    .$if(!isSqlite(trx), (query) => query.forUpdate().skipLocked())
    .execute()
  if (due.length === 0) return []
  return trx
    .updateTable('pushes')
    .set((eb) => ({ tries: eb('tries', '+', 1), next_try_at: tryAgainAt }))
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .returning([
      'id',
      'subscription_id',
      'user_id',
      'trip_id',
      'is_urgent',
      'created_at',
      'tries',
      'failures',
      'next_try_at',
    ])
    .execute()
}

export interface ReadyPush {
  content: PushContent
  endpoint: string
  p256dh: string
  auth: string
  /** Since when all attempts have failed; null if the last one did not. */
  failedSince: string | null
  /** When its user's quiet hours end; undefined if they don't hold it back now. A retry may fall into them. */
  quietUntil: Date | undefined
}

/** What pushes say now, by their id. Those that are not to be sent any more are missing. */
export async function loadReadyPushes(db: Db, ids: readonly string[], now: Date): Promise<Map<string, ReadyPush>> {
  const rows = await db
    .selectFrom('pushes')
    .innerJoin('push_subscriptions as subscriptions', (join) =>
      join
        .onRef('subscriptions.id', '=', 'pushes.subscription_id')
        // Somebody else may have signed in in this browser.
        .onRef('subscriptions.user_id', '=', 'pushes.user_id'),
    )
    .innerJoin('trips', 'trips.id', 'pushes.trip_id')
    .innerJoin('users', 'users.id', 'pushes.user_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.trip_id', '=', 'pushes.trip_id').onRef('memberships.user_id', '=', 'pushes.user_id'),
    )
    .leftJoin('notice_choices as choices', (join) =>
      join.onRef('choices.trip_id', '=', 'pushes.trip_id').onRef('choices.user_id', '=', 'pushes.user_id'),
    )
    .select([
      ...([
        'pushes.id',
        'pushes.trip_id',
        'pushes.user_id',
        'trips.name',
        'trips.owner_id',
        'users.email',
        'email_proven_at',
      ] as const),
      ...(['memberships.role', 'choices.is_off', 'choices.choices', 'endpoint', 'p256dh', 'auth'] as const),
      ...(['failed_since', 'quiet_zone'] as const),
    ])
    .select(({ selectFrom }) =>
      selectFrom('notices')
        .innerJoin('invitations', 'invitations.trip_id', 'notices.trip_id')
        .select(({ fn }) => fn.countAll<number | string>().as('invitations'))
        .whereRef('notices.user_id', '=', 'pushes.user_id')
        .whereRef('notices.trip_id', '=', 'pushes.trip_id')
        .where('notices.read_at', 'is', null)
        .where('notices.kind', '=', 'invited')
        .whereRef(sql<string>`cast(invitations.id as text)`, '=', 'notices.subject')
        .where('invitations.revoked_at', 'is', null)
        .where('invitations.expires_at', '>', now.toISOString())
        .where(({ or, eb, ref }) => or([eb('max_uses', 'is', null), eb('uses', '<', ref('max_uses'))]))
        .as('invitations'),
    )
    .where('pushes.id', 'in', ids)
    .where('trips.deleted_at', 'is', null)
    .execute()
  const unreadOf = await loadUnread(db, ids)
  const settings = await loadQuietHours(db, [...new Set(rows.map(({ user_id }) => user_id))])
  const ready = new Map<string, ReadyPush>()
  for (const { id, user_id, email, role: membership, is_off, invitations, failed_since, ...row } of rows) {
    const role = roleIn({ id: user_id, email, is_beta_user: false }, row, membership)
    // Non-members get only their open invitation.
    const isInvited = role === null
    const { endpoint, p256dh, auth, name, trip_id, choices, quiet_zone, email_proven_at } = row
    const unread = unreadOf.get(id) ?? []
    const count = isInvited ? Number(invitations) : unread.reduce((sum, one) => sum + one.count, 0)
    const isWanted = isInvited || unread.some(({ kind }) => wants(choices ?? {}, kind, 'push'))
    if (is_off || count === 0 || !isWanted || !canBeTold({ email }, { role: role ?? 'member' })) continue
    // Anyone can register with any address, so an unproven one doesn't learn the trip's name.
    const mayKnow = !isInvited || email_proven_at !== null
    const content = { trip: mayKnow ? toNoticeName(name) : '', trip_id, count, ...(isInvited && { is_invited: true }) }
    const quiet = settings.get(user_id) ?? defaultQuietHours
    const until = quiet_zone === null ? undefined : quietUntil(quiet, now, quiet_zone)
    ready.set(id, { content, endpoint, p256dh, auth, failedSince: failed_since, quietUntil: until })
  }
  return ready
}

/** How many notices of each kind are unread, by the ids of pushes; without invitations. */
async function loadUnread(db: Db, ids: readonly string[]): Promise<Map<string, { kind: NoticeKind; count: number }[]>> {
  const rows = await db
    .selectFrom('pushes')
    .innerJoin('notices', (join) =>
      join.onRef('notices.user_id', '=', 'pushes.user_id').onRef('notices.trip_id', '=', 'pushes.trip_id'),
    )
    .select(['pushes.id', 'kind'])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('pushes.id', 'in', ids)
    .where('read_at', 'is', null)
    .where('kind', '!=', 'invited')
    .groupBy(['pushes.id', 'kind'])
    .execute()
  return groupBy(
    rows.map(({ count, ...row }) => ({ ...row, count: Number(count) })),
    ({ id }) => id,
  )
}

/**
 * Removes pushes that are done. One to which something was added in the meantime is due again.
 * @param trx a transaction
 */
export async function finishPushes(trx: Db, pushes: readonly OutboxPush[], now: Date): Promise<void> {
  if (pushes.length === 0) return
  await lock(trx, pushes)
  let removed = 0n
  for (const [tries, group] of groupBy(pushes, (push) => push.tries)) {
    const { numDeletedRows } = await trx
      .deleteFrom('pushes')
      .where('id', 'in', idsOf(group))
      .where('tries', '=', tries)
      .executeTakeFirstOrThrow()
    removed += numDeletedRows
  }
  if (removed < BigInt(pushes.length)) await setNextTry(trx, pushes, { next_try_at: now.toISOString() })
}

/**
 * Schedules leased pushes for another attempt.
 * @param trx a transaction
 * @param haveFailed whether an attempt was made and failed: pauses grow with failures
 */
export async function postponePushes(
  trx: Db,
  pushes: readonly OutboxPush[],
  until: Date,
  { haveFailed = false }: { haveFailed?: boolean } = {},
): Promise<void> {
  if (pushes.length === 0) return
  await lock(trx, pushes)
  await setNextTry(trx, pushes, { next_try_at: until.toISOString(), failures: haveFailed ? 1 : 0 })
}

/** Only pushes that this sender still leases: a lease can expire, and an addition can make a push due at once. */
async function setNextTry(
  trx: Db,
  pushes: readonly OutboxPush[],
  { next_try_at, failures = 0 }: { next_try_at: string; failures?: number },
): Promise<void> {
  for (const [leasedUntil, group] of groupBy(pushes, (push) => push.next_try_at))
    await trx
      .updateTable('pushes')
      .set((eb) => ({ next_try_at, failures: eb('failures', '+', failures) }))
      .where('id', 'in', idsOf(group))
      .where('next_try_at', '=', leasedUntil)
      .execute()
}

/** In the same order as `addPushes`: otherwise each might wait for a row that the other has locked. */
async function lock(trx: Db, pushes: readonly OutboxPush[]): Promise<void> {
  if (isSqlite(trx)) return
  await trx
    .selectFrom('pushes')
    .select('id')
    .where('id', 'in', idsOf(pushes))
    .orderBy('subscription_id')
    .orderBy('trip_id')
    .forUpdate()
    .execute()
}

/** Removes pushes past their age limit. If pushes are switched off, no sender would remove them. */
export async function sweepPushes(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - MAX_PUSH_AGE_MS - LEASE_MS).toISOString()
  await db.deleteFrom('pushes').where('created_at', '<', oldest).execute()
}

const idsOf = (pushes: readonly Pick<OutboxPush, 'id'>[]) => pushes.map(({ id }) => id)
