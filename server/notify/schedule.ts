import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { groupBy } from '#domain/group-by.ts'
import { defaultQuietHours } from '#domain/notices/choices.ts'
import { quietUntil } from '#domain/notices/quiet-hours.ts'
import { nextMailAt, nextPushAt } from '#domain/notices/send-limits.ts'
import { zoneOfTrip } from '#domain/places/zone-of-trip.ts'
import type { Details } from '#domain/plan/details.ts'
import type { Places } from '#domain/plan/places.ts'
import { instantIn } from '#domain/today/clock.ts'
import { BackgroundWork } from '../db/background-work.ts'
import type { Db } from '../db/engine.ts'
import { giveWay } from '../db/turn-of-event-loop.ts'
import type { PlanStore } from '../plan/plan-store.ts'
import { loadQuietHours } from './choices.ts'
import { addPushes } from './push-outbox.ts'

/*
 * Decides when notices are sent, and puts what may be sent into the outboxes of pushes and mails.
 * Job: groups what is due by user and trip, and holds it back for quiet hours and limits (send-limits.ts).
 * Invariants: a notice leaves its channel's queue in the transaction that adds it to the outbox, so it is in one.
 *   Of several processes, one takes it. A mail is written when it is sent, from what is unread then.
 * Failure: what cannot be decided stays due, and is decided in the next run.
 */

const INTERVAL_MS = 10_000
/** Notices that are looked at in one transaction. */
const PAGE = 200
const URGENT_BEFORE_DEPARTURE_MS = 24 * 60 * 60_000

export interface NoticeScheduleOptions {
  db: Db
  plan: PlanStore
  clock: () => Date
  log: Logger
  /** Adds a mail of a user's notices of a trip, unless one waits; undefined if mail is not set up. */
  addMail:
    | ((trx: Db, mail: { userId: string; tripId: string; recipient: string }, now: Date) => Promise<void>)
    | undefined
  /** Called after something was added to the outbox of pushes. */
  onPushes?: () => void
  /** Called after something was added to the outbox of mails. */
  onMails: () => void
}

interface DueNotice {
  id: string
  user_id: string
  trip_id: string
  is_urgent: boolean
}

export class NoticeSchedule {
  readonly #options: NoticeScheduleOptions
  readonly #work: BackgroundWork

