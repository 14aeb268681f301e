import { type KeyObject, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Hono } from 'hono'
import { pino } from 'pino'
import type { Registration } from '#domain/api/credentials.ts'
import type { AccountHolder, User } from '#domain/person.ts'
import { createAttempts } from '#server/accounts/attempts.ts'
import { createLimits } from '#server/accounts/limits.ts'
import { openSession, Sessions } from '#server/accounts/sessions.ts'
import { writeAccount } from '#server/accounts/sign-in.ts'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database, Db, Engine } from '#server/db/engine.ts'
import { DocumentList } from '#server/documents/document-list.ts'
import { DocumentStore } from '#server/documents/document-store.ts'
import { ListedFileStore } from '#server/documents/listed-file-store.ts'
import { openUploads } from '#server/documents/open-documents.ts'
import { TripPictureStore } from '#server/documents/trip-picture-store.ts'
import { openEvents } from '#server/events/open-events.ts'
import type { TripEvents, TripEventsOptions } from '#server/events/trip-events.ts'
import type { AppEnv } from '#server/http/context.ts'
import type { MailSender } from '#server/mail/mail-sender.ts'
import { openMail } from '#server/mail/open-mail.ts'
import { openPush, type PushDeps } from '#server/notify/open-push.ts'
import type { PushSender } from '#server/notify/push-sender.ts'
import { type GeocoderTimes, openGeocoder } from '#server/places/open-geocoder.ts'
import { PlaceData } from '#server/places/place-data.ts'
import { PlanStore } from '#server/plan/plan-store.ts'
import type { AppDeps } from '#server/routes/app-deps.ts'
import { openSecretKey } from '#server/settings/secret-key.ts'
import { parseSettings, type Settings } from '#server/settings/settings.ts'
import { Quotas } from '#server/trips/quotas.ts'
import { Forecasts } from '#server/weather/forecasts.ts'
import { openTestDatabase } from './engines.ts'
import { hashLightly } from './light-hash.ts'
import { TestClient } from './test-client.ts'

/** A server without a port, wired as in main.ts. */
export interface TestApp {
  app: Hono<AppEnv>
  db: Db
  plan: PlanStore
  sessions: Sessions
  documents: DocumentStore
  listedFiles: ListedFileStore
  pictures: TripPictureStore
  events: TripEvents
  /** Sends mails only when asked, without polling. Undefined if `env` configures no mail. */
  mail: MailSender | undefined
  /** Sends pushes only when asked. Undefined unless `env` has a contact for them. */
  pushes: PushSender | undefined
  dataDir: string
  settings: Settings
  secretKey: KeyObject
  log: Record<string, unknown>[]
  wait: (time: { minutes?: number; seconds?: number }) => void
  clock: () => Date
  /** A browser in which nobody is signed in. */
  openClient: (origin?: string) => TestClient
  /** A browser with a new session for an existing user. */
  openSession: (user: Pick<User, 'id'> & Partial<User>) => Promise<TestClient>
  /** A new account, and a browser in which it is signed in. Uses a cheap password hash: the app's takes 0.2 s. */
  signUp: (overrides?: Partial<Registration>) => Promise<{ user: AccountHolder; client: TestClient; password: string }>
  openAnother: (options?: TestAppOptions) => TestApp
  remove: () => Promise<void>
}

interface TestAppOptions {
  env?: Record<string, string>
  webFolder?: string
  events?: Pick<TripEventsOptions, 'heartbeatMs' | 'graceMs'> | undefined
  /** How long the geocoder is left alone between requests, and waited for. */
  geocoder?: GeocoderTimes | undefined
  /** The certificates and addresses of push services. */
  push?: Pick<PushDeps, 'ca' | 'lookUp' | 'timeoutMs' | 'onOutcome'> | undefined
}

/** Loaded once, when a test searches for places. */
const places = new PlaceData(fileURLToPath(new URL('../../place-data', import.meta.url)))

/**
 * All people in a test share one address, so the limits are far above what tests need. Tests of weather and of the
 * geocoder name services of their own: no test asks one on the internet.
 */
