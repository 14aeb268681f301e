import { createHash, createHmac, type KeyObject, randomBytes } from 'node:crypto'

const SECRET_BYTES = 24

/** A secret of 192 random bits, as 32 characters that an address or a cookie can hold. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** A secret like those of `newSecret`, which can be worked out again from the server's key and the same `purpose`. */
export function deriveSecret(key: KeyObject, purpose: string): string {
  return createHmac('sha256', key).update(purpose).digest().subarray(0, SECRET_BYTES).toString('base64url')
}

/** What is stored of a secret of 128 random bits or more: it needs no salt, and no work that would make guessing slow. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
