import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PersonHere } from '#domain/api/events.ts'
import { type HistoryEntry, MAX_HISTORY_VERSIONS } from '#domain/api/history.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { ChangeSummary } from '#domain/history/change-summary.ts'
import { apply } from '#domain/operations/apply.ts'
import { forms } from '#domain/plan/forms.ts'
import { isCommonName, type SectionName } from '#domain/plan/index.ts'
import { bytesOf } from '../db/bytes-of.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import type { AppliedMutation } from '../db/tables.ts'

/*
 * Every version of every section, for ever: what those have missed who come back, and the way back to anything that was ever in a trip.
 * Job: who, when, and what they did, a few hundred bytes for most edits.
 * Invariants: every version can be had again: it is the last one before it that is kept whole, with the operations since. As soon as
 *   those are longer than the value itself, the next one is kept whole.
 * Failure: where rows have been taken out, what cannot be had is undefined.
 */

/** Saves of one person in one section that follow each other this closely are told as one. */
const BURST_MS = 60_000
/** So many bytes of operations, which take some 5 ms, and so many versions are read at once: SQLite reads a row whole to pass it. */
const BYTES_AT_ONCE = 200_000
const VERSIONS_AT_ONCE = 20
/** So many mutations are gone through in some 10 ms where lists have thousands of entries. */
const TAKEN_AT_ONCE = 100
/** In the place of the operation that led to a version: what led to this one does not lead there from all that anybody may have of the one before. */
export const UNREPORTED = '00000000-0000-4000-8000-000000000000'
/** A version's row, without its operations and its value. */
const VERSION_BYTES = 250

