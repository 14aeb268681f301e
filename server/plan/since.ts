import type { PersonHere } from '#domain/api/events.ts'
import {
  MAX_SINCE_CHANGES,
  MAX_SINCE_VERSIONS,
  type SeenVersions,
  type SinceEntry,
  type SinceResponse,
} from '#domain/api/since.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { ChangeSummary } from '#domain/history/change-summary.ts'
import { factFinders } from '#domain/history/facts.ts'
import type { Json } from '#domain/operations/json.ts'
import { forms } from '#domain/plan/forms.ts'
import { type CommonSectionName, commonSectionNames } from '#domain/plan/index.ts'
import { bytesOf } from '../db/bytes-of.ts'
import type { Db } from '../db/engine.ts'
import { forEachGivingWay } from '../db/turn-of-event-loop.ts'
import { authorColumns, authorOf, withCompleteEntries } from './history.ts'
import type { PlannedTrip, PlanStore } from './plan-store.ts'

/*
 * What others have changed in a plan since a user was last there.
 * Job: one entry per person and section that summarizes their changes, even if others changed something in between.
 * Invariants: users do not get their own changes, nor what they have seen on another device; the same holds for the
 *   guests they were. The newest changes are listed and the others counted. The event loop is never blocked for long.
 * Failure: if rows of a section's history have been deleted, its changes are only counted.
 */

/** Maximum size of the operations that are read, in bytes of JSON. */
const MAX_SINCE_LENGTH = 500_000
/** Sentences quote less of a text than this. */
const MAX_TEXT = 200

interface SinceRequest {
  trip: PlannedTrip
  /** The id of the user who asks, and those of the guests they were. */
  selves: readonly string[]
  /** What they have seen on this device. */
  since: SeenVersions
}

/** Stores what a user has seen, unless a newer version is stored. */
export async function rememberSeen(db: Db, tripId: string, personId: string, seen: SeenVersions): Promise<void> {
  const rows = Object.entries(seen).map(([section, version]) => ({
    trip_id: tripId,
    user_id: personId,
    section,
    version,
  }))
  if (rows.length === 0) return
  await db
    .insertInto('plan_seen')
    .values(rows)
    .onConflict((row) =>
      row
        .columns(['trip_id', 'user_id', 'section'])
        .doUpdateSet((eb) => ({ version: eb.ref('excluded.version') }))
        .whereRef('excluded.version', '>', 'plan_seen.version'),
    )
    .execute()
}

export async function listSince(db: Db, plan: PlanStore, request: SinceRequest): Promise<SinceResponse> {
  const { trip, selves } = request
  const now = await plan.listVersions(trip.id)
  const seenElsewhere = await findSeen(db, trip.id, selves)
  const spans = commonSectionNames.flatMap((section) => {
    const seenHere = request.since[section]
    if (seenHere === undefined) return []
    return [{ section, from: Math.max(seenHere, seenElsewhere.get(section) ?? 0), to: now[section] }]
  })
  const versions = Object.fromEntries(spans.map(({ section, to }) => [section, to]))
  const unseen = spans.filter(({ from, to }) => from < to)
  if (unseen.length === 0) return { entries: [], more: 0, versions }

  const newest = await listNewest(db, trip.id, unseen)
  const entries: SinceEntry[] = []
  let describedCount = 0
  for (const { section, to } of unseen) {
    const rows = newest.filter((row) => row.section === section)
    const others = rows.filter(({ saved_by }) => saved_by === null || !selves.includes(saved_by))
    if (others.length === 0) continue
    const from = Math.min(...rows.map(({ version }) => version)) - 1
    const sectionEntries = await describeSection(db, plan, request, { section, from, to })
    if (!sectionEntries) continue
    describedCount += others.length
    entries.push(...sectionEntries)
  }
  const more = (await countOthers(db, trip.id, selves, unseen)) - describedCount
  entries.sort((one, two) => (one.at < two.at ? 1 : -1))
  return limitChanges({ entries, more: more, versions })
}

async function findSeen(db: Db, tripId: string, selves: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('plan_seen')
    .select('section')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('trip_id', '=', tripId)
    .where('user_id', 'in', selves)
    .groupBy('section')
    .execute()
  return new Map(rows.map(({ section, version }) => [section, version]))
}

interface Span {
  section: CommonSectionName
  /** After version `from`, up to and including `to`. */
  from: number
  to: number
}