  constructor(options: NoticeScheduleOptions) {
    this.#options = options
    this.#work = new BackgroundWork({
      run: () => this.#run(),
      onError: (err) => options.log.error({ err }, 'notices could not be scheduled'),
      intervalMs: INTERVAL_MS,
    })
  }

  start(): void {
    this.#work.start()
  }

  close(): Promise<void> {
    return this.#work.close()
  }

  /** Moves all that may be sent to the outboxes. Logs errors. */
  sendDue(): Promise<void> {
    return this.#work.request()
  }

  async #run(): Promise<void> {
    while (!this.#work.isClosed && (await this.#schedulePushes()));
    while (!this.#work.isClosed && (await this.#scheduleMails()));
  }

  /** @returns whether there may be more */
  async #schedulePushes(): Promise<boolean> {
    const { db, clock, onPushes } = this.#options
    const now = clock()
    const due = await db
      .selectFrom('notices')
      .select(['id', 'user_id', 'trip_id', 'is_urgent'])
      .where('push_at', '<=', now.toISOString())
      .orderBy('push_at')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    if (due.length === 0) return false
    const trips = await this.#loadTrips(due)
    const added = await db.transaction().execute((trx) => this.#addPushes(trx, due, trips, now))
    if (added > 0) onPushes?.()
    await giveWay()
    return due.length === PAGE
  }

  async #addPushes(trx: Db, due: readonly DueNotice[], trips: Trips, now: Date): Promise<number> {
    const userIds = [...new Set(due.map(({ user_id }) => user_id))]
    const settings = await loadQuietHours(trx, userIds)
    const sent = await this.#loadSent(trx, due, userIds)
    const subscriptions = groupBy(
      await trx.selectFrom('push_subscriptions').select(['id', 'user_id']).where('user_id', 'in', userIds).execute(),
      ({ user_id }) => user_id,
    )
    const going: { group: Group<DueNotice>; isUrgent: boolean }[] = []
    for (const group of groupsOf(due)) {
      const [{ user_id, trip_id }] = group
      const trip = trips.get(trip_id)
      const isUrgent = group.some((one) => Boolean(one.is_urgent))
      const departsSoon = trip !== undefined && trip.departsAt - now.getTime() < URGENT_BEFORE_DEPARTURE_MS
      const until =
        (isUrgent ? undefined : nextPushAt(sent.get(`${user_id} ${trip_id}`) ?? null, now)) ??
        (isUrgent && departsSoon
          ? undefined
          : quietUntil(settings.get(user_id) ?? defaultQuietHours, now, trip?.zone ?? ''))
      if (until === undefined) going.push({ group, isUrgent })
      else
        await trx
          .updateTable('notices')
          .set({ push_at: until.toISOString() })
          .where('id', 'in', idsOf(group))
          .where('push_at', 'is not', null)
          .execute()
    }
    if (going.length === 0) return 0
    // Of several processes, one gets each notice.
    const taken = await trx
      .updateTable('notices')
      .set({ push_at: null })
      .where('id', 'in', idsOf(going.flatMap(({ group }) => group)))
      .where('push_at', 'is not', null)
      .returning('id')
      .execute()
    const own = new Set(taken.map(({ id }) => id))
    const at = now.toISOString()
    const rows = going
      .filter(({ group }) => group.some(({ id }) => own.has(id)))
      .flatMap(({ group: [{ user_id, trip_id }], isUrgent }) =>
        (subscriptions.get(user_id) ?? []).map(({ id: subscription_id }) => ({
          id: randomUUID(),
          subscription_id,
          user_id,
          trip_id,
          is_urgent: isUrgent,
          created_at: at,
          tries: 0,
          next_try_at: at,
        })),
      )
    if (rows.length === 0) return 0
    await addPushes(trx, rows)
    const limited = new Map(
      going.filter(({ isUrgent }) => !isUrgent).map(({ group: [one] }) => [`${one.user_id} ${one.trip_id}`, one]),
    )
    if (limited.size > 0)
      await trx
        .insertInto('notice_choices')
        .values(
          [...limited.values()].map(({ user_id, trip_id }) => ({
            user_id,
            trip_id,
            choices: '{}',
            is_off: false,
            pushed_at: at,
            mailed: '[]',
          })),
        )
        .onConflict((conflict) => conflict.columns(['user_id', 'trip_id']).doUpdateSet({ pushed_at: at }))
        .execute()
    return rows.length
  }

  /** @returns whether there may be more */
  async #scheduleMails(): Promise<boolean> {
    const { db, clock, addMail, onMails } = this.#options
    if (!addMail) return false
    const now = clock()
    const due = await db
      .selectFrom('notices')
      .innerJoin('users', 'users.id', 'notices.user_id')
      .select(['notices.id', 'notices.user_id', 'trip_id', 'is_urgent', 'users.email'])
      .where('mail_at', '<=', now.toISOString())
      // Those of a mail that waits are in it.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('mails')
              .select('mails.id')
              .where('mails.kind', '=', 'notices')
              .whereRef('mails.user_id', '=', 'notices.user_id')
              .whereRef('mails.trip_id', '=', 'notices.trip_id'),
          ),
        ),
      )
      .orderBy('mail_at')
      .orderBy('notices.id')
      .limit(PAGE)
      .execute()
    if (due.length === 0) return false
    const added = await db.transaction().execute((trx) => this.#addMails(trx, due, addMail, now))
    if (added > 0) onMails()
    await giveWay()
    return due.length === PAGE
  }

  async #addMails(
    trx: Db,
    due: readonly (DueNotice & { email: string | null })[],
    addMail: NonNullable<NoticeScheduleOptions['addMail']>,
    now: Date,
  ): Promise<number> {
    const userIds = [...new Set(due.map(({ user_id }) => user_id))]
    const refused = await trx
      .selectFrom('notice_settings')
      .select('user_id')
      .where('user_id', 'in', userIds)
      .where('mail_refused_at', 'is not', null)
      .execute()
    const unreachable = new Set(refused.map(({ user_id }) => user_id))
    const rows = await trx
      .selectFrom('notice_choices')
      .select(['user_id', 'trip_id', 'mailed'])
      .where('user_id', 'in', userIds)
      .execute()
    const mailed = new Map(rows.map((row) => [`${row.user_id} ${row.trip_id}`, row.mailed]))
    let added = 0
    for (const group of groupsOf(due)) {
      const [{ user_id, trip_id, email }] = group
      const isUrgent = group.some((one) => Boolean(one.is_urgent))
      const isReachable = email !== null && !unreachable.has(user_id)
      const until = isUrgent ? undefined : nextMailAt(mailed.get(`${user_id} ${trip_id}`) ?? [], now)
      if (isReachable && until === undefined) {
        await addMail(trx, { userId: user_id, tripId: trip_id, recipient: email }, now)
        added += 1
        continue
      }
      const mail_at = isReachable && until ? until.toISOString() : null
      await trx.updateTable('notices').set({ mail_at }).where('id', 'in', idsOf(group)).execute()
    }
    return added
  }

  /** When each trip departs, in milliseconds since 1970, and its zone. */
  async #loadTrips(due: readonly DueNotice[]): Promise<Trips> {
    const { db, plan } = this.#options
    const ids = [...new Set(due.map(({ trip_id }) => trip_id))]
    const rows = await db.selectFrom('trips').select(['id', 'type']).where('id', 'in', ids).execute()
    const trips: Trips = new Map()
    for (const trip of rows) {
      const versions = await plan.listVersions(trip.id)
      const details = (await plan.load(trip, 'details', versions.details)).value as Details
      const places = (await plan.load(trip, 'places', versions.places)).value as Places
      const zone = zoneOfTrip(details, places)
      const { departure_date: date } = details
      const departsAt = date === '' ? Number.POSITIVE_INFINITY : instantIn(zone, date, 0).getTime()
      trips.set(trip.id, { zone, departsAt })
      await giveWay()
    }
    return trips
  }

  /** When something was last pushed, by user and trip. */
  async #loadSent(trx: Db, due: readonly DueNotice[], userIds: readonly string[]): Promise<Map<string, string | null>> {
    const rows = await trx
      .selectFrom('notice_choices')
      .select(['user_id', 'trip_id', 'pushed_at'])
      .where('user_id', 'in', userIds)
      .where('trip_id', 'in', [...new Set(due.map(({ trip_id }) => trip_id))])
      .execute()
    return new Map(rows.map((row) => [`${row.user_id} ${row.trip_id}`, row.pushed_at]))
  }
}

type Trips = Map<string, { zone: string; departsAt: number }>
type Group<Due> = readonly [Due, ...Due[]]

const groupsOf = <Due extends DueNotice>(due: readonly Due[]): Group<Due>[] =>
  [...groupBy(due, ({ user_id, trip_id }) => `${user_id} ${trip_id}`).values()] as unknown as Group<Due>[]

const idsOf = (notices: readonly Pick<DueNotice, 'id'>[]): string[] => notices.map(({ id }) => id)
