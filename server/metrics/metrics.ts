import type { Server } from 'node:net'
import type { OperationsAnswer } from '#domain/api/operations.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import type { Database } from '../db/engine.ts'
import type { TripEvents } from '../events/trip-events.ts'
import type { MailOutcome } from '../mail/mail-sender.ts'

/**
 * Phases of database work. `turn`: waiting to start a transaction for a change of a plan; `wait`: waiting for a
 * connection; `hold`: holding it; `commit`: committing; `flush`: waiting for the disk in a shared commit of SQLite.
 */
export const databaseTimes = ['turn', 'wait', 'hold', 'commit', 'flush'] as const
export type DatabaseTime = (typeof databaseTimes)[number]
export type TimeDatabase = (what: DatabaseTime, seconds: number) => void

/** Metrics of this process, if switched on. Labels have closed lists of values: never an id, address or text. */
export interface Metrics {
  /** @param route its pattern, such as `/api/trips/:tripId` */
  countRequest: (method: string, route: string, status: number, seconds: number) => void
  countFailure: (code: ErrorCode) => void
  countOperations: (sent: number, answer: Pick<OperationsAnswer, 'superseded' | 'refused'>) => void
  countUpload: (bytes: number) => void
  /** @param outcome `ok`, or the code of the failure */
  countAiText: (outcome: string, seconds: number) => void
  countMail: (outcome: MailOutcome) => void
  countLimited: (limit: string) => void
  timeDatabase: TimeDatabase
  /** Registers what is read at each scrape. */
  watch: (watched: Watched) => void
}

export interface Watched {
  server: Server
  events: TripEvents
  database: Database
  dataDir: string
}

export const secondsSince = (started: number): number => (performance.now() - started) / 1000
