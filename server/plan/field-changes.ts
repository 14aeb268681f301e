import { formAt } from '#domain/operations/form.ts'
import type { Mutation, Path } from '#domain/operations/operation.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import { insertAll } from './insert-all.ts'

/*
 * Who last changed each field of a plan.
 * Job: find who superseded an operation, without reading the history.
 * Invariants: one row per place that was set, inserted or removed, with the version of its last change. Ticks, choices
 *   and moves are not recorded: a superseded operation never names the person who ticked something.
 * Failure: the author of a change from before this table existed is unknown.
 */

interface FieldChange {
  tripId: string
  section: SectionName
  version: number
  /** A user; null for the app itself. */
  changedBy: string | null
}

/** Records the author of the places that a version's mutations name. */
export async function recordChanges(trx: Db, change: FieldChange, mutations: readonly Mutation[]): Promise<void> {
  const { tripId, section, version, changedBy } = change
  const places = new Set(mutations.filter((mutation) => isRecorded(section, mutation)).map(({ at }) => at.join('/')))
  const rows = [...places].map((place) => ({ trip_id: tripId, section, place, version, changed_by: changedBy }))
  await insertAll(trx, 'field_changes', rows, ['trip_id', 'section', 'place'])
}

/**
 * The username of the user who last changed a place, something within it, or an entry around it, after a version.
 * @returns null if the author is unknown or their account is deleted
 */
export async function findChanger(
  db: Db,
  tripId: string,
  section: SectionName,
  at: Path,
  after: number,
): Promise<string | null> {
  const place = at.join('/')
  // '0' is the character after '/', so this range holds all places that start with `place` and a slash.
  const within = selectWithin(db, tripId, section, after, `${place}/`, `${place}0`)
  const around = at.map((_, depth) => selectChange(db, tripId, section, after, at.slice(0, depth + 1).join('/')))
  const rows = (await Promise.all([within, ...around])).flat()
  const last = rows.reduce<Row | undefined>(
    (newest, row) => (newest && newest.version >= row.version ? newest : row),
    undefined,
  )
  return last?.username ?? null
}

interface Row {
  version: number
  username: string | null
}

const changes = (db: Db, tripId: string, section: string, after: number) =>
  db
    .selectFrom('field_changes')
    .leftJoin('profiles', 'profiles.id', 'field_changes.changed_by')
    .select(['version', 'username'])
    .where('trip_id', '=', tripId)
    .where('section', '=', section)
    .where('version', '>', after)

const selectChange = compiled((db, tripId: string, section: string, after: number, place: string) =>
  changes(db, tripId, section, after).where('place', '=', place),
)
const selectWithin = compiled((db, tripId: string, section: string, after: number, from: string, to: string) =>
  changes(db, tripId, section, after)
    .where('place', '>', from)
    .where('place', '<', to)
    .orderBy('version', 'desc')
    .limit(1),
)

function isRecorded(section: SectionName, mutation: Mutation): boolean {
  if (mutation.do === 'move') return false
  const form = formAt(forms[section], mutation.at)
  return !(form?.is === 'leaf' && form.content === 'choice')
}
