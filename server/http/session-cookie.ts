import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isGuest } from '#domain/access.ts'
import { SESSION_HINT_COOKIE, SESSION_MINUTES } from '#domain/api/auth.ts'
import { AppError } from '#domain/errors.ts'
import type { User } from '#domain/person.ts'
import type { Session } from '../accounts/sessions.ts'
import { ownOrigin } from './client.ts'
import type { AppDeps, AppEnv } from './context.ts'

/** Holds the session's token; no script can read it. */
export const SESSION_COOKIE = 'wayfare_session'

const TOKEN = new RegExp(`(?:^|; ?)${SESSION_COOKIE}=([\\w-]+)(?:;|$)`)
const MAX_AGE = SESSION_MINUTES * 60
/** So long, and no longer, browsers keep a cookie. */
const GUEST_MAX_AGE = 400 * 24 * 60 * 60

/** Hands the session to the browser, together with the hint that there is one. `Secure` wherever the browser uses TLS. */
export function setSessionCookie(c: Context<AppEnv>, deps: AppDeps, token: string, person: User): void {
  const maxAge = isGuest(person) ? GUEST_MAX_AGE : MAX_AGE
  const secure = ownOrigin(c, deps.settings).startsWith('https:')
  setCookie(c, SESSION_COOKIE, token, { path: '/', httpOnly: true, sameSite: 'Lax', maxAge, secure })
  setCookie(c, SESSION_HINT_COOKIE, '1', { path: '/', sameSite: 'Lax', maxAge, secure })
}

export function clearSessionCookie(c: Context<AppEnv>): void {
  deleteCookie(c, SESSION_COOKIE, { path: '/' })
  deleteCookie(c, SESSION_HINT_COOKIE, { path: '/' })
}

/** The token that the browser sent, if any. What does not look like one is none: PostgreSQL takes no NUL even in a question. */
export function sessionToken(c: Context<AppEnv>): string | undefined {
  return TOKEN.exec(c.req.header('cookie') ?? '')?.[1]
}

/** Whether the browser says that somebody is signed in: by both cookies, since its scripts can only remove the hint. */
export function hasSession(c: Context<AppEnv>): boolean {
  return sessionToken(c) !== undefined && getCookie(c, SESSION_HINT_COOKIE) !== undefined
}

/** The session of a request, or undefined for somebody who is not signed in. */
export async function findSession(c: Context<AppEnv>, { sessions }: AppDeps): Promise<Session | undefined> {
  const token = sessionToken(c)
  const session = token ? await sessions.find(token) : undefined
  if (session) c.set('userId', session.user.id)
  return session
}

/** @throws AppError not_signed_in */
export async function requireSession(c: Context<AppEnv>, deps: AppDeps): Promise<Session> {
  const session = await findSession(c, deps)
  if (!session) {
    if (getCookie(c, SESSION_COOKIE) !== undefined) clearSessionCookie(c)
    throw new AppError('not_signed_in')
  }
  return session
}

/** @throws AppError not_signed_in */
export async function requireUser(c: Context<AppEnv>, deps: AppDeps): Promise<User> {
  return (await requireSession(c, deps)).user
}

/** In how many seconds a session ends, if nothing happens. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.round((end.getTime() - now.getTime()) / 1000)
}
