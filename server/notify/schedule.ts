import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { groupBy } from '#domain/group-by.ts'
import { defaultQuietHours } from '#domain/notices/choices.ts'
import type { NoticeKind } from '#domain/notices/notice.ts'
import { quietUntil } from '#domain/notices/quiet-hours.ts'
import { nextMailAt, nextPushAt } from '#domain/notices/send-limits.ts'
import { zoneOfTrip } from '#domain/places/zone-of-trip.ts'
import type { Details } from '#domain/plan/details.ts'
import type { Places } from '#domain/plan/places.ts'
import { instantIn } from '#domain/today/clock.ts'
import type { TripType } from '#domain/trip.ts'
import { BackgroundWork } from '../db/background-work.ts'
import { CommitBatcher } from '../db/commit-batcher.ts'
import { databaseFailure } from '../db/database-failure.ts'
import type { Db } from '../db/engine.ts'
import { isSqlite } from '../db/is-sqlite.ts'
import { nextTurn } from '../db/turn-of-event-loop.ts'
import type { PlanStore } from '../plan/plan-store.ts'
import { loadQuietHours } from './choices.ts'
import { addPushes } from './push-outbox.ts'

/*
 * Decides when notices are sent, and puts what may be sent into the outboxes of pushes and mails.
 * Job: groups what is due by user and trip, and holds it back for quiet hours and limits (send-limits.ts).
 * Invariants: a notice leaves its channel's queue in the transaction that adds it to the outbox, so it is in one.
 *   Of several processes, one takes it. A mail is written when it is sent, from what is unread then.
 * Failure: what cannot be decided is tried again later, and delays nobody else. If the database fails, the next run
 *   goes on. What is days late is not sent.
 */

const INTERVAL_MS = 10_000
/** Notices that are looked at in one transaction. */
const PAGE = 100
/** A seat lost within a day of the departure is pushed even in quiet hours. */
const URGENT_AROUND_DEPARTURE_MS = 24 * 60 * 60_000
/** What could not be sent for so long is not sent any more: see also due.ts. */
const MAX_LATE_MS = 2 * 24 * 60 * 60_000
/** After a failure that concerns only one user and trip. */
const RETRY_MS = 10 * 60_000

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

interface Scope {
  user_id: string
  trip_id: string
}
interface DueNotice extends Scope {
  id: string
  kind: NoticeKind
  is_urgent: boolean
}
type Channel = 'push_at' | 'mail_at'
/** Where a page of what is due ended. */
interface Place {
  at: string
  id: string
}
/** All that is due of one user and trip. */
type Group = readonly [DueNotice, ...DueNotice[]]

export class NoticeSchedule {
  readonly #options: NoticeScheduleOptions
  /** Commits without blocking on the disk. */
  readonly #commits: CommitBatcher
  readonly #work: BackgroundWork

