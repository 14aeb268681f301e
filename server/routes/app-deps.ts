import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import type { Attempts } from '../accounts/attempts.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Db } from '../db/engine.ts'
import type { DocumentList } from '../documents/document-list.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import type { ListedFileStore } from '../documents/listed-file-store.ts'
import type { TripPictureStore } from '../documents/trip-picture-store.ts'
import type { TripEvents } from '../events/trip-events.ts'
import type { MailSender } from '../mail/mail-sender.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Push } from '../notify/open-push.ts'
import type { Geocoder } from '../places/geocoder.ts'
import type { PlaceData } from '../places/place-data.ts'
import type { PlanStore } from '../plan/plan-store.ts'
import type { Settings } from '../settings/settings.ts'
import type { Quotas } from '../trips/quotas.ts'
import type { Forecasts } from '../weather/forecasts.ts'

/** The dependencies of the routes: created once in main.ts, and once per test. */
export interface AppDeps {
  db: Db
  settings: Settings
  /** See settings/secret-key.ts. */
  secretKey: KeyObject
  sessions: Sessions
  attempts: Attempts
  quotas: Quotas
  plan: PlanStore
  documentList: DocumentList
  documents: DocumentStore
  listedFiles: ListedFileStore
  pictures: TripPictureStore
  events: TripEvents
  forecasts: Forecasts
  /** Undefined if mail is not configured. */
  mail?: Pick<MailSender, 'send'> | undefined
  /** Undefined if no pushes are sent. */
  push?: Push | undefined
  places: PlaceData
  /** Undefined if it is switched off. */
  geocoder: Geocoder | undefined
  log: Logger
  clock: () => Date
  /** Undefined if metrics are switched off. */
  metrics?: Metrics | undefined
  /** The folder with the built front end; undefined if only the API is served. */
  webFolder: string | undefined
}
