import { type Context, Hono } from 'hono'
import { type InvitedTo, invitationToken, type Joining, type JoinResponse, joining } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import { isGuest } from '#domain/person.ts'
import * as m from '#messages'
import { openSession, sessionSeconds } from '../accounts/sessions.ts'
import { clientNetwork } from '../http/client.ts'
import type { AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import { secondsUntil, sessionToken, setSessionCookie } from '../http/session-cookie.ts'
import { joinAsGuest, joinWithAccount, previewInvitation, requireInvitation } from '../people/invitations.ts'
import { endHelpedSessions } from '../people/personal-links.ts'
import type { AppDeps } from './app-deps.ts'
import { findSession } from './session.ts'

export function joinRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, plan, events, attempts, sessions, settings, clock } = deps
  const routes = new Hono<AppEnv>()

  routes.post('/look', async (c) => {
    const body = await parseBody(c, invitationToken)
    await findByToken(c, body.token)
    const session = await findSession(c, deps)
    return c.json<InvitedTo>(await previewInvitation({ db, plan }, body, session?.user ?? null, clock()))
  })

  routes.post('/', async (c) => {
    const body = await parseBody(c, joining)
    await attempts.countJoining(await findByToken(c, body.token))
    const session = await findSession(c, deps)
    // A request with a name comes from somebody signed out, even if their sign-out has not arrived yet.
    const formerToken = body.name === undefined ? undefined : sessionToken(c, deps)
    if (formerToken) await sessions.end(formerToken)
    if (!session || formerToken) return joinWithName(c, body)
    const { user, key, expiresAt } = session
    const outcome = await joinWithAccount(deps, body, user, clock())
    if ('name_on_list' in outcome) return c.json<JoinResponse>(outcome)
    const { tripId, isNew } = outcome
    if (isNew) {
      if (isGuest(user)) sessions.notifyEnded(await endHelpedSessions(db, user.id, key))
      events.publishTrip(tripId, user)
    }
    return c.json<JoinResponse>({ trip_id: tripId, user, expires_in: secondsUntil(expiresAt, clock()) })
  })

  /** Only unknown tokens count against the network's limit: a whole campsite may join from one address. */
  async function findByToken(c: Context<AppEnv>, token: string): Promise<string> {
    const network = clientNetwork(c, settings)
    await attempts.countToken(network)
    const invitationId = await requireInvitation(db, token)
    await attempts.forgetToken(network)
    return invitationId
  }

  async function joinWithName(c: Context<AppEnv>, { name, ...rest }: Joining) {
    if (name === undefined)
      throw new AppError('invalid_request', m.api_errors_name_missing(), {
        at: 'name',
        reason: 'name: Should be there where nobody is signed in',
      })
    const outcome = await joinAsGuest(deps, { ...rest, name }, clock())
    if ('name_on_list' in outcome) return c.json<JoinResponse>(outcome)
    const { tripId, user, isNew } = outcome
    const token = await openSession(db, user, clock())
    setSessionCookie(c, deps, token, user)
    if (isNew) events.publishTrip(tripId, user)
    return c.json<JoinResponse>({ trip_id: tripId, user, expires_in: sessionSeconds(user) })
  }

  return routes
}
