import type { Server } from 'node:net'
import type { OperationsAnswer } from '#domain/api/operations.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import type { Database } from '../db/engine.ts'
import type { TripEvents } from '../events/trip-events.ts'
import type { MailOutcome } from '../mail/mail-sender.ts'

/**
 * What is timed of the database. `turn`: from when a change of a plan wants a transaction until it is its turn in one; `wait`: for a
 * connection; `hold`: as long as it is held; `commit`: of a transaction; `flush`: for the disk, which SQLite's shared commits wait
 * for beside everything else.
 */
export const databaseTimes = ['turn', 'wait', 'hold', 'commit', 'flush'] as const
export type DatabaseTime = (typeof databaseTimes)[number]
export type TimeDatabase = (what: DatabaseTime, seconds: number) => void

/**
 * What the process counts of itself, where somebody watches it; else there is none of this, and nothing is counted.
 * Labels come from closed lists: never an id, an address, a text.
 */
export interface Metrics {
  /** @param route its pattern, such as `/api/trips/:tripId` */
  countRequest: (method: string, route: string, status: number, seconds: number) => void
  countFailure: (code: ErrorCode) => void
  /** How many were sent, and how they ended. */
  countOperations: (sent: number, answer: Pick<OperationsAnswer, 'superseded' | 'refused'>) => void
  countUpload: (bytes: number) => void
  /** @param outcome `ok`, or the code of the failure */
  countAiText: (outcome: string, seconds: number) => void
  /** How a try to send a mail has ended. */
  countMail: (outcome: MailOutcome) => void
  /** @param limit the name that it is made with */
  countLimited: (limit: string) => void
  timeDatabase: TimeDatabase
  /** What is looked at when somebody asks. */
  watch: (watched: Watched) => void
}

export interface Watched {
  server: Server
  events: TripEvents
  database: Database
  dataDir: string
}

/** Seconds since `started`, of `performance.now()`. */
export const secondsSince = (started: number): number => (performance.now() - started) / 1000
