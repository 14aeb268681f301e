import { type Context, Hono } from 'hono'
import { canOpenTrip, canSubscribe } from '#domain/access.ts'
import { type CalendarMade, type CalendarResponse, FEED_FILE, newFeed } from '#domain/api/calendar.ts'
import { reminders } from '#domain/calendar/reminders.ts'
import { CALENDAR_TYPE } from '#domain/calendar/write-calendar.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import type { Session } from '../accounts/sessions.ts'
import { FeedBuilds } from '../calendar/feed-builds.ts'
import { openFeed } from '../calendar/feed-text.ts'
import { findFeed, findOwnFeed, makeFeed, recordFetch, removeFeed, setReminders } from '../calendar/feeds.ts'
import { clientNetwork } from '../http/client.ts'
import { CompressedResponses } from '../http/compressed.ts'
import type { AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import type { AppDeps } from './app-deps.ts'
import { requireSession } from './session.ts'
import { requireTripFor } from './trip-of-request.ts'

/** A user's feed of one trip: whether there is one, another address, reminders, and its end. */
export function tripCalendarRoutes(deps: AppDeps): Hono<AppEnv> {
  return ownFeedRoutes(deps, '/:tripId/calendar', async (c) => {
    const { session, trip } = await requireTripFor(c, deps, canOpenTrip)
    return { session, tripId: trip.id }
  })
}

/** The same for the feed of all of their trips. */
export function calendarRoutes(deps: AppDeps): Hono<AppEnv> {
  return ownFeedRoutes(deps, '/', async (c) => ({ session: await requireSession(c, deps), tripId: null }))
}

function ownFeedRoutes(
  { db, clock }: AppDeps,
  path: string,
  requireScope: (c: Context<AppEnv>) => Promise<{ session: Session; tripId: string | null }>,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const scopeOf = async (c: Context<AppEnv>) => {
    const { session, tripId } = await requireScope(c)
    return { session, scope: { userId: session.user.id, tripId } }
  }

  routes.get(path, async (c) => {
    const { scope } = await scopeOf(c)
    return c.json<CalendarResponse>({ feed: await findOwnFeed(db, scope) })
  })

  routes.post(path, async (c) => {
    const { session, scope } = await scopeOf(c)
    if (!canSubscribe(session.user)) throw new AppError('demo_account_refused')
    // The address would stay with the organizer who made the link, also in trips that the guest joins later.
    if (session.isHelped) throw new AppError('helped_session', m.calendar_helped_session())
    return c.json<CalendarMade>(await makeFeed(db, scope, await parseBody(c, newFeed), clock()))
  })

  routes.patch(path, async (c) => {
    const { scope } = await scopeOf(c)
    await setReminders(db, scope, await parseBody(c, reminders))
    return c.body(null, 204)
  })

  routes.delete(path, async (c) => {
    const { scope } = await scopeOf(c)
    await removeFeed(db, scope)
    return c.body(null, 204)
  })

  return routes
}

/**
 * The feeds themselves, for calendar apps, which send no session. An address that does not work gets an empty 404,
 * whether or not it ever did.
 */
export function feedRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, attempts, settings, clock } = deps
  const routes = new Hono<AppEnv>()
  const answers = new CompressedResponses()
  const builds = new FeedBuilds()

  routes.get('/:feed', async (c) => {
    c.header('X-Robots-Tag', 'noindex, nofollow')
    const [, token = ''] = FEED_FILE.exec(c.req.param('feed')) ?? []
    const feed = token === '' ? undefined : await findFeed(db, token)
    // Feeds that exist never count by network: one service asks for those of many users.
    await (feed ? attempts.countCalendar(feed) : attempts.countCalendarToken(clientNetwork(c, settings)))
    const now = clock()
    const source = feed && (await openFeed(deps, feed, { now, origin: settings.publicUrl?.origin ?? '' }))
    if (!source) {
      c.header('Cache-Control', 'no-store')
      return c.body(null, 404)
    }
    const sent = c.req.header('if-none-match')
    const accepted = c.req.header('accept-encoding')
    const known = builds.findHash(feed, source)
    const cached = known === undefined ? undefined : answers.find(known, accepted)
    const isEnough = cached !== undefined || (known !== undefined && isTag(sent, known))
    const built = isEnough ? undefined : await builds.build(feed, source)
    await recordFetch(db, feed, now, built?.published)
    const hash = built?.hash ?? known ?? ''
    c.header('Cache-Control', 'private, no-cache')
    c.header('Vary', 'Accept-Encoding')
    c.header('ETag', tagOf(hash))
    if (isTag(sent, hash)) return c.body(null, 304)
    const { body, encoding } = cached ?? (await answers.encode(hash, accepted, built?.text ?? ''))
    if (encoding) c.header('Content-Encoding', encoding)
    c.header('Content-Disposition', 'inline; filename="wayfare.ics"')
    return c.body(body, 200, { 'Content-Type': CALENDAR_TYPE })
  })

  routes.all('*', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.body(null, 404)
  })

  return routes
}

/** Weak: the body may be compressed, here or by a proxy. */
const tagOf = (hash: string) => `W/"${hash}"`

const isTag = (sent: string | undefined, hash: string) =>
  (sent ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === `"${hash}"`)
