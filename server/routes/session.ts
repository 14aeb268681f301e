import type { Context } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { User } from '#domain/person.ts'
import type { Session } from '../accounts/sessions.ts'
import type { AppEnv } from '../http/context.ts'
import { sessionToken } from '../http/session-cookie.ts'
import type { AppDeps } from './app-deps.ts'

/** The session of a request; undefined if it has none, or an expired one. */
export async function findSession(c: Context<AppEnv>, deps: AppDeps): Promise<Session | undefined> {
  const token = sessionToken(c, deps)
  const session = token ? await deps.sessions.find(token) : undefined
  if (session) c.set('userId', session.user.id)
  return session
}

/** Requires a session, and counts writes toward the person's limit. @throws AppError not_signed_in, too_many_writes */
export async function requireSession(c: Context<AppEnv>, deps: AppDeps): Promise<Session> {
  const session = await findSession(c, deps)
  if (!session) throw new AppError('not_signed_in')
  if (!SAFE_METHODS.has(c.req.method) && !c.get('isCounted')) {
    c.set('isCounted', true)
    await deps.attempts.countWrite(session.user.id)
  }
  return session
}

const SAFE_METHODS = new Set(['GET', 'HEAD'])

export async function requireUser(c: Context<AppEnv>, deps: AppDeps): Promise<User> {
  return (await requireSession(c, deps)).user
}