const defaults = {
  GEOCODER_URL: 'http://127.0.0.1:9',
  SIGN_UPS_PER_HOUR: '1000000',
  SIGN_IN_ATTEMPTS: '1000000',
  WRITES_PER_MINUTE: '1000000',
  WEATHER: 'off',
}

export async function openTestApp(engine: Engine, options: TestAppOptions = {}): Promise<TestApp> {
  const { database, settings, remove } = await openTestDatabase(engine)
  const { dataDir, databaseUrl } = settings
  const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...options.env }
  return buildTestApp(database, { ...options, env }, remove)
}

/** Opens a server on an existing database. `remove` closes it without deleting it. */
export async function openTestAppOn(
  settings: Pick<Settings, 'dataDir'> & Partial<Pick<Settings, 'databaseUrl'>>,
  env: Record<string, string> = {},
) {
  const { dataDir, databaseUrl } = settings
  const database = await openDatabase({ databaseUrl, dataDir })
  const all = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...env }
  return buildTestApp(database, { env: all }, () => database.close())
}

function buildTestApp(
  database: Database,
  { env = {}, webFolder, events: times, geocoder, push: pushOptions }: TestAppOptions,
  remove: () => Promise<void>,
): TestApp {
  const db = database.kysely
  const settings = parseSettings({ ...defaults, ...env })
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
  let aheadMs = 0
  const clock = () => new Date(Date.now() + aheadMs)
  const secretKey = openSecretKey(settings, log)
  const plan = new PlanStore(db, clock)
  const sessions = new Sessions(db, clock)
  const quotas = new Quotas(db, settings.quotas)
  const uploads = openUploads(db, settings, quotas, log, clock)
  const documents = new DocumentStore(db, uploads)
  const listedFiles = new ListedFileStore({ db, uploads, plan, clock, log })
  const pictures = new TripPictureStore({ db, uploads, log })
  const events = openEvents(settings, { db, plan, sessions, log, ...times })
  const mail = openMail(settings, { db, secretKey, log, clock })
  const push = openPush(settings.push, { db, log, clock, ...pushOptions })
  // Without a shared store, so that tests do not affect each other's limits: see limits.test.ts.
  const attempts = createAttempts(settings, createLimits({}))
  const forecasts = new Forecasts({ settings: settings.weather, count: attempts.countWeather, clock, log })
  const others: TestApp[] = []
  const deps: AppDeps = {
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
    geocoder: openGeocoder(settings, attempts, geocoder),
    log,
    clock,
    webFolder,
  }
  const app = createApp(deps)
  const openClient = (origin?: string) => new TestClient(app, origin)

  return {
    app,
    db,
    plan,
    sessions,
    documents,
    listedFiles,
    pictures,
    events,
    mail,
    pushes: push?.sender,
    log: lines,
    dataDir: settings.dataDir,
    settings,
    secretKey,
    clock,
    wait: ({ minutes = 0, seconds = 0 }) => {
      aheadMs += (minutes * 60 + seconds) * 1000
    },
    openClient,
    openSession: async ({ id, email = `${id}@example.org` }) => {
      const client = openClient()
      client.cookies.set('wayfare_session', await openSession(db, { id, email }, clock()))
      return client
    },
    signUp: async (overrides) => {
      const body = buildRegistration(overrides)
      const client = openClient()
      const { user, token } = await writeAccount(db, body, await hashLightly(body.password), clock())
      client.cookies.set('wayfare_session', token).set('wayfare_session_hint', '1')
      return { user: { ...user, email: body.email.toLowerCase() }, client, password: body.password }
    },
    openAnother: ({ env: changed, ...options } = {}) => {
      const another = buildTestApp(
        database,
        { events: times, geocoder, push: pushOptions, ...options, env: { ...env, ...changed } },
        async () => {},
      )
      others.push(another)
      return another
    },
    remove: async () => {
      for (const another of others) await another.remove()
      await events.close()
      await mail?.close()
      await push?.sender.close()
      await remove()
    },
  }
}

/** A sign-up request with a unique e-mail. */
export function buildRegistration(overrides: Partial<Registration> = {}): Registration {
  return {
    email: `robin-${randomUUID()}@example.org`,
    password: 'pine-needles',
    data: { username: 'robin', full_name: 'Robin Tester', is_beta_user: true, referred_by: null },
    ...overrides,
  }
}
