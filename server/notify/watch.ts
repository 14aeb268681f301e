import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import { planOfValues } from '#domain/day/plan-of-values.ts'
import { addDays } from '#domain/local-date.ts'
import { compareConcerns, type News } from '#domain/notices/compare.ts'
import {
  listConcernsInSteps,
  sectionsOfDays,
  type WatchedSection,
  type WatchedValues,
  watchedSections,
} from '#domain/notices/concerns.ts'
import { listDue, nextDayAt } from '#domain/notices/due.ts'
import { toKnown } from '#domain/notices/known.ts'
import { namesOf } from '#domain/people-names.ts'
import { listPersons } from '#domain/plan/people.ts'
import { clockOf } from '#domain/today/clock.ts'
import { phaseOf } from '#domain/today/phase.ts'
import { BackgroundWork } from '../db/background-work.ts'
import { CommitBatcher } from '../db/commit-batcher.ts'
import type { Db } from '../db/engine.ts'
import type { Tables } from '../db/tables.ts'
import { nextTurn } from '../db/turn-of-event-loop.ts'
import type { PlanStore } from '../plan/plan-store.ts'
import { listMembersToTell, type ToldMember } from './members.ts'
import { settleNotices, storeNotices, toNotices } from './new-notices.ts'

/*
 * Looks at trips and adds what is new in them to the notices of their people.
 * Job: after each change of a plan, and when something is due.
 * Invariants: what was seen of a trip and what is told about it are stored in one transaction, so a crash loses
 *   neither; of several processes, one tells. A trip that changes on and on is looked at every LOOK_PAUSE_MS at most.
 *   One look at a time, as each loads a whole plan. Rounds await each look, so changed trips can go in between.
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
  /** Commits without blocking on the disk. */
  readonly #commits: CommitBatcher
  /** The trips that have changed, with the time at which they are looked at. */
  readonly #changed = new Map<string, ReturnType<typeof setTimeout>>()
  /** When each trip was last looked at after a change, in milliseconds since 1970. */
  readonly #looked = new Map<string, number>()
  readonly #rounds: readonly BackgroundWork[]
  #looking: Promise<void> = Promise.resolve()
  #isRunning = false
  #isClosed = false

  constructor(options: TripWatchOptions) {
    this.#options = options
    this.#commits = new CommitBatcher(options.db)
    const onError = (err: unknown) => options.log.error({ err }, 'news of trips could not be found')
    this.#rounds = [
      new BackgroundWork({ run: () => this.lookAtDue(), onError, intervalMs: DUE_INTERVAL_MS }),
      new BackgroundWork({ run: () => this.lookAtAll(), onError, intervalMs: ROUND_INTERVAL_MS }),
    ]
    options.plan.onChange((tripId) => this.#lookSoon(tripId))
  }

  /** Begins with a round over all trips, and goes on in the background. */
  start(): void {
    this.#isRunning = true
    for (const rounds of this.#rounds) rounds.start()
  }

  /** Resolves when the current look has ended. */
  async close(): Promise<void> {
    this.#isRunning = false
    this.#isClosed = true
    for (const timer of this.#changed.values()) clearTimeout(timer)
    this.#changed.clear()
    await Promise.all(this.#rounds.map((rounds) => rounds.close()))
    await this.#looking
  }

  #lookSoon(tripId: string): void {
    if (!this.#isRunning || this.#changed.has(tripId)) return
    const now = Date.now()
    const earliest = (this.#looked.get(tripId) ?? 0) + LOOK_PAUSE_MS
    const pause = Math.max(this.#options.settleMs ?? SETTLE_MS, earliest - now)
    const look = async () => {
      this.#changed.delete(tripId)
      this.#looked.set(tripId, Date.now())
      await this.look(tripId)
      this.#forgetLooks()
    }
    this.#changed.set(tripId, setTimeout(() => void look(), pause).unref())
  }

  #forgetLooks(): void {
    const oldest = Date.now() - LOOK_PAUSE_MS
    for (const [tripId, at] of this.#looked) if (at < oldest) this.#looked.delete(tripId)
  }

  /** Looks at the trips in which something is due. */
  async lookAtDue(): Promise<void> {
    const { db, clock } = this.#options
    const now = clock().toISOString()
    // Pages by key, so the loop ends even if looks fail.
    for (let last: { check_at: string | null; trip_id: string } | undefined; ; ) {
      const due = await db
        .selectFrom('trip_watches')
        .innerJoin('trips', 'trips.id', 'trip_watches.trip_id')
        .select(['check_at', 'trip_id'])
        .where('check_at', '<=', now)
        .where('trips.deleted_at', 'is', null)
        .where('trips.owner_id', 'is not', null)
        .$if(last !== undefined, (all) =>
          all.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('check_at', 'trip_id'), '>', tuple(last?.check_at ?? '', last?.trip_id ?? '')),
          ),
        )
        .orderBy('check_at')
        .orderBy('trip_id')
        .limit(DUE_PAGE)
        .execute()
      for (const { trip_id } of due) {
        await this.look(trip_id)
        await nextTurn()
        if (this.#isClosed) return
      }
      last = due.at(-1)
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
        await nextTurn()
        if (this.#isClosed) return
      }
      last = trips.at(-1)?.id ?? last
      if (trips.length < ROUND_PAGE) return
    }
  }

  /** Stores what is new in a trip, once earlier looks have ended. A failure is logged and tried again later. */
  look(tripId: string): Promise<void> {
    const next = this.#looking.then(() => this.#lookOrRetry(tripId))
    this.#looking = next
    return next
  }

  async #lookOrRetry(tripId: string): Promise<void> {
    const { log, onNotices } = this.#options
    if (this.#isClosed) return
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
    const current = await plan.listVersions(tripId)
    if (watch && isNoNews(watch, current, clock())) {
      const versions = JSON.stringify(versionsOf(current))
      await this.#commits.run((trx) => storeSeen(trx, tripId, watch.revision, { versions }))
      return []
    }
    const values = {} as Record<WatchedSection, unknown>
    const versions = {} as Record<WatchedSection, number>
    for (const section of watchedSections) {
      const loaded = await plan.load(trip, section, current[section])
      values[section] = loaded.value
      // May be newer than listed; `listSavers` needs the version that was read.
      versions[section] = loaded.version
      await nextTurn()
    }
    const { people } = values as WatchedValues
    const members = await listMembersToTell(db, trip)
    await nextTurn()
    const now = clock()
    const found = await findNews(trip, values as WatchedValues, { members, stored: watch?.known, now })
    const savers = watch ? await listSavers(db, tripId, watch.versions, versions) : new Map()
    await nextTurn()
    const seen = {
      versions: JSON.stringify(versions),
      ...(!isDeepStrictEqual(watch?.known, found.known) && { known: JSON.stringify(found.known) }),
      check_at: found.next?.toISOString() ?? null,
    }
    await nextTurn()
    return this.#commits.run(async (trx) => {
      if (!(await storeSeen(trx, tripId, watch?.revision, seen))) return []
      if (found.news.length === 0 && found.settled.length === 0) return []
      // Somebody may have left since: see `removeNoticesOfTrip`.
      const present = await listMembersToTell(trx, trip)
      const notices = toNotices(found.news, { people, members: present, savers, nameOf: found.nameOf })
      await settleNotices(trx, tripId, found.settled, { people, members: present, known: found.known, now })
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

/** Gives way between steps, which are slow for large groups. */
async function findNews(trip: WatchedTripRow, values: WatchedValues, { members: told, stored, now }: Seen) {
  const names = new Map(told.map(({ person_id, name }) => [person_id, name]))
  const listed = new Set(listPersons(values.people).map(({ id }) => id))
  const isKnown = (id: string) => listed.has(id) || names.has(id)
  const nameOf = namesOf(values.people, '', names)
  const sole = told.length === 1 && listed.size <= 1 ? told[0]?.person_id : undefined
  const plan = planOfValues(trip, values, isKnown, sole)
  await nextTurn()
  const { date: today } = clockOf(now, plan.zone)
  const { type } = trip
  const members = [...names.keys()]
  const concerns = await inSteps(listConcernsInSteps({ values, plan, today, members, isKnown, nameOf, type }))
  await nextTurn()
  const isOver = phaseOf(plan.dates, today).is === 'after'
  const compared = compareConcerns(toKnown(stored), concerns, { now: now.toISOString(), isOver })
  await nextTurn()
  const due = listDue(compared.known, {
    now,
    zone: plan.zone,
    remindsSince: trip.reminds_since,
    departure: plan.dates.departure_date,
    coming: concerns.coming,
    isOver,
  })
  await nextTurn()
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

const PIECE_MS = 5

/** Gives way between steps that have taken long. */
async function inSteps<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (let started = performance.now(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - started < PIECE_MS) continue
    await nextTurn()
    started = performance.now()
  }
}

interface SeenRow {
  versions: string
  /** Missing if it is the same as before: it may be long. */
  known?: string
  /** Omitted if unchanged. */
  check_at?: string | null
}

/** Stores what was seen of a trip. False if another process has looked at it meanwhile. */
async function storeSeen(trx: Db, tripId: string, revision: number | undefined, seen: SeenRow): Promise<boolean> {
  if (revision === undefined) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('trip_watches')
      .values({ trip_id: tripId, revision: 1, known: '{}', ...seen })
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

const hasSame = (seen: Versions, current: Versions) => (section: WatchedSection) =>
  (seen[section] ?? 0) === (current[section] ?? 0)
const isSame = (seen: Versions, current: Versions): boolean => watchedSections.every(hasSame(seen, current))

const versionsOf = (current: Versions): Versions =>
  Object.fromEntries(watchedSections.map((section) => [section, current[section] ?? 0]))

/** Whether only sections changed that don't matter until the trip is under way, and it is not yet. */
function isNoNews(watch: Selectable<Tables['trip_watches']>, current: Versions, now: Date): boolean {
  const known = toKnown(watch.known)
  const isDue = watch.check_at !== null && watch.check_at <= now.toISOString()
  if (!known || Object.keys(known.days).length > 0 || isDue) return false
  const changed = watchedSections.filter((section) => !hasSame(watch.versions, current)(section))
  return changed.length > 0 && changed.every((section) => sectionsOfDays.has(section))
}

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