  constructor(options: NoticeScheduleOptions) {
    this.#options = options
    this.#commits = new CommitBatcher(options.db)
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

  /** A failing step does not stop the others. */
  async #run(): Promise<void> {
    const trips: Trips = new Map()
    const steps = [
      async () => void (await this.#dropLate()),
      (after: Place | undefined) => this.#schedulePushes(after, trips),
      (after: Place | undefined) => this.#scheduleMails(after),
    ]
    for (const step of steps)
      try {
        let after: Place | undefined
        do after = this.#work.isClosed ? undefined : await step(after)
        while (after)
      } catch (err) {
        this.#options.log.error({ err }, 'notices could not be scheduled')
      }
  }

  /**
   * Drops pushes and mails that are days overdue, as after downtime. Without mail settings, drops all due mails;
   * otherwise they would go out once mail is set up.
   */
  async #dropLate(): Promise<void> {
    const { clock, addMail } = this.#options
    const late = new Date(clock().getTime() - MAX_LATE_MS).toISOString()
    const due = addMail ? late : clock().toISOString()
    await this.#commits.run(async (trx) => {
      await trx.updateTable('notices').set({ push_at: null }).where('push_at', '<', late).execute()
      await trx.updateTable('notices').set({ mail_at: null }).where('mail_at', '<', due).execute()
    })
  }

  /** @param trips cache of this run. @returns where the page ended, if there may be more */
  async #schedulePushes(after: Place | undefined, trips: Trips): Promise<Place | undefined> {
    const { db, clock, onPushes } = this.#options
    const now = clock()
    const due = await selectDue(db, 'push_at', after, now).execute()
    if (due.length === 0) return undefined
    await this.#loadTrips(due, trips)
    const decide = (trx: Db, groups: readonly Group[]) => this.#addPushes(trx, groups, trips, now)
    const added = await this.#decide('push_at', scopesOf(due), now, decide)
    if (added > 0) onPushes?.()
    await nextTurn()
    return endOf(due)
  }

  /**
   * Schedules these users and trips together; if that fails, one by one, so that a bad one does not block the rest.
   * @returns how many rows were added to an outbox
   */
  async #decide(
    channel: Channel,
    scopes: readonly Scope[],
    now: Date,
    decide: (trx: Db, groups: readonly Group[]) => Promise<number>,
  ): Promise<number> {
    const [{ trip_id: tripId } = {}, ...others] = scopes
    try {
      return await this.#commits.run(async (trx) => decide(trx, await loadDue(trx, channel, scopes, now)))
    } catch (err) {
      // Not caused by one user's data: everything is retried in the next run.
      if (databaseFailure(err)) throw err
      if (others.length === 0) {
        this.#options.log.error({ err, tripId }, 'notices of a user could not be scheduled, will be retried')
        const later = new Date(now.getTime() + RETRY_MS)
        await this.#commits.run(async (trx) =>
          setTime(trx, channel, (await loadDue(trx, channel, scopes, now)).flat(), later),
        )
        return 0
      }
    }
    let added = 0
    for (const scope of scopes) added += await this.#decide(channel, [scope], now, decide)
    return added
  }

  async #addPushes(trx: Db, groups: readonly Group[], trips: Trips, now: Date): Promise<number> {
    if (groups.length === 0) return 0
    const userIds = usersOf(groups)
    const settings = await loadQuietHours(trx, userIds)
    const sent = await this.#loadSent(trx, groups.flat(), userIds)
    const subscriptions = groupBy(
      await trx
        .selectFrom('push_subscriptions')
        .select(['id', 'user_id', 'zone'])
        .where('user_id', 'in', userIds)
        .orderBy('renewed_at', 'desc')
        .execute(),
      ({ user_id }) => user_id,
    )
    const going: { group: Group; isUrgent: boolean; quietZone: string | null }[] = []
    for (const group of groups) {
      const [{ user_id, trip_id }] = group
      const trip = trips.get(trip_id)
      const isUrgent = group.some((one) => Boolean(one.is_urgent))
      const ownZone = subscriptions.get(user_id)?.find(({ zone }) => zone !== '')?.zone
      const zone = trip?.zone || ownZone || ''
      const departsSoon = trip !== undefined && Math.abs(trip.departsAt - now.getTime()) < URGENT_AROUND_DEPARTURE_MS
      const comesAtNight = departsSoon && group.some((one) => one.is_urgent && one.kind === 'promise')
      const until =
        (isUrgent ? undefined : nextPushAt(sent.get(`${user_id} ${trip_id}`) ?? null, now)) ??
        (comesAtNight ? undefined : quietUntil(settings.get(user_id) ?? defaultQuietHours, now, zone))
      if (until === undefined) going.push({ group, isUrgent, quietZone: comesAtNight ? null : zone })
      else await setTime(trx, 'push_at', group, until)
    }
    if (going.length === 0) return 0
    await setTime(
      trx,
      'push_at',
      going.flatMap(({ group }) => group),
      null,
    )
    const at = now.toISOString()
    const rows = going.flatMap(({ group: [{ user_id, trip_id }], isUrgent, quietZone }) =>
      (subscriptions.get(user_id) ?? []).map(({ id: subscription_id }) => ({
        id: randomUUID(),
        subscription_id,
        user_id,
        trip_id,
        is_urgent: isUrgent,
        quiet_zone: quietZone,
        created_at: at,
        tries: 0,
        next_try_at: at,
      })),
    )
    if (rows.length === 0) return 0
    await addPushes(trx, rows)
    const limited = going.filter(({ isUrgent }) => !isUrgent).map(({ group: [one] }) => one)
    if (limited.length > 0)
      await trx
        .insertInto('notice_choices')
        .values(
          limited.map(({ user_id, trip_id }) => ({
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

  /** @returns where the page ended, if there may be more */
  async #scheduleMails(after: Place | undefined): Promise<Place | undefined> {
    const { db, clock, addMail, onMails } = this.#options
    if (!addMail) return undefined
    const now = clock()
    const due = await selectDue(db, 'mail_at', after, now)
      // A waiting mail will include them.
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
      .execute()
    if (due.length === 0) return undefined
    const decide = (trx: Db, groups: readonly Group[]) => this.#addMails(trx, groups, addMail, now)
    const added = await this.#decide('mail_at', scopesOf(due), now, decide)
    if (added > 0) onMails()
    await nextTurn()
    return endOf(due)
  }

  async #addMails(
    trx: Db,
    groups: readonly Group[],
    addMail: NonNullable<NoticeScheduleOptions['addMail']>,
    now: Date,
  ): Promise<number> {
    if (groups.length === 0) return 0
    const userIds = usersOf(groups)
    const users = await trx
      .selectFrom('users')
      .leftJoin('notice_settings as settings', 'settings.user_id', 'users.id')
      .select(['users.id', 'email'])
      .where('users.id', 'in', userIds)
      .where('mail_refused_at', 'is', null)
      .execute()
    const addresses = new Map(users.map(({ id, email }) => [id, email]))
    const rows = await trx
      .selectFrom('notice_choices')
      .select(['user_id', 'trip_id', 'mailed'])
      .where('user_id', 'in', userIds)
      .execute()
    const mailed = new Map(rows.map((row) => [`${row.user_id} ${row.trip_id}`, row.mailed]))
    let added = 0
    for (const group of groups) {
      const [{ user_id, trip_id }] = group
      const recipient = addresses.get(user_id) ?? null
      const isUrgent = group.some((one) => Boolean(one.is_urgent))
      const until = isUrgent ? undefined : nextMailAt(mailed.get(`${user_id} ${trip_id}`) ?? [], now)
      if (recipient === null || until) {
        await setTime(trx, 'mail_at', group, recipient === null ? null : (until ?? null))
        continue
      }
      await addMail(trx, { userId: user_id, tripId: trip_id, recipient }, now)
      added += 1
    }
    return added
  }

  /** When each trip departs, in milliseconds since 1970, and its zone. */
  async #loadTrips(due: readonly Scope[], trips: Trips): Promise<void> {
    const { db } = this.#options
    const ids = new Set(due.map(({ trip_id }) => trip_id).filter((id) => !trips.has(id)))
    if (ids.size === 0) return
    const rows = await db
      .selectFrom('trips')
      .select(['id', 'type'])
      .where('id', 'in', [...ids])
      .execute()
    for (const trip of rows) {
      trips.set(trip.id, await this.#loadTimes(trip))
      await nextTurn()
    }
  }

  /** A trip that cannot be read, or was just deleted, has neither. */
  async #loadTimes(trip: { id: string; type: TripType }): Promise<TripTimes> {
    const { plan, log } = this.#options
    try {
      const versions = await plan.listVersions(trip.id)
      const details = (await plan.load(trip, 'details', versions.details)).value as Details
      const places = (await plan.load(trip, 'places', versions.places)).value as Places
      const zone = zoneOfTrip(details, places)
      const { departure_date: date } = details
      return { zone, departsAt: date === '' ? Number.POSITIVE_INFINITY : instantIn(zone, date, 0).getTime() }
    } catch (err) {
      log.error({ err, tripId: trip.id }, 'departure of a trip could not be read for its pushes')
      return { zone: '', departsAt: Number.POSITIVE_INFINITY }
    }
  }

  /** When something was last pushed, by user and trip. */
  async #loadSent(trx: Db, due: readonly Scope[], userIds: readonly string[]): Promise<Map<string, string | null>> {
    const rows = await trx
      .selectFrom('notice_choices')
      .select(['user_id', 'trip_id', 'pushed_at'])
      .where('user_id', 'in', userIds)
      .where('trip_id', 'in', [...new Set(due.map(({ trip_id }) => trip_id))])
      .execute()
    return new Map(rows.map((row) => [`${row.user_id} ${row.trip_id}`, row.pushed_at]))
  }
}

