import { type Context, Hono } from 'hono'
import { canBeTold, canRemind } from '#domain/access.ts'
import {
  type ChoicesResponse,
  choicesChange,
  type NoticeSettingsResponse,
  type NoticesResponse,
  noticeSettingsChange,
  readNotices,
  remindersChange,
  type Unsubscribed,
  unsubscribing,
} from '#domain/api/notices.ts'
import { joinLink } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import { id } from '#domain/id.ts'
import type { Notice } from '#domain/notices/notice.ts'
import type { User } from '#domain/person.ts'
import { UNSUBSCRIBE_PAGE } from '#domain/sign-in-links.ts'
import { isTimeZone } from '#domain/today/clock.ts'
import * as m from '#messages'
import { hasProvenEmail } from '../accounts/password-resets.ts'
import { clientNetwork } from '../http/client.ts'
import type { AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import {
  loadOwnChoices,
  loadRemindsSince,
  loadSettings,
  setReminds,
  storeChoices,
  storeSettings,
} from '../notify/choices.ts'
import { countUnread, listInvited, listNotices, markRead } from '../notify/notices.ts'
import { unsubscribe } from '../notify/unsubscribing.ts'
import { deriveToken } from '../people/invitations.ts'
import type { AppDeps } from './app-deps.ts'
import { requireUser } from './session.ts'
import { requireTripFor } from './trip-of-request.ts'

/** What a user was told about all of their trips. */
export function noticeRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, clock } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/', async (c) => {
    const person = await requireUser(c, deps)
    const tripId = tripOf(c)
    const [listed, counted, invited] = await Promise.all([
      listNotices(db, person, tripId),
      countUnread(db, person),
      listOpenInvitations(deps, person),
    ])
    const unread = new Map(Object.entries(counted))
    for (const { trip_id } of invited) unread.set(trip_id, (unread.get(trip_id) ?? 0) + 1)
    // Invitations are listed beside as many notices as there are: one that is missing is shown as ended.
    const notices = [
      ...listed,
      ...invited.filter(({ trip_id }) => tripId === undefined || trip_id === tripId),
    ].toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
    c.header('Cache-Control', 'private, no-cache')
    return c.json<NoticesResponse>({ notices, unread: Object.fromEntries(unread) })
  })

  routes.post('/read', async (c) => {
    const person = await requireUser(c, deps)
    const tripIds = await markRead(db, person.id, await parseBody(c, readNotices), clock())
    // Their other devices no longer count it.
    for (const tripId of tripIds) deps.events.publishNotices(tripId, [person.id])
    return c.body(null, 204)
  })

  return routes
}

/** @throws AppError invalid_id */
function tripOf(c: Context<AppEnv>): string | undefined {
  const sent = c.req.query('trip')
  if (sent === undefined) return undefined
  const parsed = id.safeParse(sent)
  if (!parsed.success) throw new AppError('invalid_id')
  return parsed.data
}

/**
 * Those whose link works. It opens the trip, which the user is not in yet. Somebody whose address may not be theirs
 * gets neither the link nor a name: both are in the mail.
 */
async function listOpenInvitations({ db, secretKey, clock }: AppDeps, person: User): Promise<Notice[]> {
  const open: Notice[] = []
  const invited = await listInvited(db, person, clock())
  const isProven = invited.length > 0 && (await hasProvenEmail(db, person.id))
  for (const { invitation, ...notice } of invited) {
    const token = deriveToken(secretKey, invitation)
    if (token === undefined) continue
    if (isProven) open.push({ ...notice, join_path: joinLink('', token) })
    else open.push({ ...notice, trip_name: '', about: { what: 'trip' } })
  }
  return open
}

/** How a user is told about a trip, and whether its people are reminded. */
export function tripNoticeRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, events, clock } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/notice-choices', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, (trip, person) => canBeTold(person, trip))
    const chosen = await loadOwnChoices(db, { userId: person.id, tripId: trip.id })
    const reminds_since = await loadRemindsSince(db, trip.id)
    c.header('Cache-Control', 'private, no-cache')
    return c.json<ChoicesResponse>({ ...chosen, reminds_since })
  })

  routes.put('/:tripId/notice-choices', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, (trip, person) => canBeTold(person, trip))
    await storeChoices(db, { userId: person.id, tripId: trip.id }, await parseBody(c, choicesChange))
    return c.body(null, 204)
  })

  routes.put('/:tripId/reminders', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canRemind)
    const { is_on } = await parseBody(c, remindersChange)
    await setReminds(db, trip.id, is_on, clock())
    events.publishTrip(trip.id, person)
    return c.body(null, 204)
  })

  return routes
}

/** What holds for all trips of a user. */
export function noticeSettingsRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, settings } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/', async (c) => {
    const person = await requireUser(c, deps)
    const { quiet, mail_refused_at } = await loadSettings(db, person.id)
    const mail = mailState(person, { isSetUp: settings.mail !== undefined, isRefused: mail_refused_at !== null })
    c.header('Cache-Control', 'private, no-cache')
    return c.json<NoticeSettingsResponse>({ quiet, mail })
  })

  routes.put('/', async (c) => {
    const person = await requireUser(c, deps)
    const { quiet, tries_mail = false } = await parseBody(c, noticeSettingsChange)
    if (quiet.zone !== '' && !isTimeZone(quiet.zone))
      throw new AppError('invalid_request', m.notices_zone_unknown(), { at: 'quiet.zone' })
    await storeSettings(db, person.id, { quiet, triesMail: tries_mail })
    return c.body(null, 204)
  })

  return routes
}

function mailState(
  { email }: Pick<User, 'email'>,
  { isSetUp, isRefused }: { isSetUp: boolean; isRefused: boolean },
): NoticeSettingsResponse['mail'] {
  if (email === null) return 'none'
  if (!isSetUp) return 'not_set_up'
  return isRefused ? 'refused' : 'works'
}

/** No more mails about a trip, for somebody who is not signed in. */
export function unsubscribeRoutes(deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.post('/', async (c) => {
    const { token } = await parseBody(c, unsubscribing)
    return c.json<Unsubscribed>({ trip_name: await unsubscribeFrom(c, deps, token) })
  })

  return routes
}

/** The address in a mail's headers, which mail programs call (RFC 8058). They know no other way than an address. */
export function oneClickRoutes(deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  // Scanners of mail follow links, so this changes nothing: the page asks first.
  routes.get('/:token', (c) => {
    c.header('Cache-Control', 'no-store')
    c.header('X-Robots-Tag', 'noindex, nofollow')
    return c.redirect(`${UNSUBSCRIBE_PAGE}#${encodeURIComponent(c.req.param('token'))}`, 303)
  })

  routes.post('/:token', async (c) => {
    c.header('Cache-Control', 'no-store')
    await unsubscribeFrom(c, deps, c.req.param('token'))
    return c.body(null, 204)
  })

  return routes
}

/** Tokens that do not work count by network. @throws AppError link_not_found, too_many_requests */
async function unsubscribeFrom(c: Context<AppEnv>, deps: AppDeps, token: string): Promise<string> {
  const network = clientNetwork(c, deps.settings)
  await deps.attempts.countToken(network)
  const tripName = await unsubscribe(deps, token)
  await deps.attempts.forgetToken(network)
  return tripName
}
