import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { runHash } from './hash-executor.ts'

/*
 * Passwords, as they are stored.
 * Job: nobody who reads the table learns a password, not even by trying many.
 * Invariants: a hash names its parameters, `scrypt:N:r:p:salt:key`, so that later ones can use more work.
 * Failure: a hash in another format matches no password.
 */

/** OWASP's parameters for 16 MB each: four people who sign in at once need no more than a small machine has. */
const WORK = { N: 2 ** 14, r: 8, p: 5 }
const KEY_BYTES = 32
const SALT_BYTES = 16

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Hashes a password with a random salt. Takes about 0.2 s in the thread pool, less with less `work`. */
export async function hashPassword(password: string, work = WORK): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await keyOf(password, salt, work)
  return ['scrypt', work.N, work.r, work.p, salt.toString('base64url'), key.toString('base64url')].join(':')
}

export async function isPasswordOf(hash: string, password: string): Promise<boolean> {
  const [kind, N, r, p, salt, key] = hash.split(':')
  if (kind !== 'scrypt' || salt === undefined || key === undefined) return false
  const expected = Buffer.from(key, 'base64url')
  if (expected.length !== KEY_BYTES) return false
  return timingSafeEqual(
    await keyOf(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) }),
    expected,
  )
}

/** Keyboards differ in whether accents are composed or separate. Both are the same password. */
function keyOf(password: string, salt: Buffer, work: typeof WORK): Promise<Buffer> {
  return runHash(() => derive(password.normalize('NFKC'), salt, KEY_BYTES, { ...work, maxmem: 256 * work.N * work.r }))
}
