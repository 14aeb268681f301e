import type { Server } from 'node:net'
import type { OperationsResponse } from '#domain/api/operations.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import type { TimeDatabase } from '../db/database-times.ts'
import type { Database } from '../db/engine.ts'

/** How an attempt to send a mail ended. `void`: there was no longer anything to send. */
export type MailOutcome = 'sent' | 'postponed' | 'refused' | 'given_up' | 'void'

/**
 * How an attempt to send a push ended. `gone`: the browser no longer wants any. `void`: there was no longer anything to
 * say.
 */
export type PushOutcome = 'sent' | 'postponed' | 'refused' | 'gone' | 'given_up' | 'void'

/** Metrics of this process, if switched on. Labels have closed lists of values: never an id, address or text. */
export interface Metrics {
  /** @param route its pattern, such as `/api/trips/:tripId` */
  countRequest: (method: string, route: string, status: number, seconds: number) => void
  countFailure: (code: ErrorCode) => void
  countOperations: (sent: number, answer: Pick<OperationsResponse, 'superseded' | 'refused'>) => void
  countUpload: (bytes: number) => void
  /** @param outcome `ok`, or the code of the failure */
  countAiText: (outcome: string, seconds: number) => void
  /** @param outcome `ok`, or how asking the weather service failed */
  countWeather: (outcome: string, seconds: number) => void
  countMail: (outcome: MailOutcome) => void
  countPush: (outcome: PushOutcome) => void
  countLimited: (limit: string) => void
  timeDatabase: TimeDatabase
  /** Registers what is read at each scrape. */
  watch: (watched: Watched) => void
}

export interface Watched {
  server: Server
  events: { readonly openStreams: number }
  database: Database
  dataDir: string
}
