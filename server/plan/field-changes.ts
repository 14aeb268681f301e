import { formAt } from '#domain/operations/form.ts'
import type { Mutation, Path } from '#domain/operations/operation.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import { insertAll } from './insert-all.ts'

/*
 * Who changed each place of a plan last, so that nobody has to read the history for it.
 * Invariants: one row for each place that was set, inserted or removed, with the version of its last change. Ticks, choices and moves are
 *   not recorded: a superseded operation is never told that somebody ticked something.
 * Failure: what was changed before the table existed is answered as unknown.
 */

export interface FieldChange {
  tripId: string
  section: SectionName
  version: number
  /** An account or a guest; null is the app itself. */
  changedBy: string | null
}

/** Records who changed the places that a version's mutations name. */
export async function recordChanges(trx: Db, change: FieldChange, mutations: readonly Mutation[]): Promise<void> {
  const { tripId, section, version, changedBy } = change
  const places = new Set(mutations.filter((mutation) => isTyped(section, mutation)).map(({ at }) => at.join('/')))
  const rows = [...places].map((place) => ({ trip_id: tripId, section, place, version, changed_by: changedBy }))
  await insertAll(trx, 'field_changes', rows, ['trip_id', 'section', 'place'])
}

/**
 * The username of who was the last to change a place, something within it, or an entry around it, after a version.
 * @returns null where nobody is known: see above, or their account is gone
 */
export async function findChanger(
  db: Db,
  tripId: string,
  section: SectionName,
  at: Path,
  after: number,
): Promise<string | null> {
  const place = at.join('/')
  // The character after '/' ends the range of what begins with the place and a slash.
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

function isTyped(section: SectionName, mutation: Mutation): boolean {
  if (mutation.do === 'move') return false
  const form = formAt(forms[section], mutation.at)
  return !(form?.is === 'leaf' && form.content === 'choice')
}
