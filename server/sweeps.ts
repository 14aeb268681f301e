import type { Logger } from 'pino'
import { sweepLimits } from './accounts/limits.ts'
import type { Sessions } from './accounts/sessions.ts'
import type { Db } from './db/engine.ts'
import type { DocumentStore } from './documents/document-store.ts'
import type { ReceiptStore } from './documents/receipt-store.ts'
import { mendFutureTimes } from './future-times.ts'
import { sweepMails } from './mail/mail-queue.ts'
import type { PlanStore } from './plan/plan-store.ts'
import { sweepPrivate } from './plan/private-records.ts'
import { SweepClock } from './sweep-clock.ts'
import { sweepDeletedTrips } from './trips/trip-life.ts'

interface Swept {
  db: Db
  plan: PlanStore
  sessions: Sessions
  documents: DocumentStore
  receipts: ReceiptStore
  clock: () => Date
  log: Logger
  /** See `SweepClock`. */
  elapsedMs?: () => number
}

/**
 * What removes expired data, by name.
 * @returns a function that starts all sweeps, to call at the start and every hour
 */
export function createSweeps({ db, plan, sessions, documents, receipts, clock, log, elapsedMs }: Swept) {
  const sweepClock = new SweepClock(db, clock, elapsedMs)
  const sweeps: Record<string, (now: Date) => Promise<void>> = {
    'deleted trips': (now) => sweepDeletedTrips(db, now),
    documents: (now) => documents.sweep(now),
    receipts: (now) => receipts.sweep(now),
    sessions: (now) => sessions.sweep(now),
    attempts: () => sweepLimits(db, clock()),
    mails: (now) => sweepMails(db, now),
    'private records': (now) => sweepPrivate({ db, plan, clock: () => now, log }),
  }
  let isStarted = false
  const attempt = (what: string, run: () => Promise<void>) =>
    run().catch((err) => log.error({ err }, `sweep of ${what} failed`))
  /** Resolves when all are done. Logs errors. */
  return async (): Promise<void> => {
    // At the start, the clock may not be set yet.
    if (isStarted) await attempt('future times', () => mendFutureTimes(db, clock()))
    isStarted = true
    await attempt('everything', async () => {
      const now = await sweepClock.now()
      await Promise.all(Object.entries(sweeps).map(([what, sweep]) => attempt(what, () => sweep(now))))
    })
  }
}
