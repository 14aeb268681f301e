import type { Db } from '../db/engine.ts'

/*
 * Which sessions push subscriptions belong to. See notify/subscriptions.ts for the rest.
 * A session that only expires leaves its subscription: an account's ends after 30 minutes without activity, and its
 * user still wants to be told. A session that somebody ends takes it along.
 */

export async function removeSubscriptionsOfSessions(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.deleteFrom('push_subscriptions').where('session_key', 'in', keys).execute()
}

/** Also those of sessions that have expired. */
export async function removeOtherSubscriptions(db: Db, userId: string, exceptSession: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('session_key', '!=', exceptSession)
    .execute()
}

/** A browser gets a new session. What it subscribed stays if the user is the same. */
export async function passOnSubscriptions(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ session_key: to })
    .where('session_key', '=', from)
    .where('user_id', '=', userId)
    .execute()
}

/** Gives a guest's subscriptions to their account, with the pushes that wait, as many as a user may have. */
export async function moveSubscriptions(trx: Db, guestId: string, accountId: string): Promise<void> {
  for (const table of ['push_subscriptions', 'pushes'] as const)
    await trx.updateTable(table).set({ user_id: accountId }).where('user_id', '=', guestId).execute()
  await removeOldest(trx, accountId)
}

/** Per user. The least recently renewed is removed first. */
export const MAX_SUBSCRIPTIONS = 20

export async function removeOldest(trx: Db, userId: string): Promise<void> {
  const all = await trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('renewed_at', 'desc')
    .orderBy('id')
    .execute()
  const tooMany = all.slice(MAX_SUBSCRIPTIONS).map(({ id }) => id)
  if (tooMany.length > 0) await trx.deleteFrom('push_subscriptions').where('id', 'in', tooMany).execute()
}
