import { createHash, createHmac, type KeyObject, randomBytes } from 'node:crypto'

const SECRET_BYTES = 24

/** A secret of 192 random bits, as 32 characters that fit in a URL or a cookie. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** A secret of the same form, derived from the server's key: the same `purpose` gives the same secret. */
export function deriveSecret(key: KeyObject, purpose: string): string {
  return createHmac('sha256', key).update(purpose).digest().subarray(0, SECRET_BYTES).toString('base64url')
}

/** The stored form of a secret with 128 random bits or more. It needs no salt and no slow hash. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
