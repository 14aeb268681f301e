import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { SESSION_HINT_COOKIE, SESSION_MINUTES } from '#domain/api/auth.ts'
import { AppError } from '#domain/errors.ts'
import { isGuest, type User } from '#domain/person.ts'
import type { Session } from '../accounts/sessions.ts'
import { ownOrigin } from './client.ts'
import type { AppDeps, AppEnv } from './context.ts'

/**
 * Holds the session's token; no script can read it. Where browsers use TLS its name begins with `__Host-`: no other host, and nobody
 * in between, can give them one.
 */
const SESSION_COOKIE = 'wayfare_session'

const TOKENS = { secure: tokenIn(`__Host-${SESSION_COOKIE}`), plain: tokenIn(SESSION_COOKIE) }

function tokenIn(name: string): RegExp {
  return new RegExp(`(?:^|; ?)${name}=([\\w-]+)(?:;|$)`)
}
const MAX_AGE = SESSION_MINUTES * 60
/** So long, and no longer, browsers keep a cookie. */
const GUEST_MAX_AGE = 400 * 24 * 60 * 60

/**
 * Hands the session to the browser, together with the hint that there is one. `Secure` wherever the browser uses TLS.
 * @param seconds how long the session lives, where that is longer than usual
 */
export function setSessionCookie(
  c: Context<AppEnv>,
  deps: AppDeps,
  token: string,
  person: User,
  seconds = MAX_AGE,
): void {
  const maxAge = isGuest(person) ? GUEST_MAX_AGE : Math.max(MAX_AGE, seconds)
  const secure = isSecure(c, deps)
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge,
    secure,
    ...(secure && { prefix: 'host' as const }),
  } as const
  setCookie(c, SESSION_COOKIE, token, options)
  setCookie(c, SESSION_HINT_COOKIE, '1', { path: '/', sameSite: 'Lax', maxAge, secure })
}

/**
 * Takes the session from the browser: where that is asked for, and never with a refusal. The cookie that is there when a late answer
 * comes may be that of the next session.
 */
export function clearSessionCookie(c: Context<AppEnv>, deps: Serving): void {
  const secure = isSecure(c, deps)
  deleteCookie(c, SESSION_COOKIE, { path: '/', ...(secure && { secure, prefix: 'host' as const }) })
  clearSessionHint(c)
}

/** Takes the hint alone, so that the app starts with its sign-in page. Where it goes by mistake, the app asks who is signed in. */
export function clearSessionHint(c: Context<AppEnv>): void {
  deleteCookie(c, SESSION_HINT_COOKIE, { path: '/' })
}

/** The token that the browser sent, if any. What does not look like one is none: PostgreSQL takes no NUL even in a question. */
export function sessionToken(c: Context<AppEnv>, deps: Serving): string | undefined {
  return TOKENS[isSecure(c, deps) ? 'secure' : 'plain'].exec(c.req.header('cookie') ?? '')?.[1]
}

type Serving = Pick<AppDeps, 'settings'>

/** Whether the browser uses TLS. */
export function isSecure(c: Context<AppEnv>, { settings }: Serving): boolean {
  return ownOrigin(c, settings).startsWith('https:')
}

/** Whether the browser says that somebody is signed in: by both cookies, since its scripts can only remove the hint. */
export function hasSession(c: Context<AppEnv>, deps: Serving): boolean {
  return sessionToken(c, deps) !== undefined && getCookie(c, SESSION_HINT_COOKIE) !== undefined
}

/** The session of a request, or undefined for somebody who is not signed in. */
export async function findSession(c: Context<AppEnv>, deps: AppDeps): Promise<Session | undefined> {
  const token = sessionToken(c, deps)
  const session = token ? await deps.sessions.find(token) : undefined
  if (session) c.set('userId', session.user.id)
  return session
}

/** Who asks for something to be changed may do so only so often. @throws AppError not_signed_in, too_many_writes */
export async function requireSession(c: Context<AppEnv>, deps: AppDeps): Promise<Session> {
  const session = await findSession(c, deps)
  if (!session) throw new AppError('not_signed_in')
  if (!reads.has(c.req.method) && !c.get('isCounted')) {
    c.set('isCounted', true)
    await deps.attempts.countWrite(session.user.id)
  }
  return session
}

const reads = new Set(['GET', 'HEAD'])

/** @throws AppError not_signed_in, too_many_writes */
export async function requireUser(c: Context<AppEnv>, deps: AppDeps): Promise<User> {
  return (await requireSession(c, deps)).user
}

/** In how many seconds a session ends, if nothing happens. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.round((end.getTime() - now.getTime()) / 1000)
}
