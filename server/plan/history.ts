import { setImmediate } from 'node:timers/promises'
import type { PersonHere } from '#domain/api/events.ts'
import { type HistoryEntry, MOST_VERSIONS_TOLD } from '#domain/api/history.ts'
import { Gist } from '#domain/history/gist.ts'
import type { Told } from '#domain/history/told.ts'
import { apply } from '#domain/operations/apply.ts'
import { formAt } from '#domain/operations/form.ts'
import type { Deed, Path } from '#domain/operations/operation.ts'
import { forms } from '#domain/plan/forms.ts'
import { isCommonName, type SectionName } from '#domain/plan/index.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import type { Happened } from '../db/tables.ts'

/*
 * Every version of every section, for ever: what those have missed who come back, and the way back to anything that was ever in a trip.
 * Job: who, when, and what they did, a few hundred bytes for most edits.
 * Invariants: every version can be had again: it is the last one before it that is kept whole, with the operations since. As soon as
 *   those are longer than the value itself, the next one is kept whole.
 * Failure: where rows have been taken out, what cannot be had is undefined.
 */

/** Saves of one person in one section that follow each other this closely are told as one. */
const BURST_MS = 60_000
/** So many deeds are gone through in some 10 ms where lists have thousands of entries. */
const TAKEN_AT_ONCE = 100
/** In the place of the operation that led to a version: what led to this one does not lead there from all that anybody may have of the one before. */
export const UNTOLD = '00000000-0000-4000-8000-000000000000'
/** A version's row, without its operations and its value. */
const VERSION_BYTES = 250
/** In so many versions is looked who has changed something. */
const SEARCHED_VERSIONS = 200

export interface NewVersion {
  tripId: string
  section: SectionName
  version: number
  /** The id of the first operation that led to it. */
  saveId: string
  savedBy: string | null
  savedAt: Date
  /** What led to it from the version before. */
  operations: readonly Happened[]
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
  ) => db.insertInto('plan_history').values({ trip_id, section, version, save_id, saved_by, saved_at, operations, value }),
)

/** Adds a version. Answers how long the operations are by now since a whole one, and how much the version takes, in bytes (about). */
export async function appendVersion(trx: Db, entry: NewVersion): Promise<{ since: number; bytes: number }> {
  const { tripId, section, version, saveId, savedBy, savedAt, text, size, sinceWhole } = entry
  const operations = JSON.stringify(entry.operations)
  const since = sinceWhole === null ? Number.POSITIVE_INFINITY : sinceWhole + operations.length
  const isWhole = since > size
  await insertVersion(trx, tripId, section, version, saveId, savedBy, savedAt.toISOString(), operations, isWhole ? text() : null)
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
  const rows = await versions
    .select(['version', 'operations'])
    .where('version', '>', whole.version)
    .where('version', '<=', version)
    .orderBy('version')
    .execute()
  if (rows.length < version - whole.version) return undefined
  let value = whole.value
  await inTurns(
    rows.flatMap((row) => row.operations),
    (deed) => {
      value = apply(value, deed, { form: forms[section] }).value
    },
  )
  return value
}

/** What led from one version of a section to another, oldest first; undefined where the history does not have all of it. */
export async function listHappened(
  db: Db,
  tripId: string,
  section: SectionName,
  { from, to }: { from: number; to: number },
): Promise<{ version: number; save_id: string; operations: Happened[] }[] | undefined> {
  if (from === to) return []
  const rows = await selectHappened(db, tripId, section, from, to)
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
  { from, to, before }: { from: number; to: number; before: unknown },
): Promise<Told[] | undefined> {
  const versions = await listHappened(db, tripId, section, { from, to })
  if (!versions) return undefined
  const gist = new Gist(forms[section], before)
  const told: Told[] = []
  await inTurns(
    versions.flatMap(({ operations }) => operations),
    (deed) => gist.add(deed),
  )
  await inTurns(gist.list(), (change) => told.push(change))
  return told
}

/** Goes through what may be thousands of things, and lets everybody else have a turn with the process in between. */
export async function inTurns<Item>(items: Iterable<Item>, take: (item: Item) => void): Promise<void> {
  let taken = 0
  for (const item of items) {
    take(item)
    if (++taken % TAKEN_AT_ONCE === 0) await setImmediate()
  }
}

const selectHappened = compiled((db, tripId: string, section: string, from: number, to: number) =>
  db
    .selectFrom('plan_history')
    .select(['version', 'save_id', 'operations'])
    .where('trip_id', '=', tripId)
    .where('section', '=', section)
    .where('version', '>', from)
    .where('version', '<=', to)
    .orderBy('version'),
)

/**
 * Who was the last to change something at a place, in it or around it, since a version. What is only ticked, chosen or moved
 * there does not count.
 * @param from the version; undefined answers null
 * @returns the username; null where the history of since then does not tell, or their account is gone
 */
export async function findChanger(
  db: Db,
  tripId: string,
  section: SectionName,
  at: Path,
  from: number | undefined,
): Promise<string | null> {
  if (from === undefined) return null
  const rows = await db
    .selectFrom('plan_history')
    .leftJoin('profiles', 'profiles.id', 'plan_history.saved_by')
    .select(['operations', 'username'])
    .where('trip_id', '=', tripId)
    .where('section', '=', section)
    .where('version', '>', from)
    .orderBy('version', 'desc')
    .limit(SEARCHED_VERSIONS)
    .execute()
  return rows.find(({ operations }) => operations.some((deed) => isTyped(section, deed) && isWithin(deed.at, at)))?.username ?? null
}

function isTyped(section: SectionName, deed: Deed): boolean {
  if (deed.do === 'move') return false
  const form = formAt(forms[section], deed.at)
  return !(form?.is === 'leaf' && form.content === 'choice')
}

/** Whether one of two paths leads to the other. */
function isWithin(one: Path, other: Path): boolean {
  return one.slice(0, other.length).every((key, depth) => key === other[depth])
}

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
    .limit(MOST_VERSIONS_TOLD)
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
