import { ECDH, randomUUID } from 'node:crypto'
import type { PushResponse, PushSubscriptionRequest } from '#domain/api/notices.ts'
import { AppError } from '#domain/errors.ts'
import { isTimeZone } from '#domain/today/clock.ts'
import { removeOldest } from '../accounts/push-subscriptions.ts'
import { hashOf } from '../accounts/secret.ts'
import type { Db } from '../db/engine.ts'
import { isMissingReference } from '../db/violations.ts'

/*
 * The browsers to which pushes go.
 * Job: a browser says at each start of the app where it gets pushes, so that what has changed there is known.
 * Invariants: an endpoint belongs to one user, who signed in last in that browser. A user has a limited number.
 * Failure: a browser that cannot be reached stays for a month, as its push service may be down. The user sees it.
 */

/** After so long without a push that arrived and without a start of the app, a browser is not coming back. */
const MAX_FAILING_MS = 30 * 24 * 60 * 60_000

interface Subscriber {
  userId: string
  sessionKey: string
  /** Such as 'Chrome on Android'. */
  device: string
}

/** Stores or renews a subscription. @throws AppError push_not_allowed, not_signed_in */
export async function storeSubscription(
  db: Db,
  { userId, sessionKey, device }: Subscriber,
  { endpoint, keys, public_key, zone: sent = '' }: PushSubscriptionRequest,
  now: Date,
): Promise<void> {
  if (!isPoint(keys.p256dh)) throw new AppError('push_not_allowed', undefined, { reason: 'keys.p256dh: Not a key' })
  const endpoint_hash = hashOf(endpoint)
  const renewed_at = now.toISOString()
  // One that only the browser knows is of no use here.
  const zone = sent !== '' && isTimeZone(sent) ? sent : ''
  const change = { user_id: userId, session_key: sessionKey, ...keys, public_key, device, zone, renewed_at }
  const storing = db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('push_subscriptions')
      .select(['id', 'p256dh', 'auth', 'public_key'])
      .where('endpoint_hash', '=', endpoint_hash)
      .executeTakeFirst()
    const hasNewKeys = known?.p256dh !== keys.p256dh || known.auth !== keys.auth || known.public_key !== public_key
    const fresh = { failures: 0, failed_since: null }
    await trx
      .insertInto('push_subscriptions')
      .values({ id: randomUUID(), endpoint, endpoint_hash, created_at: renewed_at, ...change, ...fresh })
      // Renewing does not prove that pushes arrive.
      .onConflict((row) => row.column('endpoint_hash').doUpdateSet({ ...change, ...(hasNewKeys && fresh) }))
      .execute()
    if (known)
      await trx.deleteFrom('pushes').where('subscription_id', '=', known.id).where('user_id', '!=', userId).execute()
    await removeOldest(trx, userId)
  })
  await storing.catch((cause) => {
    // The account was deleted in the meantime.
    throw isMissingReference(cause) ? new AppError('not_signed_in', undefined, { cause }) : cause
  })
}

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url', 'hex', 'compressed')
    return true
  } catch {
    return false
  }
}

/**
 * Removes a subscription of the user. Another user's subscription in the same browser is left alone: the browser drops
 * it at its next start, or the new one replaces it.
 */
export async function removeSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint_hash', '=', hashOf(endpoint))
    .execute()
}

/** The devices of a user that get pushes, newest first. */
export async function listDevices(db: Db, userId: string, sessionKey: string): Promise<PushResponse['devices']> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'device', 'session_key', 'failed_since'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ session_key, ...device }) => ({ ...device, is_this: session_key === sessionKey }))
}

/** Browsers accept only what is signed with the key for which they subscribed. Returns how many there were. */
export async function removeSubscriptionsOfOtherKeys(db: Db, publicKey: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('public_key', '!=', publicKey)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function removeSubscriptions(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('push_subscriptions').where('id', 'in', ids).execute()
}

export async function recordFailures(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('push_subscriptions')
    .set((eb) => ({
      failures: eb('failures', '+', 1),
      failed_since: eb.fn.coalesce('failed_since', eb.val(now.toISOString())),
    }))
    .where('id', 'in', ids)
    .execute()
}

export async function recordSuccesses(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('push_subscriptions')
    .set({ failures: 0, failed_since: null })
    .where('id', 'in', ids)
    .where('failures', '>', 0)
    .execute()
}

/** Removes subscriptions that have only failed for a month and were not renewed. */
export async function sweepSubscriptions(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - MAX_FAILING_MS).toISOString()
  await db
    .deleteFrom('push_subscriptions')
    .where('failed_since', '<', oldest)
    .where('renewed_at', '<', oldest)
    .execute()
}
