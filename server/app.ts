import { Hono, type MiddlewareHandler } from 'hono'
import { AppError } from '#domain/errors.ts'
import { giveWay } from './db/turn-of-event-loop.ts'
import { checkAppVersion } from './http/app-version.ts'
import type { AppEnv } from './http/context.ts'
import { countRequests } from './http/count-requests.ts'
import { respondWithFailure } from './http/failure.ts'
import { checkHost } from './http/host-check.ts'
import { checkOrigin } from './http/origin-check.ts'
import { OutageLog } from './http/outage-log.ts'
import { limitBodies } from './http/request-body.ts'
import { logRequests } from './http/request-log.ts'
import { serialRequests } from './http/serial-requests.ts'
import { setHeader } from './http/set-header.ts'
import { accountRecoveryRoutes, guestRecoveryRoutes } from './routes/account-recovery-routes.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { aiRoutes } from './routes/ai-routes.ts'
import { announcementRoutes } from './routes/announcement-routes.ts'
import type { AppDeps } from './routes/app-deps.ts'
import { authRoutes } from './routes/auth-routes.ts'
import { betaRoutes } from './routes/beta-routes.ts'
import { calendarRoutes, feedRoutes, tripCalendarRoutes } from './routes/calendar-routes.ts'
import { documentRoutes, fileRoutes } from './routes/document-routes.ts'
import { eventRoutes } from './routes/event-routes.ts'
import { healthRoutes } from './routes/health-routes.ts'
import { historyRoutes } from './routes/history-routes.ts'
import { joinRoutes } from './routes/join-routes.ts'
import {
  noticeRoutes,
  noticeSettingsRoutes,
  oneClickRoutes,
  tripNoticeRoutes,
  unsubscribeRoutes,
} from './routes/notice-routes.ts'
import { pageRoutes } from './routes/page-routes.ts'
import { passkeyRoutes } from './routes/passkey-routes.ts'
import { peopleRoutes } from './routes/people-routes.ts'
import { placeRoutes } from './routes/place-routes.ts'
import { pushRoutes } from './routes/push-routes.ts'
import { receiptFileRoutes, receiptRoutes } from './routes/receipt-routes.ts'
import { sharedTripRoutes, sharingRoutes } from './routes/sharing-routes.ts'
import { lineFileRoutes, trackFileRoutes, trackRoutes } from './routes/track-routes.ts'
import { tripFileRoutes } from './routes/trip-file-routes.ts'
import { tripLifeRoutes } from './routes/trip-life-routes.ts'
import { tripPictureFileRoutes, tripPictureRoutes } from './routes/trip-picture-routes.ts'
import { tripRoutes } from './routes/trip-routes.ts'
import { sharedWeatherRoutes, weatherRoutes } from './routes/weather-routes.ts'

const dataRoots = ['/api/*', '/auth/*', '/ai/*']

/** Answers are for one person, so nothing caches them unless a route says otherwise. */
const noStore: MiddlewareHandler<AppEnv> = async (c, next) => {
  setHeader(c, 'Cache-Control', 'no-store')
  await next()
}

/** Many requests that arrive at once are begun over several turns of the event loop, so that others come between. */
const beginInTurn: MiddlewareHandler<AppEnv> = async (_c, next) => {
  await giveWay()
  await next()
}

/** The whole server except for its port: mounts the routes and formats every failure the same way. */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const outages = new OutageLog(deps.log)
  app.onError((error, c) => respondWithFailure(error, c, { ...deps, outages }))
  app.notFound((c) => respondWithFailure(new AppError('not_found'), c, { ...deps, outages }))

  if (deps.metrics) app.use(countRequests(deps.metrics))
  app.use(serialRequests(), logRequests(deps))
  app.use(checkHost(deps))
  app.use('/api/trips/*', outages.recordSuccess())
  for (const root of dataRoots) app.use(root, beginInTurn, noStore, checkAppVersion)
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', checkOrigin(deps), limitBodies())
  app.route('/', healthRoutes(deps))
  app.route('/auth/v1', authRoutes(deps))
  app.route('/auth/v1', accountRecoveryRoutes(deps))
  app.route('/auth/v1', accountRoutes(deps))
  app.route('/auth/v1/passkeys', passkeyRoutes(deps))
  app.route('/api/beta', betaRoutes(deps))
  app.route('/ai/v1', aiRoutes(deps))
  app.route('/api/places', placeRoutes(deps))
  app.route('/api/trips', tripRoutes(deps))
  app.route('/api/trips', tripLifeRoutes(deps))
  app.route('/api/trips', historyRoutes(deps))
  app.route('/api/trips', eventRoutes(deps))
  app.route('/api/trips', sharingRoutes(deps))
  app.route('/api/trips', peopleRoutes(deps))
  app.route('/api/trips', announcementRoutes(deps))
  app.route('/api/trips', guestRecoveryRoutes(deps))
  app.route('/api/join', joinRoutes(deps))
  app.route('/api/shared', sharedTripRoutes(deps))
  app.route('/api/trips', tripCalendarRoutes(deps))
  app.route('/api/calendar', calendarRoutes(deps))
  app.route('/calendar', feedRoutes(deps))
  app.route('/api/notices', noticeRoutes(deps))
  app.route('/api/notice-settings', noticeSettingsRoutes(deps))
  app.route('/api/trips', tripNoticeRoutes(deps))
  app.route('/api/push', pushRoutes(deps))
  app.route('/api/unsubscribe', unsubscribeRoutes(deps))
  app.route('/unsubscribe', oneClickRoutes(deps))
  app.route('/api/trips', weatherRoutes(deps))
  app.route('/api/shared', sharedWeatherRoutes(deps))
  app.route('/api/trips', documentRoutes(deps))
  app.route('/files/travel-documents', fileRoutes(deps))
  app.route('/api/trips', receiptRoutes(deps))
  app.route('/api/trips', trackRoutes(deps))
  app.route('/files/receipts', receiptFileRoutes(deps))
  app.route('/files/tracks', trackFileRoutes(deps))
  app.route('/files/lines', lineFileRoutes(deps))
  app.route('/api/trips', tripPictureRoutes(deps))
  app.route('/api/trips', tripFileRoutes(deps))
  app.route('/files/trip-pictures', tripPictureFileRoutes(deps))
  for (const root of [...dataRoots, '/files/*']) {
    app.all(root, () => {
      throw new AppError('not_found')
    })
  }
  app.route('/', pageRoutes(deps))
  return app
}
