import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { inHashQueue } from './hash-queue.ts'

/*
 * Passwords, as they are stored.
 * Job: whoever reads the table learns no password, not even by trying many.
 * Invariants: a hash says by itself how it was made, `scrypt:N:r:p:salt:key`, so that later ones may be made with more work.
 * Failure: a hash of another form fits no password.
 */

/** OWASP's parameters for 16 MB at a time: four people who sign in at once take no more than a small machine has. */
const WORK = { N: 2 ** 14, r: 8, p: 5 }
const KEY_BYTES = 32
const SALT_BYTES = 16

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** The hash of a password, with a salt of its own. It takes some 0.2 s, beside everything else, unless it is made with less work. */
export async function hashPassword(password: string, work = WORK): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await keyOf(password, salt, work)
  return ['scrypt', work.N, work.r, work.p, salt.toString('base64url'), key.toString('base64url')].join(':')
}

/** Whether a password is the one of a hash. */
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

/** What is typed with composed or with separate accents is the same password: keyboards differ in that. */
function keyOf(password: string, salt: Buffer, work: typeof WORK): Promise<Buffer> {
  return inHashQueue(() =>
    derive(password.normalize('NFKC'), salt, KEY_BYTES, { ...work, maxmem: 256 * work.N * work.r }),
  )
}
