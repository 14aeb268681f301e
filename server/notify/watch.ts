import { type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import { planOfValues } from '#domain/day/plan-of-values.ts'
import { addDays } from '#domain/local-date.ts'
import { compareConcerns, type News } from '#domain/notices/compare.ts'
import { listConcerns, type WatchedSection, type WatchedValues, watchedSections } from '#domain/notices/concerns.ts'
import { listDue, nextDayAt } from '#domain/notices/due.ts'
import { toKnown } from '#domain/notices/known.ts'
import { namesOf } from '#domain/people-names.ts'
import { listPersons } from '#domain/plan/people.ts'
import { clockOf } from '#domain/today/clock.ts'
import { phaseOf } from '#domain/today/phase.ts'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'
import { giveWay } from '../db/turn-of-event-loop.ts'
import type { PlanStore } from '../plan/plan-store.ts'
import { listMembersToTell, type ToldMember } from './members.ts'
import { settleNotices, storeNotices, toNotices } from './new-notices.ts'

/*
 * Looks at trips and adds what is new in them to the notices of their people.
 * Job: after each change of a plan, and when something is due.
 * Invariants: what was seen of a trip and what is told about it are stored in one transaction, so a crash loses
 *   neither; of several processes, one tells. A trip that changes on and on is looked at every LOOK_PAUSE_MS at most.
 * Failure: a change that was stored just before its process died is found by the rounds over all trips.
 */

/** A change is looked at after this, so that what belongs together is told together. */
const SETTLE_MS = 3000
const LOOK_PAUSE_MS = 10_000
const DUE_INTERVAL_MS = 15_000
/** All trips are compared with what was seen of them. */
const ROUND_INTERVAL_MS = 10 * 60_000
const ROUND_PAGE = 100
const DUE_PAGE = 50
/** A trip that could not be looked at is tried again after this. */
const RETRY_MS = 60_000

export interface TripWatchOptions {
  db: Db
  plan: PlanStore
  clock: () => Date
  log: Logger
  /** Called after notices were stored, with those who have new ones. */
  onNotices: (tripId: string, userIds: readonly string[]) => void
  settleMs?: number
}

export class TripWatch {
  readonly #options: TripWatchOptions
  /** The trips that have changed, with the time at which they are looked at. */
  readonly #changed = new Map<string, ReturnType<typeof setTimeout>>()
  /** When each trip was last looked at after a change, in milliseconds since 1970. */
  readonly #looked = new Map<string, number>()
  readonly #timers: ReturnType<typeof setInterval>[] = []
  #working: Promise<unknown> = Promise.resolve()
  #isRunning = false

  constructor(options: TripWatchOptions) {
    this.#options = options
    options.plan.onChange((tripId) => this.#lookSoon(tripId))
  }

  /** Begins with a round over all trips, and goes on in the background. */
  start(): void {
    this.#isRunning = true
    this.#timers.push(
      setInterval(() => void this.#queue(() => this.lookAtDue()), DUE_INTERVAL_MS).unref(),
      setInterval(() => void this.#queue(() => this.lookAtAll()), ROUND_INTERVAL_MS).unref(),
    )
    void this.#queue(() => this.lookAtAll()).then(() => this.#queue(() => this.lookAtDue()))
  }

  async close(): Promise<void> {
    this.#isRunning = false
    for (const timer of this.#timers) clearInterval(timer)
    for (const timer of this.#changed.values()) clearTimeout(timer)
    this.#changed.clear()
    await this.#working
  }

  #lookSoon(tripId: string): void {
    if (!this.#isRunning || this.#changed.has(tripId)) return
    const now = Date.now()
    const earliest = (this.#looked.get(tripId) ?? 0) + LOOK_PAUSE_MS
    const pause = Math.max(this.#options.settleMs ?? SETTLE_MS, earliest - now)
    const look = async () => {
      this.#changed.delete(tripId)
      this.#looked.set(tripId, Date.now())
      await this.#queue(() => this.look(tripId))
      this.#forgetLooks()
    }
    this.#changed.set(tripId, setTimeout(() => void look(), pause).unref())
  }

  #forgetLooks(): void {
    const oldest = Date.now() - LOOK_PAUSE_MS
    for (const [tripId, at] of this.#looked) if (at < oldest) this.#looked.delete(tripId)
  }

  /** One at a time: looking loads whole plans. */
  #queue(work: () => Promise<unknown>): Promise<void> {
    const next = this.#working.then(async () => {
      if (!this.#isRunning) return
      await work().catch((err) => this.#options.log.error({ err }, 'news of trips could not be found'))
    })
    this.#working = next
    return next
  }

  /** Looks at the trips in which something is due. */
  async lookAtDue(): Promise<void> {
    const { db, clock } = this.#options
    for (;;) {
      const due = await db
        .selectFrom('trip_watches')
        .select('trip_id')
        .where('check_at', '<=', clock().toISOString())
        .orderBy('check_at')
        .limit(DUE_PAGE)
        .execute()
      for (const { trip_id } of due) await this.look(trip_id)
      if (due.length < DUE_PAGE) return
    }
  }

  /** Looks at each trip that has changed since the last look. */
  async lookAtAll(): Promise<void> {
    const { db } = this.#options
    for (let last = ''; ; ) {
      const trips = await db
        .selectFrom('trips')
        .leftJoin('trip_watches', 'trip_watches.trip_id', 'trips.id')
        .select(['trips.id', 'trip_watches.versions'])
        .where('trips.deleted_at', 'is', null)
        .where('trips.owner_id', 'is not', null)
        .$if(last !== '', (all) => all.where('trips.id', '>', last))
        .orderBy('trips.id')
        .limit(ROUND_PAGE)
        .execute()
      const current = await listWatchedVersions(
        db,
        trips.map(({ id }) => id),
      )
      for (const { id, versions } of trips) {
        if (versions === null || !isSame(versions, current.get(id) ?? {})) await this.look(id)
        await giveWay()
      }
      last = trips.at(-1)?.id ?? last
      if (trips.length < ROUND_PAGE) return
    }
  }

  /** Stores what is new in a trip. A failure is logged and tried again later. */
  async look(tripId: string): Promise<void> {
    const { log, onNotices } = this.#options
    try {
      const userIds = await this.#look(tripId)
      if (userIds.length > 0) onNotices(tripId, userIds)
    } catch (err) {
      log.error({ err, tripId }, 'news of a trip could not be found')
      await this.#retryLater(tripId).catch(() => {})
    }
  }

  async #retryLater(tripId: string): Promise<void> {
    const { db, clock } = this.#options
    const check_at = new Date(clock().getTime() + RETRY_MS).toISOString()
    await db.updateTable('trip_watches').set({ check_at }).where('trip_id', '=', tripId).execute()
  }

  /** @returns the users who have new notices */
  async #look(tripId: string): Promise<string[]> {
    const { db, plan, clock } = this.#options
    const trip = await findWatchedTrip(db, tripId)
    if (!trip) return []
    const watch = await db.selectFrom('trip_watches').selectAll().where('trip_id', '=', tripId).executeTakeFirst()
    const versions = await plan.listVersions(tripId)
    const values = {} as Record<WatchedSection, unknown>
    for (const section of watchedSections) {
      values[section] = (await plan.load(trip, section, versions[section])).value
      await giveWay()
    }
    const members = await listMembersToTell(db, trip)
    await giveWay()
    const now = clock()
    const found = findNews(trip, values as WatchedValues, { members, stored: watch?.known, now })
    await giveWay()
    const watched = Object.fromEntries(watchedSections.map((section) => [section, versions[section]]))
    const savers = watch ? await listSavers(db, tripId, watch.versions, watched) : new Map()
    return db.transaction().execute(async (trx) => {
      const seen = {
        versions: JSON.stringify(watched),
        known: JSON.stringify(found.known),
        check_at: found.next?.toISOString() ?? null,
      }
      if (!(await storeSeen(trx, tripId, watch?.revision, seen))) return []
      const { people } = values as WatchedValues
      const notices = toNotices(found.news, { people, members, savers, nameOf: found.nameOf })
      await settleNotices(trx, tripId, found.settled, { people, members, known: found.known, now })
      return storeNotices(trx, tripId, notices, now)
    })
  }
}

type WatchedTripRow = Pick<Selectable<Tables['trips']>, 'id' | 'type' | 'template_revision' | 'reminds_since'> & {
  owner_id: string
}

/** Undefined if it is deleted, or belongs to everybody: then nobody in particular is told. */
async function findWatchedTrip(db: Db, tripId: string): Promise<WatchedTripRow | undefined> {
  const row = await db
    .selectFrom('trips')
    .select(['id', 'type', 'template_revision', 'owner_id', 'reminds_since'])
    .where('id', '=', tripId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && row.owner_id !== null ? { ...row, owner_id: row.owner_id } : undefined
}

interface Seen {
  members: readonly ToldMember[]
  /** What was stored; undefined before the first look. */
  stored: unknown
  now: Date
}

function findNews(trip: WatchedTripRow, values: WatchedValues, { members, stored, now }: Seen) {
  const names = new Map(members.map(({ person_id, name }) => [person_id, name]))
  const listed = new Set(listPersons(values.people).map(({ id }) => id))
  const isKnown = (id: string) => listed.has(id) || names.has(id)
  const nameOf = namesOf(values.people, '', names)
  const sole = members.length === 1 && listed.size <= 1 ? members[0]?.person_id : undefined
  const plan = planOfValues(trip, values, isKnown, sole)
  const { date: today } = clockOf(now, plan.zone)
  const concerns = listConcerns({ values, plan, today, isKnown, nameOf, type: trip.type })
  const isOver = phaseOf(plan.dates, today).is === 'after'
  const compared = compareConcerns(toKnown(stored), concerns, { now: now.toISOString(), isOver })
  const due = listDue(compared.known, {
    now,
    zone: plan.zone,
    remindsSince: trip.reminds_since,
    departure: plan.dates.departure_date,
    coming: concerns.coming,
    isOver,
  })
  const isUnderWay = [today, addDays(today, 1)].some((date) => phaseOf(plan.dates, date).is === 'during')
  const times = [due.next, isUnderWay ? nextDayAt(now, plan.zone) : undefined].filter((time) => time !== undefined)
  return {
    nameOf,
    news: [...compared.news, ...due.news] as News[],
    settled: compared.settled,
    known: due.known,
    next: times.length > 0 ? new Date(Math.min(...times.map(Number))) : undefined,
  }
}

/** Stores what was seen of a trip. False if another process has looked at it meanwhile. */
async function storeSeen(
  trx: Db,
  tripId: string,
  revision: number | undefined,
  seen: { versions: string; known: string; check_at: string | null },
): Promise<boolean> {
  if (revision === undefined) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('trip_watches')
      .values({ trip_id: tripId, revision: 1, ...seen })
      .onConflict((conflict) => conflict.column('trip_id').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows !== 0n
  }
  const { numUpdatedRows } = await trx
    .updateTable('trip_watches')
    .set({ revision: revision + 1, ...seen })
    .where('trip_id', '=', tripId)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return numUpdatedRows !== 0n
}

type Versions = Readonly<Record<string, number>>

/** The watched sections that were ever saved, by trip. */
async function listWatchedVersions(db: Db, tripIds: readonly string[]): Promise<Map<string, Versions>> {
  if (tripIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('plan_sections')
    .select(['trip_id', 'section', 'version'])
    .where('trip_id', 'in', tripIds)
    .where('section', 'in', watchedSections)
    .execute()
  const versions = new Map<string, Record<string, number>>()
  for (const { trip_id, section, version } of rows) {
    const own = versions.get(trip_id) ?? {}
    own[section] = version
    versions.set(trip_id, own)
  }
  return versions
}

const isSame = (seen: Versions, current: Versions): boolean =>
  watchedSections.every((section) => (seen[section] ?? 0) === (current[section] ?? 0))

/** Which users have changed each section since it was last looked at; null for the app itself. */
async function listSavers(
  db: Db,
  tripId: string,
  seen: Versions,
  current: Versions,
): Promise<Map<string, Set<string | null>>> {
  const savers = new Map<string, Set<string | null>>()
  for (const section of watchedSections) {
    const [from, to] = [seen[section] ?? 0, current[section] ?? 0]
    if (from === to) continue
    const rows = await db
      .selectFrom('plan_history')
      .select(sql<string | null>`saved_by`.as('saved_by'))
      .distinct()
      .where('trip_id', '=', tripId)
      .where('section', '=', section)
      .where('version', '>', from)
      .where('version', '<=', to)
      .execute()
    savers.set(section, new Set(rows.map(({ saved_by }) => saved_by)))
  }
  return savers
}
