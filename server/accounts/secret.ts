import { createHash, randomBytes } from 'node:crypto'

/** A secret of 192 random bits, as 32 characters that an address or a cookie can hold. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** What is stored of a secret of 128 random bits or more: it needs no salt, and no work that would make guessing slow. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
