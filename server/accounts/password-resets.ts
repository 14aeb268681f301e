import { AppError } from '#domain/errors.ts'
import type { Db } from '../db/engine.ts'
import { hashNewPassword, storePassword } from './own-account.ts'
import { findUser } from './profiles.ts'
import { hashOf, newSecret } from './secret.ts'
import { openSession } from './sessions.ts'
import type { SignedIn } from './sign-in.ts'

/*
 * The link by which somebody chooses another password who has forgotten theirs.
 * Job: whoever has the link, and nobody else, gives the account another password, once.
 * Invariants: an account has one link at a time, of which a hash is stored; it is good for a day, and for one use; another password
 *   ends it, and every session of the account ends with the old password.
 * Failure: a link that opens nothing is not told apart from one that never was; one that is too old says so.
 */

/** How long a link is good. */
export const RESET_HOURS = 24

const OVER = 'This link no longer works: it works once, and a newer one takes its place.'

/** Makes the link of an account, and answers its secret: nobody can learn that later. The one before ends. */
export async function makeReset(db: Db, userId: string, now: Date): Promise<string> {
  const secret = newSecret()
  const expires_at = new Date(now.getTime() + RESET_HOURS * 60 * 60_000).toISOString()
  const made = { secret_hash: hashOf(secret), expires_at }
  await db
    .insertInto('password_resets')
    .values({ user_id: userId, ...made })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(made))
    .execute()
  return secret
}

/**
 * Gives an account another password, and opens a session. Answers the keys of the sessions that have ended, for `noteEnded`.
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
  if (!found) throw new AppError('link_not_found', OVER)
  if (found.expires_at <= now.toISOString())
    throw new AppError('code_expired', `This link is too old: it was good for ${RESET_HOURS} hours.`)
  const hash = await hashNewPassword(password)
  return db.transaction().execute(async (trx) => {
    // Of two who use it at once the second finds it gone.
    const { numDeletedRows } = await trx
      .deleteFrom('password_resets')
      .where('user_id', '=', found.user_id)
      .where('secret_hash', '=', secret_hash)
      .executeTakeFirstOrThrow()
    const user = await findUser(trx, found.user_id)
    if (numDeletedRows === 0n || !user) throw new AppError('link_not_found', OVER)
    const ended = await storePassword(trx, user.id, hash)
    return { user, token: await openSession(trx, user, now), ended }
  })
}
