import { type Context, Hono } from 'hono'
import { credentials, registration, type SessionAnswer } from '#domain/api/auth.ts'
import { AppError } from '#domain/errors.ts'
import { sessionSeconds } from '../accounts/sessions.ts'
import { type SignedIn, signIn, signUp } from '../accounts/sign-in.ts'
import { clientAddress } from '../http/client.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import { clearSessionCookie, requireSession, secondsUntil, sessionToken, setSessionCookie } from '../http/session-cookie.ts'

/** Accounts and sessions, in the specification's shapes. The session is a cookie, so no answer holds a token. */
export function authRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, attempts, sessions, settings, clock } = deps
  const routes = new Hono<AppEnv>()

  routes.post('/signup', async (c) => {
    const body = await parseBody(c, registration)
    await attempts.countSignUp(clientAddress(c, settings))
    return openSession(c, await signUp(db, body, clock))
  })

  routes.post('/token', async (c) => {
    const grant = c.req.query('grant_type')
    if (grant === 'password') return signInWithPassword(c)
    if (grant === 'refresh_token') return refresh(c)
    throw new AppError('invalid_request', 'grant_type: Should be password or refresh_token')
  })

  routes.get('/user', async (c) => {
    const session = await requireSession(c, deps)
    return c.json<SessionAnswer>({ user: session.user, expires_in: secondsUntil(session.expiresAt, clock()) })
  })

  routes.post('/logout', async (c) => {
    const token = sessionToken(c)
    if (token) await sessions.end(token)
    clearSessionCookie(c)
    return c.body(null, 204)
  })

  async function signInWithPassword(c: Context<AppEnv>) {
    const body = await parseBody(c, credentials)
    const address = clientAddress(c, settings)
    await attempts.countSignIn(body.email, address)
    const signedIn = await signIn(db, body, clock)
    await attempts.forgetSignIn(body.email, address)
    return openSession(c, signedIn)
  }

  /** Hands the new session to the browser; the one that it held until now ends. */
  async function openSession(c: Context<AppEnv>, { user, token }: SignedIn) {
    const former = sessionToken(c)
    if (former) await sessions.end(former)
    setSessionCookie(c, deps, token, user)
    return c.json<SessionAnswer>({ user, expires_in: sessionSeconds(user) })
  }

  async function refresh(c: Context<AppEnv>) {
    const session = await sessions.extend(await requireSession(c, deps))
    setSessionCookie(c, deps, sessionToken(c) as string, session.user)
    return c.json<SessionAnswer>({ user: session.user, expires_in: secondsUntil(session.expiresAt, clock()) })
  }

  return routes
}
