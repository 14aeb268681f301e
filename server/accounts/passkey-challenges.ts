import { randomBytes } from 'node:crypto'
import { CHALLENGE_MINUTES } from '#domain/api/passkeys.ts'
import type { Db } from '../db/engine.ts'

/*
 * Challenges, which a passkey signs.
 * Invariants: a challenge works once, within a few minutes, and for what it was made for: to add a passkey to one user,
 *   or to sign in (`userId` null).
 */

const LIFETIME_MS = CHALLENGE_MINUTES * 60_000

export async function makeChallenge(db: Db, userId: string | null, now: Date): Promise<Buffer<ArrayBuffer>> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now.toISOString()).execute()
  const challenge = Buffer.from(randomBytes(32))
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge: challenge.toString('base64url'),
      user_id: userId,
      expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    })
    .execute()
  return challenge
}

/** Uses up the challenge that the browser signed. Returns it; undefined if it does not work. */
export async function takeChallenge(
  db: Db,
  clientDataJSON: string,
  userId: string | null,
  now: Date,
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === undefined) return undefined
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', now.toISOString())
    // A later end was stored while the clock was ahead.
    .where('expires_at', '<=', new Date(now.getTime() + LIFETIME_MS + 60_000).toISOString())
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    // Anything else may have characters that PostgreSQL rejects.
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : undefined
  } catch {
    return undefined
  }
}
