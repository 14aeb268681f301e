import type { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { hasOwnAccount } from '#domain/access.ts'
import { passwordChange, passwordReset, profileChange, type RemovalResponse, removal } from '#domain/api/account.ts'
import type { SessionResponse } from '#domain/api/auth.ts'
import { recovery } from '#domain/api/mail.ts'
import { errors } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'
import { type AccountHolder, isGuest } from '#domain/person.ts'
import * as m from '#messages'
import {
  changePassword,
  changeProfile,
  endOtherSessions,
  endSession,
  listSessions,
  requirePassword,
} from '../accounts/own-account.ts'
import { resetPassword } from '../accounts/password-resets.ts'
import type { Session } from '../accounts/sessions.ts'
import { toWebStream } from '../documents/web-stream.ts'
import { clientNetwork } from '../http/client.ts'
import { savedDisposition } from '../http/content-disposition.ts'
import type { AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import { clearSessionCookie, secondsUntil } from '../http/session-cookie.ts'
import { exportAccount } from '../people/export-account.ts'
import { listSharedTrips, removeAccount, requireChosen, transferTrips } from '../people/remove-account.ts'
import type { AppDeps } from './app-deps.ts'
import { requireSession } from './session.ts'
import { respondWithNewSession, sessionResponseFor } from './session-response.ts'

type OwnSession = Session & { user: AccountHolder }

export function accountRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, attempts, sessions, mail, events, documents, settings, log, clock } = deps
  const routes = new Hono<AppEnv>()
  const runningExports = new Map<string, () => void>()

  /** A new export ends the person's previous one: a phone that lost its connection never closed it. */
  function replaceRunning(c: Context<AppEnv>, personId: string, file: Readable): void {
    const end = () => (c.env?.incoming ? c.env.incoming.destroy() : file.destroy(new AppError('too_many_requests')))
    runningExports.get(personId)?.()
    runningExports.set(personId, end)
    file.once('close', () => runningExports.get(personId) === end && runningExports.delete(personId))
  }

  /** Ends an export that is being sent: a closed connection is all that can still tell the client about the error. */
  function breakOff(c: Context<AppEnv>, incoming: { destroy: () => unknown }, err: Error): void {
    if (!(err instanceof AppError) || errors[err.code] >= 500)
      log.error({ err, requestId: c.get('requestId') }, 'export failed')
    incoming.destroy()
  }

  routes.patch('/user', async (c) => {
    const { user, expiresAt } = await requireOwnAccount(c)
    const changed = await changeProfile(db, user, await parseBody(c, profileChange))
    sessions.invalidateUser(user.id)
    return c.json<SessionResponse>(await sessionResponseFor(db, changed, secondsUntil(expiresAt, clock())))
  })

  routes.post('/password', async (c) => {
    const { user, key } = await requireOwnAccount(c)
    const body = await parseBody(c, passwordChange)
    await checkPassword(c, user, 'current', body.current)
    sessions.notifyEnded(await changePassword(db, user.id, body.password, key))
    return c.body(null, 204)
  })

  routes.get('/removal', async (c) => {
    const { user } = await requireOwnAccount(c)
    return c.json<RemovalResponse>({ trips: await listSharedTrips(db, user.id) })
  })

  routes.post('/removal', async (c) => {
    const { user, key } = await requireOwnAccount(c)
    const { password, heirs, goes } = await parseBody(c, removal)
    await checkPassword(c, user, 'password', password)
    const publishTrip = (tripId: string) => events.publishTrip(tripId, null)
    const chosen = [...goes, ...heirs.map(({ trip_id }) => trip_id)]
    await requireChosen(db, user.id, chosen)
    for (const tripId of await transferTrips(deps, user.id, heirs, clock())) publishTrip(tripId)
    sessions.notifyEnded(await endOtherSessions(db, user.id, key))
    sessions.notifyEnded(
      await removeAccount({ ...deps, onTripChanged: publishTrip }, user, clock(), () =>
        requireChosen(db, user.id, goes),
      ),
    )
    clearSessionCookie(c, deps)
    // In the background: the response does not wait for files to be deleted.
    documents.sweep().catch((err) => log.error({ err }, 'sweep of documents failed'))
    return c.body(null, 204)
  })

  // The account is looked up when the mail is sent: here every request gets the same answer after the same work.
  routes.post('/recover', async (c) => {
    const { email } = await parseBody(c, recovery)
    if (!mail) throw new AppError('mail_not_set_up')
    await attempts.countRecovery(email, clientNetwork(c, settings))
    await mail.send({ kind: 'reset', recipient: email })
    return c.body(null, 204)
  })

  routes.post('/reset', async (c) => {
    const { ended, ...signedIn } = await resetPassword(db, await parseBody(c, passwordReset), clock())
    sessions.notifyEnded(ended)
    return respondWithNewSession(c, deps, signedIn)
  })

  routes.get('/export', async (c) => {
    const { user, key } = await requireOwnAccount(c)
    await attempts.countExport(user.id)
    const isSignedIn = async () => (await sessions.findByKey(key)) !== undefined
    c.header('Cache-Control', 'no-store')
    c.header('Content-Type', 'application/zip')
    c.header('Content-Disposition', savedDisposition(`wayfare-${clock().toISOString().slice(0, 10)}.zip`))
    const file = await exportAccount(deps, user, isSignedIn)
    replaceRunning(c, user.id, file)
    const { incoming } = c.env ?? {}
    return c.body(toWebStream(file, incoming && ((error) => breakOff(c, incoming, error))))
  })

  routes.get('/export/ready', async (c) => {
    const { user } = await requireOwnAccount(c)
    await attempts.countExport(user.id)
    await attempts.uncountExport(user.id)
    c.header('Cache-Control', 'no-store')
    return c.body(null, 204)
  })

  routes.get('/sessions', async (c) => {
    const { user, key } = await requireAccount(c)
    const all = await listSessions(db, user.id, key, clock())
    // The demo account is shared, so its other sessions are not shown.
    return c.json({ sessions: hasOwnAccount(user) ? all : all.filter(({ is_this }) => is_this) })
  })

  routes.delete('/sessions', async (c) => {
    const { user, key } = await requireOwnAccount(c)
    sessions.notifyEnded(await endOtherSessions(db, user.id, key))
    return c.body(null, 204)
  })

  routes.delete('/sessions/:key', async (c) => {
    const { user } = await requireOwnAccount(c)
    sessions.notifyEnded(await endSession(db, user.id, c.req.param('key')))
    return c.body(null, 204)
  })

  /**
   * Guessing a password from a signed-in device counts against the same limit as signing in.
   * @throws AppError wrong_credentials about that field, too_many_requests
   */
  async function checkPassword(
    c: Context<AppEnv>,
    { email }: AccountHolder,
    at: string,
    password: string,
  ): Promise<void> {
    const network = clientNetwork(c, settings)
    await attempts.countSignIn(email, network)
    await requirePassword(db, email, password, at)
    await attempts.resetSignIn(email, network)
  }

  async function requireAccount(c: Context<AppEnv>): Promise<OwnSession> {
    const session = await requireSession(c, deps)
    if (isGuest(session.user)) throw new AppError('account_needed')
    return session as OwnSession
  }

  /** Like `requireAccount`, but refuses the shared demo account. @throws AppError demo_account_refused */
  async function requireOwnAccount(c: Context<AppEnv>): Promise<OwnSession> {
    const session = await requireAccount(c)
    if (!hasOwnAccount(session.user)) throw new AppError('demo_account_refused', m.api_errors_demo_stays())
    return session
  }

  return routes
}
