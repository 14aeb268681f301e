import { type Context, Hono } from 'hono'
import { canBecomeAccount, canChangeSignIn, canHavePersonalLink, canManagePeople } from '#domain/access.ts'
import {
  type DeviceCodeMade,
  deviceCode,
  newCredentials,
  type PersonalLinkMade,
  type PersonalLinkResponse,
  type PersonOfLink,
  personalSecret,
} from '#domain/api/account-recovery.ts'
import type { SessionResponse } from '#domain/api/auth.ts'
import { AppError } from '#domain/errors.ts'
import { nameOfUser } from '#domain/person.ts'
import { makeDeviceCode, signInByCode } from '../accounts/device-codes.ts'
import { endSessionsByLink, type Session, sessionSeconds } from '../accounts/sessions.ts'
import { clientNetwork } from '../http/client.ts'
import type { AppEnv } from '../http/context.ts'
import { parseBody, parseIdParam } from '../http/request-body.ts'
import { secondsUntil, sessionToken, setSessionCookie } from '../http/session-cookie.ts'
import { convertToAccount } from '../people/merge-guest.ts'
import {
  findPersonalLink,
  makePersonalLink,
  removePersonalLink,
  requireGuestOfLink,
  requireHelpedGuest,
  signInByLink,
} from '../people/personal-links.ts'
import type { AppDeps } from './app-deps.ts'
import { findSession, requireSession } from './session.ts'
import { respondWithNewSession, sessionResponseFor } from './session-response.ts'
import { requireTripFor } from './trip-of-request.ts'

/** Signing in on another device, and turning a guest into an account. */
export function accountRecoveryRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, attempts, sessions, events, settings, clock } = deps
  const routes = new Hono<AppEnv>()

  routes.post('/device-code', async (c) => {
    const session = await requireSession(c, deps)
    await attempts.countCodeMade(session.user.id)
    return c.json<DeviceCodeMade>(await makeDeviceCode(db, session, clock()))
  })

  routes.get('/personal-link', async (c) => {
    const { user } = await requireGuest(c)
    c.header('Cache-Control', 'private, no-store')
    return c.json<PersonalLinkResponse>({ made_at: await findPersonalLink(db, user.id) })
  })

  routes.post('/personal-link', async (c) => {
    const { user, key } = await requireOwnGuest(c)
    const secret = await makePersonalLink(db, user.id, user, clock())
    // Ends all other sessions that were opened by the previous link: they may not be the guest's.
    sessions.notifyEnded(await endSessionsByLink(db, user.id, key))
    return c.json<PersonalLinkMade>({ secret })
  })

  routes.delete('/personal-link', async (c) => {
    const { user, key } = await requireOwnGuest(c)
    await removePersonalLink(db, user.id)
    sessions.notifyEnded(await endSessionsByLink(db, user.id, key))
    return c.body(null, 204)
  })

  routes.post('/personal-link/look', async (c) => {
    const { secret } = await parseBody(c, personalSecret)
    const guest = await requireGuestOfLink(db, secret)
    const session = await findSession(c, deps)
    return c.json<PersonOfLink>({ name: nameOfUser(guest), is_you: session?.user.id === guest.id })
  })

  routes.put('/user', async (c) => {
    const session = await requireSession(c, deps)
    if (!canBecomeAccount(session.user)) throw new AppError('guests_only')
    if (!canChangeSignIn(session)) throw new AppError('helped_session')
    if (settings.signUps === 'off') throw new AppError('sign_ups_off')
    const body = await parseBody(c, newCredentials)
    // Like sign-up, the answer reveals which addresses have accounts.
    await attempts.countSignUp(clientNetwork(c, settings))
    const { user, ended, trips } = await convertToAccount(db, session.user, body, session.key, clock())
    sessions.notifyEnded(ended)
    sessions.invalidateUser(user.id)
    for (const { id } of trips) events.publishTrip(id, user)
    // The session stays the same, so requests of other tabs continue to work.
    setSessionCookie(c, deps, sessionToken(c, deps) as string, user)
    return c.json<SessionResponse>(await sessionResponseFor(db, user, sessionSeconds(user)))
  })

  async function requireGuest(c: Context<AppEnv>): Promise<Session> {
    const session = await requireSession(c, deps)
    if (!canHavePersonalLink(session.user)) throw new AppError('guests_only')
    return session
  }

  async function requireOwnGuest(c: Context<AppEnv>): Promise<Session> {
    const session = await requireGuest(c)
    if (!canChangeSignIn(session)) throw new AppError('helped_session')
    return session
  }

  return routes
}

export function guestRecoveryRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, clock } = deps
  const routes = new Hono<AppEnv>()

  routes.post('/:tripId/people/:personId/personal-link', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canManagePeople)
    const guest = await requireHelpedGuest(db, person, trip.id, parseIdParam(c, 'personId'))
    return c.json<PersonalLinkMade>({ secret: await makePersonalLink(db, guest.id, person, clock()) })
  })

  return routes
}

export async function signInWithCode(c: Context<AppEnv>, deps: AppDeps): Promise<Response> {
  const { code } = await parseBody(c, deviceCode)
  const network = clientNetwork(c, deps.settings)
  await deps.attempts.countCode(network)
  const signedIn = await signInByCode(deps.db, code, deps.clock())
  await deps.attempts.uncountCode(network)
  return respondWithNewSession(c, deps, signedIn)
}

/** `grant_type=personal_link`. If this guest is already signed in here, nothing changes. */
export async function signInWithLink(c: Context<AppEnv>, deps: AppDeps): Promise<Response> {
  const { db, clock } = deps
  const { secret } = await parseBody(c, personalSecret)
  const guest = await requireGuestOfLink(db, secret)
  const session = await findSession(c, deps)
  if (!session) return respondWithNewSession(c, deps, await signInByLink(db, secret, guest, clock()))
  if (session.user.id !== guest.id) throw new AppError('somebody_else_signed_in')
  return c.json<SessionResponse>(await sessionResponseFor(db, guest, secondsUntil(session.expiresAt, clock())))
}
