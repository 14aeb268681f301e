import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { SESSION_HINT_COOKIE, SESSION_MINUTES } from '#domain/api/auth.ts'
import { isGuest, type User } from '#domain/person.ts'
import type { Settings } from '../settings/settings.ts'
import { ownOrigin } from './client.ts'
import type { AppEnv } from './context.ts'

/**
 * Holds the session's token; scripts cannot read it. Over TLS its name begins with `__Host-`, so that neither another
 * host nor anybody on the network can set it.
 */
const SESSION_COOKIE = 'wayfare_session'

const TOKENS = { secure: tokenIn(`__Host-${SESSION_COOKIE}`), plain: tokenIn(SESSION_COOKIE) }

function tokenIn(name: string): RegExp {
  return new RegExp(`(?:^|; ?)${name}=([\\w-]+)(?:;|$)`)
}
const MAX_AGE = SESSION_MINUTES * 60
/** The longest that browsers store a cookie. */
const GUEST_MAX_AGE = 400 * 24 * 60 * 60

type Deps = { settings: Settings }

/**
 * Sets the session cookie and the hint that there is one.
 * @param seconds the session's lifetime, if longer than usual
 */
export function setSessionCookie(c: Context<AppEnv>, deps: Deps, token: string, person: User, seconds = MAX_AGE): void {
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
 * Removes the session cookie. Call it only on request, never with a refusal: by the time a late response arrives, the
 * browser may have the cookie of the next session.
 */
export function clearSessionCookie(c: Context<AppEnv>, deps: Deps): void {
  const secure = isSecure(c, deps)
  deleteCookie(c, SESSION_COOKIE, { path: '/', ...(secure && { secure, prefix: 'host' as const }) })
  clearSessionHint(c)
}

/** Removes only the hint, so that the app starts with its sign-in page. After a mistake, the app asks the server. */
export function clearSessionHint(c: Context<AppEnv>): void {
  deleteCookie(c, SESSION_HINT_COOKIE, { path: '/' })
}

/** The session token that the browser sent. Malformed ones are ignored: PostgreSQL rejects NUL even in a query. */
export function sessionToken(c: Context<AppEnv>, deps: Deps): string | undefined {
  return TOKENS[isSecure(c, deps) ? 'secure' : 'plain'].exec(c.req.header('cookie') ?? '')?.[1]
}

export function isSecure(c: Context<AppEnv>, { settings }: Deps): boolean {
  return ownOrigin(c, settings).startsWith('https:')
}

/** Whether the browser has a session. Needs both cookies, since its scripts can remove only the hint. */
export function hasSession(c: Context<AppEnv>, deps: Deps): boolean {
  return sessionToken(c, deps) !== undefined && getCookie(c, SESSION_HINT_COOKIE) !== undefined
}

export function secondsUntil(end: Date, now: Date): number {
  return Math.round((end.getTime() - now.getTime()) / 1000)
}