interface TripTimes {
  zone: string
  departsAt: number
}
type Trips = Map<string, TripTimes>

const scopesOf = (due: readonly Scope[]): Scope[] =>
  [...groupBy(due, ({ user_id, trip_id }) => `${user_id} ${trip_id}`).values()].flatMap(([one]) => one ?? [])

const usersOf = (groups: readonly Group[]): string[] => [...new Set(groups.map(([{ user_id }]) => user_id))]

/** One page of due notices, by key: rows locked by another process are not read twice. */
function selectDue(db: Db, channel: Channel, after: Place | undefined, now: Date) {
  return db
    .selectFrom('notices')
    .select(['id', 'user_id', 'trip_id', `${channel} as at`])
    .where(channel, '<=', now.toISOString())
    .$if(after !== undefined, (due) =>
      due.where(({ eb, refTuple, tuple }) => eb(refTuple(channel, 'id'), '>', tuple(after?.at ?? '', after?.id ?? ''))),
    )
    .orderBy(channel)
    .orderBy('id')
    .limit(PAGE)
}

function endOf(page: readonly { id: string; at: string | null }[]): Place | undefined {
  const last = page.length === PAGE ? page.at(-1) : undefined
  return last && { id: last.id, at: last.at ?? '' }
}

/** All that is due of these users and trips. Until the transaction ends, no other process decides about it. */
async function loadDue(trx: Db, channel: Channel, scopes: readonly Scope[], now: Date): Promise<Group[]> {
  const due = await trx
    .selectFrom('notices')
    .select(['id', 'user_id', 'trip_id', 'kind', 'is_urgent'])
    .where(channel, '<=', now.toISOString())
    .where(({ or, and, eb }) =>
      or(scopes.map(({ user_id, trip_id }) => and([eb('user_id', '=', user_id), eb('trip_id', '=', trip_id)]))),
    )
    .orderBy('id')
    // Skips rows that another transaction is changing. SQLite has one process.
    .$if(!isSqlite(trx), (query) => query.forUpdate().skipLocked())
    .execute()
  return [...groupBy(due, ({ user_id, trip_id }) => `${user_id} ${trip_id}`).values()] as unknown as Group[]
}

async function setTime(trx: Db, channel: Channel, notices: readonly DueNotice[], until: Date | null): Promise<void> {
  const ids = notices.map(({ id }) => id)
  if (ids.length === 0) return
  const time = until?.toISOString() ?? null
  await trx
    .updateTable('notices')
    .set(channel === 'push_at' ? { push_at: time } : { mail_at: time })
    .where('id', 'in', ids)
    .execute()
}