export interface NewVersion {
  tripId: string
  section: SectionName
  version: number
  /** The id of the first operation that led to it. */
  saveId: string
  savedBy: string | null
  savedAt: Date
  /** What led to it from the version before. */
  operations: readonly AppliedMutation[]
  /** The value as JSON, and how long that is about. */
  text: () => string
  size: number
  /** How long the operations are since the last version that was kept whole; null where none was. */
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

/** Adds a version. Answers how long the operations are by now since a whole one, and how much the version takes, in bytes (about). */
export async function appendVersion(trx: Db, entry: NewVersion): Promise<{ since: number; bytes: number }> {
  const { tripId, section, version, saveId, savedBy, savedAt, text, size, sinceWhole } = entry
  const operations = JSON.stringify(entry.operations)
  const since = sinceWhole === null ? Number.POSITIVE_INFINITY : sinceWhole + operations.length
  const isWhole = since > size
  await insertVersion(
    trx,
    tripId,
    section,
    version,
    saveId,
    savedBy,
    savedAt.toISOString(),
    operations,
    isWhole ? text() : null,
  )
  return { since: isWhole ? 0 : since, bytes: VERSION_BYTES + operations.length + (isWhole ? size : 0) }
}

/** A section's value at an earlier version, or undefined where the history does not reach. */
export async function findVersion(db: Db, tripId: string, section: SectionName, version: number): Promise<unknown> {
  const versions = db.selectFrom('plan_history').where('trip_id', '=', tripId).where('section', '=', section)
  const whole = await versions
    .select(['version', 'value'])
    .where('version', '<=', version)
    .where('value', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!whole) return undefined
  let value = whole.value
  let reached = whole.version
  for await (const { operations } of readVersions(db, tripId, section, { from: whole.version, to: version })) {
    await eachYielding(operations, (mutation) => {
      value = apply(value, mutation, { form: forms[section] }).value
    })
    reached += 1
  }
  return reached === version ? value : undefined
}

interface Span {
  /** After this version, up to that one. */
  from: number
  to: number
}

interface VersionRow {
  version: number
  save_id: string
  saved_by: string | null
  saved_at: string
}

/** `most`: reading ends before more bytes of operations than this. */
type SpanWithin = Span & { most?: number }

/** A version whose operations are JSON. */
export type VersionText = VersionRow & { text: string }

export interface MadeVersion extends VersionRow {
  operations: AppliedMutation[]
}

/** A section's versions, oldest first, read as `readVersionTexts` reads them. */
async function* readVersions(
  db: Db,
  tripId: string,
  section: SectionName,
  span: SpanWithin,
): AsyncGenerator<MadeVersion> {
  for await (const { text, ...row } of readVersionTexts(db, tripId, section, span))
    yield { ...row, operations: JSON.parse(text) as AppliedMutation[] }
}

/**
 * A section's versions, oldest first, with their operations as JSON. Large versions are read one at a time, and the event loop runs between
 * pages: a version may hold a megabyte, and a plan thousands of versions.
 */
export async function* readVersionTexts(
  db: Db,
  tripId: string,
  section: SectionName,
  { from, to, most = Number.POSITIVE_INFINITY }: SpanWithin,
): AsyncGenerator<VersionText> {
  let bytes = 0
  for (let last = from; last < to; ) {
    const sizes = await selectSizes(db, tripId, section, last, to)
    const end = lastOfPage(sizes)
    if (end === undefined) return
    for (const size of sizes) if (size.version <= end) bytes += size.bytes
    if (bytes > most) return
    await setImmediate()
    yield* await selectVersions(db, tripId, section, last, end)
    last = end
    if (last < to) await setImmediate()
  }
}

/** As many versions as may be read at once, one at least: the last of them. */
function lastOfPage(sizes: readonly { version: number; bytes: number }[]): number | undefined {
  let bytes = 0
  const after = sizes.findIndex((size, index) => {
    bytes += size.bytes
    return index > 0 && bytes > BYTES_AT_ONCE
  })
  return (after === -1 ? sizes.at(-1) : sizes[after - 1])?.version
}

/**
 * What led from one version of a section to another, oldest first; undefined where the history does not have all of it, or where it is
 * longer as JSON than `most` bytes.
 */
export async function listApplied(
  db: Db,
  tripId: string,
  section: SectionName,
  { from, to, most }: Span & { most: number },
): Promise<MadeVersion[] | undefined> {
  const rows: MadeVersion[] = []
  for await (const row of readVersions(db, tripId, section, { from, to, most })) rows.push(row)
  return rows.length === to - from ? rows : undefined
}

/**
 * What people did to a section between two versions, as it is told; undefined where the history does not have all of it.
 * @param before the section at the version `from`
 */
export async function listTold(
  db: Db,
  tripId: string,
  section: SectionName,
  { from, to, before }: Span & { before: unknown },
): Promise<ChangeDescription[] | undefined> {
  const summary = new ChangeSummary(forms[section], before)
  let reached = from
  for await (const { operations } of readVersions(db, tripId, section, { from, to })) {
    await eachYielding(operations, (mutation) => summary.add(mutation))
    reached += 1
  }
  if (reached !== to) return undefined
  const told: ChangeDescription[] = []
  await eachYielding(summary.list(), (change) => told.push(change))
  return told
}

/** Goes through what may be thousands of things, and lets everybody else have a turn with the process in between. */
export async function eachYielding<Item>(items: Iterable<Item>, take: (item: Item) => void): Promise<void> {
  let taken = 0
  for (const item of items) {
    take(item)
    if (++taken % TAKEN_AT_ONCE === 0) await setImmediate()
  }
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
    .limit(VERSIONS_AT_ONCE),
)
const selectVersions = compiled((db, tripId: string, section: string, from: number, to: number) =>
  inSpan(db, tripId, section, from, to)
    .select(['version', 'save_id', 'saved_by', 'saved_at'])
    .select(sql<string>`cast(operations as text)`.as('text')),
)

/** Somebody by their id and name; null is the app itself, or somebody whose account is gone. */
export function personOf(id: string | null, username: string | null): PersonHere | null {
  return id === null || username === null ? null : { id, username }
}

/** Who did what when, newest first; a burst of saves is one entry. */
export async function listHistory(db: Db, tripId: string): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('plan_history')
    .leftJoin('profiles', 'profiles.id', 'plan_history.saved_by')
    .select(['section', 'version', 'username', 'saved_by', 'saved_at'])
    .where('trip_id', '=', tripId)
    .orderBy('saved_at', 'desc')
    .orderBy('version', 'desc')
    .limit(MAX_HISTORY_VERSIONS)
    .execute()
  const entries: HistoryEntry[] = []
  const newestOf = new Map<string, { entry: HistoryEntry; savedBy: string | null; since: number }>()
  for (const { section, version, username, saved_by, saved_at } of rows) {
    if (!isCommonName(section)) continue
    const at = Date.parse(saved_at)
    const newer = newestOf.get(section)
    if (newer && newer.savedBy === saved_by && newer.since - at <= BURST_MS) {
      newer.entry.from = version - 1
      newer.since = at
    } else {
      const entry = { section, version, from: version - 1, saved_by: personOf(saved_by, username), saved_at }
      entries.push(entry)
      newestOf.set(section, { entry, savedBy: saved_by, since: at })
    }
  }
  return entries
}
