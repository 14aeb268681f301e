import type { OpenSession, ProfileChange } from '#domain/api/account.ts'
import { isCommonPassword } from '#domain/common-passwords.ts'
import { AppError } from '#domain/errors.ts'
import type { AccountHolder } from '#domain/person.ts'
import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import { removePasskeys } from './passkeys.ts'
import { hashPassword } from './password.ts'
import { removeOtherSubscriptions, removeSubscriptionsOfSessions } from './push-subscriptions.ts'
import { hashOf } from './secret.ts'
import { checkPassword } from './sign-in.ts'

export async function changeProfile<Person extends AccountHolder>(
  db: Db,
  person: Person,
  change: ProfileChange,
): Promise<Person> {
  await db.updateTable('profiles').set(change).where('id', '=', person.id).execute()
  return { ...person, ...change }
}

/**
 * Changes an account's password and ends its other sessions. Returns the keys of those, for the caller to report.
 * @param sessionKey of the session that asks
 * @throws AppError password_too_common, about its field
 */
export async function changePassword(db: Db, userId: string, password: string, sessionKey: string): Promise<string[]> {
  const hash = await hashNewPassword(password)
  return db.transaction().execute((trx) => storePassword(trx, userId, hash, sessionKey))
}

/**
 * Checks the password of a user who is signed in.
 * @param at the field in which they have typed it
 * @throws AppError wrong_credentials about that field
 */
export async function requirePassword(db: Db, email: string, password: string, at: string): Promise<void> {
  await checkPassword(db, { email, password }).catch((failure) => {
    const isWrong = failure instanceof AppError && failure.code === 'wrong_credentials'
    throw isWrong ? new AppError('wrong_credentials', m.api_errors_own_password_wrong(), { at }) : failure
  })
}

/** @throws AppError password_too_common, about its field */
export async function hashNewPassword(password: string): Promise<string> {
  if (isCommonPassword(password)) throw new AppError('password_too_common', undefined, { at: 'password' })
  return hashPassword(password)
}

/**
 * Stores a new password and ends all other ways to sign in: all sessions but one, passkeys, the code for another
 * device, and the link for a forgotten password. Calendar feeds end too. Returns the keys of the sessions that ended,
 * for the caller to report after the commit.
 * @param except the key of the session that stays, if any
 */
export async function storePassword(trx: Db, userId: string, password_hash: string, except = ''): Promise<string[]> {
  await trx.updateTable('credentials').set({ password_hash }).where('user_id', '=', userId).execute()
  await trx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  await removePasskeys(trx, userId)
  return endOtherSessions(trx, userId, except)
}

/**
 * Ends a user's sessions except one, with their pushes, the device code, which would open the next one, and their
 * calendar feeds: somebody who has stolen a session may have made one. Returns the keys of the sessions that ended, for
 * the caller to report.
 */
export async function endOtherSessions(db: Db, userId: string, except: string): Promise<string[]> {
  await db.deleteFrom('device_codes').where('user_id', '=', userId).execute()
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
  await removeOtherSubscriptions(db, userId, except)
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', except)
    .returning('token_hash')
    .execute()
  return ended.map(({ token_hash }) => token_hash)
}

/**
 * Ends one of a user's sessions by its name in `listSessions`, and a device code that it may have shown. Does nothing
 * if it has already ended.
 */
export async function endSession(db: Db, userId: string, name: string): Promise<string[]> {
  const all = await db.selectFrom('sessions').select('token_hash').where('user_id', '=', userId).execute()
  const ended = all.map(({ token_hash }) => token_hash).filter((key) => nameOf(key) === name)
  if (ended.length > 0) await db.deleteFrom('device_codes').where('user_id', '=', userId).execute()
  for (const key of ended) await db.deleteFrom('sessions').where('token_hash', '=', key).execute()
  await removeSubscriptionsOfSessions(db, ended)
  return ended
}

/** The user's sessions: this device first, then the most recently used. */
export async function listSessions(db: Db, userId: string, sessionKey: string, now: Date): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['token_hash', 'device', 'created_at', 'extended_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('extended_at', 'desc')
    .execute()
  return rows
    .map(({ token_hash, device, created_at, extended_at }) => ({
      key: nameOf(token_hash),
      device,
      began_at: created_at,
      seen_at: extended_at,
      is_this: token_hash === sessionKey,
    }))
    .toSorted((one, other) => Number(other.is_this) - Number(one.is_this))
}

/** A name that does not expose the stored hash of the token. */
const nameOf = (key: string) => hashOf(key).slice(0, 16)
