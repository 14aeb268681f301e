import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import { hashNewPassword, storePassword } from './own-account.ts'
import { findUser } from './profiles.ts'
import { hashOf, newSecret } from './secret.ts'
import { openSession } from './sessions.ts'
import type { SignedIn } from './sign-in.ts'

/*
 * Links for choosing a new password.
 * Job: the holder of the link, and nobody else, sets a new password for the account, once.
 * Invariants: an account has one link at a time. Only its hash is stored. It works for a day, and once. A new
 *   password ends the link, and every session of the account. Only a link that went to the account's address by mail
 *   shows that the address is its user's.
 * Failure: a link that was used fails like one that never existed. An expired one says so.
 */

export const RESET_HOURS = 24

/**
 * Creates the link of an account and returns its secret, which cannot be read later. The previous link stops working.
 * @param byMail whether only a mail to the account's address contains it
 */
export async function makeReset(
  db: Db,
  userId: string,
  now: Date,
  { byMail = false }: { byMail?: boolean } = {},
): Promise<string> {
  const secret = newSecret()
  const expires_at = new Date(now.getTime() + RESET_HOURS * 60 * 60_000).toISOString()
  const made = { secret_hash: hashOf(secret), expires_at, by_mail: byMail }
  await db
    .insertInto('password_resets')
    .values({ user_id: userId, ...made })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(made))
    .execute()
  return secret
}

/**
 * Sets an account's new password and opens a session. Returns the keys of the sessions that ended, for the caller to
 * report.
 * @throws AppError link_not_found, code_expired, password_too_common about its field
 */
export async function resetPassword(
  db: Db,
  { secret, password }: { secret: string; password: string },
  now: Date,
): Promise<SignedIn & { ended: string[] }> {
  const secret_hash = hashOf(secret)
  const found = await db
    .selectFrom('password_resets')
    .selectAll()
    .where('secret_hash', '=', secret_hash)
    .executeTakeFirst()
  if (!found) throw new AppError('link_not_found', m.api_errors_reset_link_used())
  const lastsMs = Date.parse(found.expires_at) - now.getTime()
  // A link that would last longer was made while the clock was ahead.
  if (lastsMs <= 0 || lastsMs > RESET_HOURS * 60 * 60_000 + 60_000)
    throw new AppError('code_expired', m.api_errors_reset_link_expired({ hours: RESET_HOURS }))
  const hash = await hashNewPassword(password)
  return db.transaction().execute(async (trx) => {
    // If two requests use it at once, the second one finds it deleted.
    const { numDeletedRows } = await trx
      .deleteFrom('password_resets')
      .where('user_id', '=', found.user_id)
      .where('secret_hash', '=', secret_hash)
      .executeTakeFirstOrThrow()
    const user = await findUser(trx, found.user_id)
    if (numDeletedRows === 0n || !user) throw new AppError('link_not_found', m.api_errors_reset_link_used())
    const ended = await storePassword(trx, user.id, hash)
    if (found.by_mail)
      await trx.updateTable('users').set({ email_proven_at: now.toISOString() }).where('id', '=', user.id).execute()
    return { user, token: await openSession(trx, user, now), ended }
  })
}

/** Whether somebody has shown that their address is theirs: anybody can register with any address. */
export async function hasProvenEmail(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('email_proven_at').where('id', '=', userId).executeTakeFirst()
  return Boolean(row?.email_proven_at)
}
