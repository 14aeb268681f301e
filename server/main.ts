import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { createAttempts } from './accounts/attempts.ts'
import { createLimits, sweepLimits } from './accounts/limits.ts'
import { Sessions } from './accounts/sessions.ts'
import { createApp } from './app.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { ServerLock } from './db/server-lock.ts'
import { DocumentList } from './documents/document-list.ts'
import { DocumentStore } from './documents/document-store.ts'
import { ListedFileStore } from './documents/listed-file-store.ts'
import { openUploads } from './documents/open-documents.ts'
import { TripPictureStore } from './documents/trip-picture-store.ts'
import { openEvents } from './events/open-events.ts'
import { listen } from './listen.ts'
import { openMail } from './mail/open-mail.ts'
import { sweepMails } from './mail/outbox.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { sweepNotices } from './notify/notices.ts'
import { type NoticesDeps, openNotices } from './notify/open-notices.ts'
import { openPush } from './notify/open-push.ts'
import { sweepPushes } from './notify/push-outbox.ts'
import { sweepSubscriptions } from './notify/subscriptions.ts'
import { startBackups } from './operating/scheduled-backups.ts'
import { openGeocoder } from './places/open-geocoder.ts'
import { PlaceData } from './places/place-data.ts'
import { mendIds } from './plan/mend-ids.ts'
import { PlanStore } from './plan/plan-store.ts'
import { sweepPrivate } from './plan/private-records.ts'
import { openSecretKey } from './settings/secret-key.ts'
import { parseSettings } from './settings/settings.ts'
import { StartError } from './settings/start-error.ts'
import { Quotas } from './trips/quotas.ts'
import { seedDemo } from './trips/seed-demo.ts'
import { sweepDeletedTrips } from './trips/trip-life.ts'
import { Forecasts } from './weather/forecasts.ts'

/** The server's entry point, and its only module with side effects on import. */
async function main(): Promise<void> {
  // Files are readable by this user only: accounts, plans and documents.
  process.umask(0o077)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = parseSettings(process.env)
  // Log lines are written in batches: a killed process loses those of its last moment.
  const log = pino(
    { level: settings.logLevel, base: null },
    pino.destination({ sync: false, minLength: 16_000, periodicFlush: 200 }),
  )
  const clock = () => new Date()

  const metrics = await openMetrics(settings, log)
  const database = await openDatabase(settings, metrics?.timeDatabase)
  const lock = settings.databaseUrl === undefined ? undefined : await ServerLock.take(settings.databaseUrl, log)
  await migrate(database)
  const db = database.kysely
  const plan = new PlanStore(db, clock, metrics?.timeDatabase)
  await mendIds(db, plan, log)
  const secretKey = openSecretKey(settings, log)
  const quotas = new Quotas(db, settings.quotas)
  const uploads = openUploads(db, settings, quotas, log, clock, metrics?.countUpload)
  await uploads.check()
  const documents = new DocumentStore(db, uploads)
  const listedFiles = new ListedFileStore({ db, uploads, plan, clock, log })
  const pictures = new TripPictureStore({ db, uploads, log })
  if (settings.demo) await seedDemo(database, plan, clock)

  const sessions = new Sessions(db, clock)
  const attempts = createAttempts(settings, createLimits(database, metrics?.countLimited))
  const events = openEvents(settings, { db, plan, sessions, log })
  events.join()
  const mail = openMail(settings, { db, secretKey, log, clock, onOutcome: metrics?.countMail })
  const push = openPush(settings.push, { db, log, clock, onOutcome: metrics?.countPush })
  await push?.prepare()
  // Beside the folder of this file, which is server/ here and when it is built.
  const places = new PlaceData(resolve(import.meta.dirname, '../place-data'))
  const forecasts = new Forecasts({
    settings: settings.weather,
    count: attempts.countWeather,
    clock,
    log,
    onOutcome: metrics?.countWeather,
  })
  const webFolder = resolve(import.meta.dirname, '../web')
  const app = createApp({
    db,
    settings,
    secretKey,
    sessions,
    attempts,
    quotas,
    plan,
    documentList: new DocumentList(db),
    documents,
    listedFiles,
    pictures,
    events,
    forecasts,
    mail,
    push,
    places,
    geocoder: openGeocoder(settings, attempts),
    log,
    clock,
    metrics,
    webFolder: existsSync(join(webFolder, 'manifest.json')) ? webFolder : undefined,
  })
  const sweeps = {
    'deleted trips': () => sweepDeletedTrips(db, clock()),
    documents: () => documents.sweep(),
    listedFiles: () => listedFiles.sweep(),
    sessions: () => sessions.sweep(),
    attempts: () => sweepLimits(db, clock()),
    mails: () => sweepMails(db, clock()),
    notices: () => sweepNotices(db, clock()),
    pushes: () => sweepPushes(db, clock()),
    subscriptions: () => sweepSubscriptions(db, clock()),
    'private records': () => sweepPrivate({ db, plan, clock, log }),
  }
  mail?.start()
  push?.sender.start()
  const publish: NoticesDeps['publish'] = (tripId, userIds) => events.publishNotices(tripId, userIds)
  const notices = openNotices({ db, plan, mail, pushes: push?.sender, publish, clock, log })
  notices.start()
  const backups = startBackups({ settings, leads: async () => lock?.tryLead() ?? true, log, clock })
  const close = async () => {
    await notices.close()
    await Promise.all([backups?.close(), mail?.close(), push?.sender.close()])
    await database.close()
    // Released last, when nothing uses the database.
    await lock?.close()
  }
  await listen({ app, settings, database: { ...database, close }, sweeps, events, log, metrics })
  if (settings.push && !push)
    log.warn('pushes are off: set PUSH_CONTACT, or PUBLIC_URL to an https address on the internet')
}

main().catch((error) => {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${error?.stack ?? error}\n`)
  process.exit(1)
})
