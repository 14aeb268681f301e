import type { Credentials, Registration } from '#domain/api/credentials.ts'
import { AppError } from '#domain/errors.ts'
import type { AccountHolder, User } from '#domain/person.ts'
import type { Db } from '../db/engine.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { hashPassword, isPasswordOf } from './password.ts'
import { findUser } from './profiles.ts'
import { openSession } from './sessions.ts'

export interface SignedIn {
  user: User
  token: string
}

/** Checks the password and opens a session. @throws AppError as `checkPassword` */
export async function signIn(db: Db, credentials: Credentials, clock: () => Date): Promise<SignedIn> {
  const user = await checkPassword(db, credentials)
  return { user, token: await openSession(db, user, clock()) }
}

/**
 * The user with this e-mail address and password. An unknown address takes as long as a wrong password.
 * @throws AppError wrong_credentials, profile_not_loaded, login_failed
 */
export async function checkPassword(db: Db, { email, password }: Credentials): Promise<User> {
  const account = await findAccount(db, email).catch((cause) => {
    throw new AppError('login_failed', undefined, { cause })
  })
  if (!account) await hashPassword(password)
  if (!account || !(await isPasswordOf(account.password_hash, password))) throw new AppError('wrong_credentials')
  const user = await findUser(db, account.id).catch((cause) => {
    throw new AppError('profile_not_loaded', undefined, { cause })
  })
  if (!user) throw new AppError('profile_not_loaded')
  return user
}

/**
 * Creates an account and opens its first session. Hashes the password before the transaction, to keep that short.
 * @throws AppError as `writeAccount`
 */
export async function signUp(db: Db, registration: Registration, clock: () => Date): Promise<SignedIn> {
  const hash = await hashPassword(registration.password)
  return writeAccount(db, registration, hash, clock())
}

/**
 * Writes account, profile and session in one transaction.
 * @param hash of the password
 * @throws AppError email_exists, profile_not_created, registration_failed
 */
export function writeAccount(db: Db, registration: Registration, hash: string, now: Date): Promise<SignedIn> {
  return db.transaction().execute(async (trx) => {
    const user = await insertAccount(trx, registration, hash, now)
    const token = await openSession(trx, user, now).catch((cause) => {
      throw new AppError('registration_failed', undefined, { cause })
    })
    return { user, token }
  })
}

/**
 * Writes account and profile.
 * @param hash of the password
 * @throws AppError email_exists, profile_not_created, registration_failed
 */
export async function insertAccount(
  trx: Db,
  { email, data }: Registration,
  hash: string,
  now: Date,
): Promise<AccountHolder> {
  const created_at = now.toISOString()
  const { username, full_name, is_beta_user, referred_by } = data
  const user = { id: crypto.randomUUID() as string, username, full_name, email: email.toLowerCase(), is_beta_user }
  try {
    await trx.insertInto('users').values({ id: user.id, email: user.email, referred_by, created_at }).execute()
    await trx.insertInto('credentials').values({ user_id: user.id, password_hash: hash }).execute()
  } catch (cause) {
    throw new AppError(isUniqueViolation(cause) ? 'email_exists' : 'registration_failed', undefined, { cause })
  }
  await trx
    .insertInto('profiles')
    .values({ id: user.id, username, full_name, is_beta_user, created_at })
    .execute()
    .catch((cause) => {
      throw new AppError('profile_not_created', undefined, { cause })
    })
  return user
}

export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst()
  return row !== undefined
}

async function findAccount(db: Db, email: string): Promise<{ id: string; password_hash: string } | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .select(['users.id', 'credentials.password_hash'])
    .where('users.email', '=', email.toLowerCase())
    .executeTakeFirst()
}
