import { createHash } from 'node:crypto'

/** What is stored of a secret of 128 random bits or more: it needs no salt, and no work that would make guessing slow. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
