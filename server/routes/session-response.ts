import type { Context } from 'hono'
import type { SessionNews } from '#domain/api/account-recovery.ts'
import type { SessionResponse } from '#domain/api/auth.ts'
import { isGuest, type User } from '#domain/person.ts'
import { deviceName } from '../accounts/device-name.ts'
import { passOnSubscriptions } from '../accounts/push-subscriptions.ts'
import { hashOf } from '../accounts/secret.ts'
import { sessionSeconds } from '../accounts/sessions.ts'
import type { SignedIn } from '../accounts/sign-in.ts'
import type { Db } from '../db/engine.ts'
import type { AppEnv } from '../http/context.ts'
import { sessionToken, setSessionCookie } from '../http/session-cookie.ts'
import { listMergedGuests } from '../people/merge-guest.ts'
import { findLastUse } from '../people/personal-links.ts'
import type { AppDeps } from './app-deps.ts'

export async function sessionResponseFor(db: Db, user: User, expires_in: number): Promise<SessionResponse> {
  const news = await findNews(db, user)
  return { user, expires_in, ...(news && { news }) }
}

async function findNews(db: Db, user: User): Promise<SessionNews | undefined> {
  if (isGuest(user)) {
    const link_used_at = await findLastUse(db, user.id)
    return link_used_at === undefined ? undefined : { link_used_at }
  }
  const formerly = await listMergedGuests(db, user.id)
  return formerly.length === 0 ? undefined : { formerly }
}

/** Sends a new session to the browser, and ends its previous one. */
export async function respondWithNewSession(
  c: Context<AppEnv>,
  deps: AppDeps,
  { user, token }: SignedIn,
): Promise<Response> {
  const formerToken = sessionToken(c, deps)
  if (formerToken) {
    await passOnSubscriptions(deps.db, user.id, { from: hashOf(formerToken), to: hashOf(token) })
    await deps.sessions.end(formerToken)
  }
  const device = deviceName(c.req.header('user-agent'))
  if (device) await deps.db.updateTable('sessions').set({ device }).where('token_hash', '=', hashOf(token)).execute()
  setSessionCookie(c, deps, token, user)
  return c.json<SessionResponse>(await sessionResponseFor(deps.db, user, sessionSeconds(user)))
}
