import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PersonHere } from '#domain/api/events.ts'
import { type HistoryEntry, MAX_HISTORY_VERSIONS } from '#domain/api/history.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { ChangeSummary } from '#domain/history/change-summary.ts'
import { factFinders } from '#domain/history/facts.ts'
import { apply } from '#domain/operations/apply.ts'
import { withDefaults, withDefaultsInside } from '#domain/operations/defaults.ts'
import { nameOfProfile } from '#domain/person.ts'
import { forms } from '#domain/plan/forms.ts'
import { isCommonSectionName, type SectionName } from '#domain/plan/index.ts'
import { bytesOf } from '../db/bytes-of.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import type { StoredMutation } from '../db/tables.ts'
import { forEachGivingWay } from '../db/turn-of-event-loop.ts'

/*
 * Every version of every section, stored for good, so that people can catch up and restore anything that was ever in a
 * trip.
 * Job: store who changed what and when, in a few hundred bytes for most edits.
 * Invariants: every version can be rebuilt from the last snapshot before it and the operations since. As soon as these
 *   are longer than the value itself, the next version is a snapshot.
 * Failure: a version whose rows have been deleted is undefined.
 */

/** Versions that one user saves in one section form one entry if they follow each other this closely. */
const BURST_MS = 60_000
/** The size of a page when reading versions. The bytes take about 5 ms. SQLite reads a row whole even to skip it. */
const PAGE_BYTES = 200_000
const PAGE_VERSIONS = 20
/** What both engines can store. */
const MAX_VERSION = 2 ** 31 - 1
/** Stored instead of an operation id. No effects lead to such a version, so clients must load the whole value. */
export const UNREPORTED = '00000000-0000-4000-8000-000000000000'
/** A version's row, without its operations and its value. */
const VERSION_BYTES = 250

interface NewVersion {
  tripId: string
  section: SectionName
  version: number
  /** The id of the first operation of this version. */
  saveId: string
  savedBy: string | null
  savedAt: Date
  /** The mutations that lead here from the version before. */
  operations: readonly StoredMutation[]
  /** The value as JSON, and its length. */
  text: () => string
  size: number
  /** Length of the operations since the last snapshot; null if there is no snapshot. */
  sinceWhole: number | null
}

const insertVersion = compiled(
  (
    db,
    trip_id: string,
    section: string,
    version: number,
    save_id: string,
    saved_by: string | null,
    saved_at: string,
    operations: string,
    value: string | null,
  ) =>
    db.insertInto('plan_history').values({ trip_id, section, version, save_id, saved_by, saved_at, operations, value }),
)

/**
 * Adds a version. Returns the length of the operations since the last snapshot, and how many bytes the version takes
 * (about).
 */
export async function appendVersion(trx: Db, entry: NewVersion): Promise<{ since: number; bytes: number }> {
  const { tripId, section, version, saveId, savedBy, savedAt, text, size, sinceWhole } = entry
  const operations = JSON.stringify(entry.operations)
  const since = sinceWhole === null ? Number.POSITIVE_INFINITY : sinceWhole + operations.length
  const isSnapshot = since > size
  await insertVersion(
    trx,
    tripId,
    section,
    version,
    saveId,
    savedBy,
    savedAt.toISOString(),
    operations,
    isSnapshot ? text() : null,
  )
  return { since: isSnapshot ? 0 : since, bytes: VERSION_BYTES + operations.length + (isSnapshot ? size : 0) }
}

/** A section's value at an earlier version; undefined if the history does not reach it. */
export async function findVersion(db: Db, tripId: string, section: SectionName, version: number): Promise<unknown> {
  const versions = db.selectFrom('plan_history').where('trip_id', '=', tripId).where('section', '=', section)
  const snapshot = await versions
    .select(['version', 'value'])
    .where('version', '<=', version)
    .where('value', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!snapshot) return undefined
  let value = withDefaults(forms[section], snapshot.value)
  let reached = snapshot.version
  for await (const { operations } of readVersions(db, tripId, section, { from: snapshot.version, to: version })) {
    await forEachGivingWay(operations, (mutation) => {
      value = apply(value, mutation, { form: forms[section] }).value
    })
    reached += 1
  }
  return reached === version ? value : undefined
}

/** Whether a version is the oldest one in the history of a section. */
export async function isFirstVersion(db: Db, tripId: string, section: SectionName, version: number): Promise<boolean> {
  const first = await db
    .selectFrom('plan_history')
    .select('version')
    .where('trip_id', '=', tripId)
    .where('section', '=', section)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()
  return first?.version === version
}

interface Span {
  /** After version `from`, up to and including `to`. */
  from: number
  to: number
}

interface VersionRow {
  version: number
  save_id: string
  saved_by: string | null
  saved_at: string
}

/** Reading stops before the operations exceed `maxBytes`. */
type SpanWithin = Span & { maxBytes?: number }

/** A version with unparsed operations. */
type VersionText = VersionRow & { text: string }

interface HistoryVersion extends VersionRow {
  operations: StoredMutation[]
}

async function* readVersions(
  db: Db,
  tripId: string,
  section: SectionName,
  span: SpanWithin,
): AsyncGenerator<HistoryVersion> {
  for await (const { text, ...row } of readVersionTexts(db, tripId, section, span))
    yield { ...row, operations: withCompleteEntries(section, JSON.parse(text) as StoredMutation[]) }
}