const within = (db: Db, tripId: string, spans: readonly Span[]) =>
  db
    .selectFrom('plan_history')
    .where('trip_id', '=', tripId)
    .where(({ eb, or, and }) =>
      or(
        spans.map(({ section, from, to }) =>
          and([eb('section', '=', section), eb('version', '>', from), eb('version', '<=', to)]),
        ),
      ),
    )

/** The authors of the newest versions, within the limits. */
async function listNewest(db: Db, tripId: string, spans: readonly Span[]) {
  const rows = await within(db, tripId, spans)
    .select(['section', 'version', 'saved_by'])
    .select(bytesOf(db, 'operations').as('length'))
    .orderBy('saved_at', 'desc')
    .orderBy('version', 'desc')
    .limit(MAX_SINCE_VERSIONS)
    .execute()
  let length = 0
  return rows.filter((row) => {
    length += row.length
    return length <= MAX_SINCE_LENGTH
  })
}

async function countOthers(db: Db, tripId: string, selves: readonly string[], spans: readonly Span[]): Promise<number> {
  const { count } = await within(db, tripId, spans)
    .where((eb) => eb.or([eb('saved_by', 'is', null), eb('saved_by', 'not in', selves)]))
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What each of the others changed in a section between two versions; undefined if the history lacks part of it. */
async function describeSection(
  db: Db,
  plan: PlanStore,
  { trip, selves }: SinceRequest,
  { section, from, to }: Span,
): Promise<SinceEntry[] | undefined> {
  let value = (await plan.findEarlier(trip, section, from)) as Json
  const rows = await within(db, trip.id, [{ section, from, to }])
    .leftJoin('profiles', 'profiles.id', 'plan_history.saved_by')
    .select(['operations', 'saved_at', ...authorColumns])
    .orderBy('version')
    .execute()
  if (value === undefined || rows.length < to - from) return undefined
  const people = new Map<string | undefined, { by: PersonHere | null; at: string; summary: ChangeSummary }>()
  const mutations = rows.flatMap(({ operations, ...version }) =>
    withCompleteEntries(section, operations).map((mutation) => ({ mutation, ...version })),
  )
  await forEachGivingWay(mutations, ({ mutation, saved_at, ...author }) => {
    const by = authorOf(author)
    const one = people.get(by?.id) ?? {
      by,
      at: saved_at,
      summary: new ChangeSummary(forms[section], value, factFinders[section]),
    }
    people.set(by?.id, one)
    one.at = saved_at
    one.summary.setValue(value)
    one.summary.add(mutation)
    value = one.summary.value
  })
  const entries: SinceEntry[] = []
  for (const { by, at, summary } of people.values()) {
    if (by && selves.includes(by.id)) continue
    const changes: ChangeDescription[] = []
    summary.setValue(value)
    await forEachGivingWay(summary.list(), (change) => changes.push(shorten(change)))
    if (changes.length > 0) entries.push({ section, by, at, changes })
  }
  return entries
}

function shorten({ within: places, called, was, to, ...change }: ChangeDescription): ChangeDescription {
  const cut = (value: Json): Json => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : value)
  return {
    ...change,
    within: places.map((place) => Object.fromEntries(Object.entries(place).map(([name, value]) => [name, cut(value)]))),
    ...(called && { called: called.map((name) => name.slice(0, MAX_TEXT)) }),
    ...(was !== undefined && { was: cut(was) }),
    ...(to !== undefined && { to: cut(to) }),
  }
}

/** Limits the number of changes. Each entry keeps the same number of its newest ones; the others are counted. */
function limitChanges({ entries, more, versions }: SinceResponse): SinceResponse {
  const sizes = entries.map(({ changes }) => changes.length)
  const countOf = (perEntry: number) => sizes.reduce((sum, size) => sum + Math.min(size, perEntry), 0)
  let perEntry = MAX_SINCE_CHANGES
  while (perEntry > 1 && countOf(perEntry) > MAX_SINCE_CHANGES) perEntry -= 1
  const limited = entries
    .slice(0, MAX_SINCE_CHANGES)
    .map((entry) => ({ ...entry, changes: entry.changes.slice(-perEntry) }))
  const included = limited.reduce((sum, { changes }) => sum + changes.length, 0)
  return { entries: limited, more: more + countOf(Number.POSITIVE_INFINITY) - included, versions }
}
