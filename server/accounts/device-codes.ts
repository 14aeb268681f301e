import { randomInt, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { DeviceCodeMade } from '#domain/api/account-recovery.ts'
import { DEVICE_CODE_LENGTH, DEVICE_CODE_LETTERS, DEVICE_CODE_MINUTES, parseDeviceCode } from '#domain/device-code.ts'
import { AppError } from '#domain/errors.ts'
import type { Db } from '../db/engine.ts'
import { runHash } from './hash-executor.ts'
import { findUser } from './profiles.ts'
import { openSession, type Session } from './sessions.ts'
import type { SignedIn } from './sign-in.ts'

/*
 * Codes by which a user who is signed in signs in on another device.
 * Job: 8 letters and digits, read from one screen and typed on another, within 10 minutes.
 * Invariants: a user has one code at a time. It works once, however many use it at the same time. Only a hash is
 *   stored. A plain hash of 40 bits could be cracked within minutes; this one takes so long that the code has expired
 *   by then. It has no salt, because only the code says whose it is.
 * Failure: a code that does not work says why: it is unknown, used or expired. If the answer is lost, the code is used
 *   up, and the user creates another.
 */

const derive = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt)
const hashOfCode = async (code: string) =>
  (await runHash(() => derive(code, 'wayfare device code', 32, { N: 2 ** 14, r: 8, p: 1 }))).toString('base64url')

/** Creates a code for the user of a session. The previous code stops working. @throws AppError not_signed_in */
export async function makeDeviceCode(
  db: Db,
  { user: person, key }: Pick<Session, 'user' | 'key'>,
  now: Date,
): Promise<DeviceCodeMade> {
  const letters = Array.from(
    { length: DEVICE_CODE_LENGTH },
    () => DEVICE_CODE_LETTERS[randomInt(DEVICE_CODE_LETTERS.length)],
  )
  const code = letters.join('')
  const expires_at = new Date(now.getTime() + DEVICE_CODE_MINUTES * 60_000).toISOString()
  const code_hash = await hashOfCode(code)
  await db.transaction().execute(async (trx) => {
    // A session that began with a link ends with it, and so do the sessions opened with its codes.
    const session = await trx
      .selectFrom('sessions')
      .select(['by_link', 'by_help'])
      .where('token_hash', '=', key)
      .executeTakeFirst()
    // The session has ended in the meantime, so nobody knows how it began.
    if (!session) throw new AppError('not_signed_in')
    const row = { code_hash, expires_at, used_at: null, ...session }
    await trx
      .insertInto('device_codes')
      .values({ user_id: person.id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
  })
  return { code, expires_in: DEVICE_CODE_MINUTES * 60 }
}

/**
 * Opens a session for the user of a code.
 * @param typed as the user has typed it
 * @throws AppError code_not_found, code_used, code_expired
 */
export async function signInByCode(db: Db, typed: string, now: Date): Promise<SignedIn> {
  const code = parseDeviceCode(typed)
  if (!code) throw refused('code_not_found')
  const hash = await hashOfCode(code)
  return db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('device_codes')
      .set({ used_at: now.toISOString() })
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now.toISOString())
      // A later end was stored while the clock was ahead.
      .where('expires_at', '<=', new Date(now.getTime() + (DEVICE_CODE_MINUTES + 1) * 60_000).toISOString())
      .returning(['user_id', 'by_link', 'by_help'])
      .executeTakeFirst()
    const user = used && (await findUser(trx, used.user_id))
    if (!user) throw refused(await findReason(trx, hash))
    return { user, token: await openSession(trx, user, now, { byLink: used.by_link, isHelped: used.by_help }) }
  })
}

/** Shown at the field for the code. */
const refused = (why: 'code_not_found' | 'code_used' | 'code_expired') => new AppError(why, undefined, { at: 'code' })

async function findReason(db: Db, hash: string) {
  const known = await db.selectFrom('device_codes').select('used_at').where('code_hash', '=', hash).executeTakeFirst()
  if (!known) return 'code_not_found'
  return known.used_at === null ? 'code_expired' : 'code_used'
}
