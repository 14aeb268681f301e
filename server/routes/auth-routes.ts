import { type Context, Hono } from 'hono'
import { canChangeSignIn } from '#domain/access.ts'
import { signInWithGuest } from '#domain/api/account-recovery.ts'
import { OFFLINE_COPY_PARAM, type SessionResponse, signingOut } from '#domain/api/auth.ts'
import { registration } from '#domain/api/credentials.ts'
import { isDemoAccount } from '#domain/demo-account.ts'
import { AppError } from '#domain/errors.ts'
import { openSession } from '../accounts/sessions.ts'
import { checkPassword, type SignedIn, signIn, signUp } from '../accounts/sign-in.ts'
import { clientNetwork } from '../http/client.ts'
import type { AppEnv } from '../http/context.ts'
import { invalidRequest, parseBody } from '../http/request-body.ts'
import { clearSessionCookie, isSecure, secondsUntil, sessionToken, setSessionCookie } from '../http/session-cookie.ts'
import { requireOpenInvitation } from '../people/invitations.ts'
import { giveToPerson, hasMergedInto, mergeIntoAccount } from '../people/merge-guest.ts'
import { signInWithCode, signInWithLink } from './account-recovery-routes.ts'
import type { AppDeps } from './app-deps.ts'
import { signInWithPasskey } from './passkey-routes.ts'
import { findSession, requireSession } from './session.ts'
import { respondWithNewSession, sessionResponseFor } from './session-response.ts'

/** Accounts and sessions, in the specification's formats. The session is a cookie, so no response contains a token. */
export function authRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, plan, attempts, sessions, events, settings, clock } = deps
  const routes = new Hono<AppEnv>()

  routes.post('/signup', async (c) => {
    const { invitation, ...body } = await parseBody(c, registration)
    await attempts.countSignUp(clientNetwork(c, settings))
    await requireMayRegister(invitation)
    return respondWithNewSession(c, deps, await signUp(db, body, clock))
  })

  const grants: Record<string, (c: Context<AppEnv>) => Promise<Response>> = {
    password: signInWithPassword,
    refresh_token: refresh,
    device_code: (c) => signInWithCode(c, deps),
    personal_link: (c) => signInWithLink(c, deps),
    passkey: (c) => signInWithPasskey(c, deps),
  }

  routes.post('/token', async (c) => {
    const name = c.req.query('grant_type') ?? ''
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
    if (grant) return grant(c)
    throw invalidRequest(`grant_type: Should be one of ${Object.keys(grants).join(', ')}`)
  })

  routes.get('/user', async (c) => {
    const { user, expiresAt } = await requireSession(c, deps)
    return c.json<SessionResponse>(await sessionResponseFor(db, user, secondsUntil(expiresAt, clock())))
  })

  routes.post('/logout', async (c) => {
    const token = sessionToken(c, deps)
    const hasBody = c.req.header('content-type') !== undefined
    const { inactive = false } = hasBody ? await parseBody(c, signingOut) : {}
    if (token) await sessions.end(token, { keepsPushes: inactive })
    clearSessionCookie(c, deps)
    // The browser's HTTP cache belongs to the person who signs out. Browsers honour this header only over TLS.
    if (isSecure(c, deps)) c.header('Clear-Site-Data', '"cache"')
    return c.body(null, 204)
  })

  /** @throws AppError sign_ups_off, sign_ups_invited, and as `requireOpenInvitation` */
  async function requireMayRegister(invitation: string | undefined): Promise<void> {
    if (settings.signUps === 'open') return
    if (settings.signUps === 'off') throw new AppError('sign_ups_off')
    if (invitation === undefined) throw new AppError('sign_ups_invited')
    await requireOpenInvitation(db, invitation, clock())
  }

  async function signInWithPassword(c: Context<AppEnv>) {
    const { guest, ...body } = await parseBody(c, signInWithGuest)
    const network = clientNetwork(c, settings)
    await attempts.countSignIn(body.email, network)
    const signedIn = guest === undefined ? await signIn(db, body, clock) : await signInAndMergeGuest(c, guest, body)
    await attempts.resetSignIn(body.email, network)
    return respondWithNewSession(c, deps, signedIn)
  }

  /** Signs in, and moves the trips of the currently signed-in guest into the account. */
  async function signInAndMergeGuest(
    c: Context<AppEnv>,
    guest: string,
    body: { email: string; password: string },
  ): Promise<SignedIn> {
    const account = await checkPassword(db, body)
    if (isDemoAccount(account)) throw new AppError('demo_account_refused')
    // A retry whose first response was lost: the guest has already been moved.
    if (await hasMergedInto(db, guest, account.id))
      return { user: account, token: await openSession(db, account, clock()) }
    const session = await findSession(c, deps)
    if (session?.user.id !== guest) throw new AppError('not_signed_in')
    if (!canChangeSignIn(session)) throw new AppError('helped_session')
    const { trips, ended, settled, ...signedIn } = await mergeIntoAccount(db, guest, account, clock())
    sessions.notifyEnded(ended)
    for (const trip of trips) {
      await giveToPerson(plan, trip, settled, account.id)
      await plan.rewritePrivate(trip, 'seen by others')
      events.publishTrip(trip.id, account)
    }
    return signedIn
  }

  async function refresh(c: Context<AppEnv>) {
    const isOnOwnDevice = c.req.query(OFFLINE_COPY_PARAM) !== undefined
    const { user, expiresAt } = await sessions.extend(await requireSession(c, deps), isOnOwnDevice)
    const seconds = secondsUntil(expiresAt, clock())
    setSessionCookie(c, deps, sessionToken(c, deps) as string, user, seconds)
    return c.json<SessionResponse>(await sessionResponseFor(db, user, seconds))
  }

  return routes
}