/** Stored mutations with defaults for the fields that their entries lack. */
export function withCompleteEntries(section: SectionName, mutations: readonly StoredMutation[]): StoredMutation[] {
  return mutations.map((mutation) => withDefaultsInside(forms[section], mutation))
}

/**
 * A section's versions, oldest first, with their operations as JSON. Large versions are read one at a time, and the
 * event loop runs between pages: a version may hold a megabyte, and a plan thousands of versions.
 */
export async function* readVersionTexts(
  db: Db,
  tripId: string,
  section: SectionName,
  { from, to, maxBytes = Number.POSITIVE_INFINITY }: SpanWithin,
): AsyncGenerator<VersionText> {
  let bytes = 0
  for (let last = from; last < to; ) {
    const sizes = await selectSizes(db, tripId, section, last, to)
    const end = lastOfPage(sizes)
    if (end === undefined) return
    for (const size of sizes) if (size.version <= end) bytes += size.bytes
    if (bytes > maxBytes) return
    await setImmediate()
    yield* await selectVersions(db, tripId, section, last, end)
    last = end
    if (last < to) await setImmediate()
  }
}

/** The last version of the page that follows a version: what is read or rewritten at once. Undefined at the end. */
export async function findPageEnd(
  db: Db,
  tripId: string,
  section: SectionName,
  from: number,
): Promise<number | undefined> {
  return lastOfPage(await selectSizes(db, tripId, section, from, MAX_VERSION))
}

/** The last version of the next page, which holds one version at least. */
function lastOfPage(sizes: readonly { version: number; bytes: number }[]): number | undefined {
  let bytes = 0
  const after = sizes.findIndex((size, index) => {
    bytes += size.bytes
    return index > 0 && bytes > PAGE_BYTES
  })
  return (after === -1 ? sizes.at(-1) : sizes[after - 1])?.version
}

/**
 * What led from one version of a section to another, oldest first; undefined if the history lacks part of it, or if it
 * is longer than `maxBytes` of JSON.
 */
export async function listApplied(
  db: Db,
  tripId: string,
  section: SectionName,
  span: Span & { maxBytes: number },
): Promise<HistoryVersion[] | undefined> {
  const rows: HistoryVersion[] = []
  for await (const row of readVersions(db, tripId, section, span)) rows.push(row)
  return rows.length === span.to - span.from ? rows : undefined
}

/**
 * What people changed in a section between two versions; undefined if the history lacks part of it.
 * @param before the section at version `from`
 */
export async function listChangeDescriptions(
  db: Db,
  tripId: string,
  section: SectionName,
  { from, to, before }: Span & { before: unknown },
): Promise<ChangeDescription[] | undefined> {
  const summary = new ChangeSummary(forms[section], before, factFinders[section])
  let reached = from
  for await (const { operations } of readVersions(db, tripId, section, { from, to })) {
    await forEachGivingWay(operations, (mutation) => summary.add(mutation))
    reached += 1
  }
  if (reached !== to) return undefined
  const changes: ChangeDescription[] = []
  await forEachGivingWay(summary.list(), (change) => changes.push(change))
  return changes
}

const inSpan = (db: Db, tripId: string, section: string, from: number, to: number) =>
  db
    .selectFrom('plan_history')
    .where('trip_id', '=', tripId)
    .where('section', '=', section)
    .where('version', '>', from)
    .where('version', '<=', to)
    .orderBy('version')

const selectSizes = compiled((db, tripId: string, section: string, from: number, to: number) =>
  inSpan(db, tripId, section, from, to)
    .select(['version', bytesOf(db, 'operations').as('bytes')])
    .limit(PAGE_VERSIONS),
)
const selectVersions = compiled((db, tripId: string, section: string, from: number, to: number) =>
  inSpan(db, tripId, section, from, to)
    .select(['version', 'save_id', 'saved_by', 'saved_at'])
    .select(sql<string>`cast(operations as text)`.as('text')),
)

/** The columns of a joined profile that name the author of a version. */
export const authorColumns = ['saved_by', 'username', 'full_name'] as const

interface AuthorRow {
  saved_by: string | null
  username: string | null
  full_name: string | null
}

/** The author of a version; null for the app itself, and for a deleted account. */
export function authorOf({ saved_by: id, ...profile }: AuthorRow): PersonHere | null {
  const name = nameOfProfile(profile)
  return id === null || name === null ? null : { id, name }
}

/** Who changed what and when, newest first. A burst of versions is one entry. */
export async function listHistory(db: Db, tripId: string): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('plan_history')
    .leftJoin('profiles', 'profiles.id', 'plan_history.saved_by')
    .select(['section', 'version', 'saved_at', ...authorColumns])
    .where('trip_id', '=', tripId)
    .orderBy('saved_at', 'desc')
    .orderBy('version', 'desc')
    .limit(MAX_HISTORY_VERSIONS)
    .execute()
  const entries: HistoryEntry[] = []
  const newestOf = new Map<string, { entry: HistoryEntry; savedBy: string | null; since: number }>()
  for (const { section, version, saved_at, ...author } of rows) {
    if (!isCommonSectionName(section)) continue
    const at = Date.parse(saved_at)
    const newer = newestOf.get(section)
    if (newer && newer.savedBy === author.saved_by && newer.since - at <= BURST_MS) {
      newer.entry.from = version - 1
      newer.since = at
    } else {
      const entry = { section, version, from: version - 1, saved_by: authorOf(author), saved_at }
      entries.push(entry)
      newestOf.set(section, { entry, savedBy: author.saved_by, since: at })
    }
  }
  return entries
}
