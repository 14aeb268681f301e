import { type Context, Hono } from 'hono'
import { canChangeSignIn, canHavePasskeys } from '#domain/access.ts'
import {
  newPasskey,
  type Passkey,
  type PasskeysResponse,
  passkeyAssertion,
  passkeyCreation,
  passkeyName,
} from '#domain/api/passkeys.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { deviceName } from '../accounts/device-name.ts'
import { requirePassword } from '../accounts/own-account.ts'
import {
  addPasskey,
  creationOptions,
  findObstacle,
  listPasskeys,
  removePasskey,
  renamePasskey,
  requestOptions,
  requirePossible,
  type Site,
  signInByPasskey,
  siteOf,
} from '../accounts/passkeys.ts'
import type { Session } from '../accounts/sessions.ts'
import { clientNetwork, ownOrigin } from '../http/client.ts'
import type { AppEnv } from '../http/context.ts'
import { parseBody, parseIdParam } from '../http/request-body.ts'
import type { AppDeps } from './app-deps.ts'
import { requireSession } from './session.ts'
import { respondWithNewSession } from './session-response.ts'

export function passkeyRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, attempts, settings, clock } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/', async (c) => {
    const { user } = await requireHolder(c)
    const site = siteOfRequest(c, deps)
    return c.json<PasskeysResponse>({
      unavailable: findObstacle(site),
      host: site.rpId,
      passkeys: await listPasskeys(db, user.id),
    })
  })

  routes.post('/creation', async (c) => {
    const { user } = await requireOwnHolder(c)
    const { password } = await parseBody(c, passkeyCreation)
    const site = requireSite(c, deps)
    await attempts.countPasskeyMade(user.id)
    if (user.email !== null) await checkPassword(c, user.email, password)
    return c.json(await creationOptions(db, user, site, clock()))
  })

  routes.post('/', async (c) => {
    const { user, key, isByLink } = await requireOwnHolder(c)
    const response = await parseBody(c, newPasskey)
    const name = deviceName(c.req.header('user-agent'))
    const made = { site: requireSite(c, deps), name, linkSession: isByLink ? key : null, now: clock() }
    return c.json<Passkey>(await addPasskey(db, user, response, made))
  })

  routes.patch('/:passkeyId', async (c) => {
    const { user } = await requireOwnHolder(c)
    const { name } = await parseBody(c, passkeyName)
    await renamePasskey(db, user.id, parseIdParam(c, 'passkeyId'), name)
    return c.body(null, 204)
  })

  routes.delete('/:passkeyId', async (c) => {
    const { user } = await requireOwnHolder(c)
    await removePasskey(db, user.id, parseIdParam(c, 'passkeyId'))
    return c.body(null, 204)
  })

  routes.post('/request', async (c) => {
    const site = requireSite(c, deps)
    await attempts.countPasskeyRequest(clientNetwork(c, settings))
    return c.json(await requestOptions(db, site, clock()))
  })

  /** Guessing counts against the same limit as signing in. @throws AppError wrong_credentials, too_many_requests */
  async function checkPassword(c: Context<AppEnv>, email: string, password: string | undefined): Promise<void> {
    if (password === undefined)
      throw new AppError('wrong_credentials', m.api_errors_own_password_wrong(), { at: 'password' })
    const network = clientNetwork(c, settings)
    await attempts.countSignIn(email, network)
    await requirePassword(db, email, password, 'password')
    await attempts.resetSignIn(email, network)
  }

  async function requireHolder(c: Context<AppEnv>): Promise<Session> {
    const session = await requireSession(c, deps)
    if (!canHavePasskeys(session.user)) throw new AppError('demo_account_refused', m.api_errors_demo_stays())
    return session
  }

  async function requireOwnHolder(c: Context<AppEnv>): Promise<Session> {
    const session = await requireHolder(c)
    if (!canChangeSignIn(session)) throw new AppError('helped_session')
    return session
  }

  return routes
}

/** `grant_type=passkey` */
export async function signInWithPasskey(c: Context<AppEnv>, deps: AppDeps): Promise<Response> {
  const response = await parseBody(c, passkeyAssertion)
  const site = requireSite(c, deps)
  const network = clientNetwork(c, deps.settings)
  await deps.attempts.countPasskey(network)
  const signedIn = await signInByPasskey(deps.db, response, site, deps.clock())
  await deps.attempts.uncountPasskey(network)
  return respondWithNewSession(c, deps, signedIn)
}

/** Where PUBLIC_URL is not set, the host of the request, which was checked. */
const siteOfRequest = (c: Context<AppEnv>, { settings }: AppDeps): Site => siteOf(ownOrigin(c, settings))

/** @throws AppError passkeys_unavailable */
function requireSite(c: Context<AppEnv>, deps: AppDeps): Site {
  const site = siteOfRequest(c, deps)
  requirePossible(site)
  return site
}
