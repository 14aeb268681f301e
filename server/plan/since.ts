import type { PersonHere } from '#domain/api/events.ts'
import {
  MAX_CHANGES_SINCE,
  MAX_VERSIONS_SINCE,
  type SeenVersions,
  type SinceAnswer,
  type SinceEntry,
} from '#domain/api/since.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { ChangeSummary } from '#domain/history/change-summary.ts'
import type { Json } from '#domain/operations/json.ts'
import { forms } from '#domain/plan/forms.ts'
import { type CommonName, commonNames } from '#domain/plan/index.ts'
import { bytesOf } from '../db/bytes-of.ts'
import type { Db } from '../db/engine.ts'
import { eachYielding, personOf } from './history.ts'
import type { PlannedTrip, PlanStore } from './plan-store.ts'

/*
 * What others have done to a plan since somebody was last there.
 * Job: for each person and section one entry that folds what they did, however many did something in between.
 * Invariants: nobody is told of what they did themselves, nor of what they have seen on another device, nor of either from when they
 *   were a guest; the newest of it is told, the rest counted; the process is never held for longer than some changes take.
 * Failure: where rows of a section's history have been taken out, what it has is counted and not told.
 */

/** So much of the operations, in bytes of JSON, is gone through at most. */
const MAX_SINCE_LENGTH = 500_000
/** Sentences quote less of a text than this. */
const LONGEST_TEXT = 200

interface Asked {
  trip: PlannedTrip
  /** Who wants to know: their id, and those of the guests that they were. */
  selves: readonly string[]
  /** What they have seen on the device that asks. */
  since: SeenVersions
}

/** Remembers what somebody has seen, unless more of it is known. */
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

/** What others have done since somebody was last there. */
export async function listSince(db: Db, plan: PlanStore, asked: Asked): Promise<SinceAnswer> {
  const { trip, selves } = asked
  const now = await plan.listVersions(trip.id)
  const elsewhere = await findSeen(db, trip.id, selves)
  const spans = commonNames.flatMap((section) => {
    const here = asked.since[section]
    if (here === undefined) return []
    return [{ section, from: Math.max(here, elsewhere.get(section) ?? 0), to: now[section] }]
  })
  const versions = Object.fromEntries(spans.map(({ section, to }) => [section, to]))
  const open = spans.filter(({ from, to }) => from < to)
  if (open.length === 0) return { entries: [], more: 0, versions }

  const made = await listMade(db, trip.id, open)
  const entries: SinceEntry[] = []
  let told = 0
  for (const { section, to } of open) {
    const rows = made.filter((row) => row.section === section)
    const others = rows.filter(({ saved_by }) => saved_by === null || !selves.includes(saved_by))
    if (others.length === 0) continue
    const from = Math.min(...rows.map(({ version }) => version)) - 1
    const found = await tellSection(db, plan, asked, { section, from, to })
    if (!found) continue
    told += others.length
    entries.push(...found)
  }
  const untold = (await countOthers(db, trip.id, selves, open)) - told
  entries.sort((one, two) => (one.at < two.at ? 1 : -1))
  return withoutTooMany({ entries, more: untold, versions })
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
  section: CommonName
  /** After this version, up to that one. */
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

/** Who made the versions, newest first; no more than can be gone through. */
async function listMade(db: Db, tripId: string, spans: readonly Span[]) {
  const rows = await within(db, tripId, spans)
    .select(['section', 'version', 'saved_by'])
    .select(bytesOf(db, 'operations').as('length'))
    .orderBy('saved_at', 'desc')
    .orderBy('version', 'desc')
    .limit(MAX_VERSIONS_SINCE)
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

/** What each of the others did to a section between two versions; undefined where the history does not have all of it. */
async function tellSection(
  db: Db,
  plan: PlanStore,
  { trip, selves }: Asked,
  { section, from, to }: Span,
): Promise<SinceEntry[] | undefined> {
  let value = (await plan.findEarlier(trip, section, from)) as Json
  const rows = await within(db, trip.id, [{ section, from, to }])
    .leftJoin('profiles', 'profiles.id', 'plan_history.saved_by')
    .select(['operations', 'saved_by', 'username', 'saved_at'])
    .orderBy('version')
    .execute()
  if (value === undefined || rows.length < to - from) return undefined
  const people = new Map<string | undefined, { by: PersonHere | null; at: string; summary: ChangeSummary }>()
  const mutations = rows.flatMap(({ operations, ...made }) => operations.map((mutation) => ({ mutation, ...made })))
  await eachYielding(mutations, ({ mutation, saved_by, username, saved_at }) => {
    const by = personOf(saved_by, username)
    const one = people.get(by?.id) ?? { by, at: saved_at, summary: new ChangeSummary(forms[section], value) }
    people.set(by?.id, one)
    one.at = saved_at
    one.summary.follow(value)
    one.summary.add(mutation)
    value = one.summary.value
  })
  const entries: SinceEntry[] = []
  for (const { by, at, summary } of people.values()) {
    if (by && selves.includes(by.id)) continue
    const changes: ChangeDescription[] = []
    summary.follow(value)
    await eachYielding(summary.list(), (change) => changes.push(cutShort(change)))
    if (changes.length > 0) entries.push({ section, by, at, changes })
  }
  return entries
}

/** A change with no more of its texts than is told. */
function cutShort({ within: places, called, was, to, ...change }: ChangeDescription): ChangeDescription {
  const cut = (value: Json): Json => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value)
  return {
    ...change,
    within: places.map((place) => Object.fromEntries(Object.entries(place).map(([name, value]) => [name, cut(value)]))),
    ...(called && { called: called.map((name) => name.slice(0, LONGEST_TEXT)) }),
    ...(was !== undefined && { was: cut(was) }),
    ...(to !== undefined && { to: cut(to) }),
  }
}

/** As many changes as are told, the same number of each where not all are; the others are counted. */
function withoutTooMany({ entries, more, versions }: SinceAnswer): SinceAnswer {
  const sizes = entries.map(({ changes }) => changes.length)
  const countOf = (most: number) => sizes.reduce((sum, size) => sum + Math.min(size, most), 0)
  let most = MAX_CHANGES_SINCE
  while (most > 1 && countOf(most) > MAX_CHANGES_SINCE) most -= 1
  const told = entries.slice(0, MAX_CHANGES_SINCE).map((entry) => ({ ...entry, changes: entry.changes.slice(-most) }))
  const left = told.reduce((sum, { changes }) => sum + changes.length, 0)
  return { entries: told, more: more + countOf(Number.POSITIVE_INFINITY) - left, versions }
}
