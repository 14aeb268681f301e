import type { Logger } from 'pino'
import type { Db } from '../db/engine.ts'
import type { PlanStore } from '../plan/plan-store.ts'
import { addNoticeMail } from './notice-mails.ts'
import { NoticeSchedule } from './schedule.ts'
import { TripWatch } from './watch.ts'

/** What sends the rows of an outbox. */
interface Sender {
  sendDue: () => Promise<void>
}

export interface NoticesDeps {
  db: Db
  plan: PlanStore
  /** Tells the open pages of these users that they have new notices. */
  publish: (tripId: string, userIds: readonly string[]) => void
  /** Undefined if mail is not set up. */
  mail: Sender | undefined
  /** Undefined if no pushes are sent. */
  pushes?: Sender | undefined
  clock: () => Date
  log: Logger
}

export interface Notices {
  /** Begins to watch all trips and to send what is new in them. */
  start: () => void
  close: () => Promise<void>
}

/** From a change of a plan to a row in the outboxes: see watch.ts and schedule.ts. */
export function openNotices({ db, plan, publish, mail, pushes, clock, log }: NoticesDeps): Notices {
  const schedule = new NoticeSchedule({
    db,
    plan,
    clock,
    log,
    addMail: mail && addNoticeMail,
    onPushes: () => void pushes?.sendDue(),
    onMails: () => void mail?.sendDue(),
  })
  const watch = new TripWatch({
    db,
    plan,
    clock,
    log,
    onNotices: (tripId, userIds) => {
      publish(tripId, userIds)
      void schedule.sendDue()
    },
  })
  return {
    start: () => {
      watch.start()
      schedule.start()
    },
    close: async () => {
      await watch.close()
      await schedule.close()
    },
  }
}
