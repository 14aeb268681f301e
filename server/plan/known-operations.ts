import { withDefaults } from '#domain/operations/defaults.ts'
import { formAt } from '#domain/operations/form.ts'
import type { Outcome, Path, Tombstone } from '#domain/operations/operation.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import { insertAll } from './insert-all.ts'

/*
 * What the server remembers of operations as long as their trip exists: their outcomes, and the tombstones of removed
 * entries.
 */

const selectRemoved = compiled((db, tripId: string, section: string, place: string) =>
  db
    .selectFrom('plan_removed')
    .select(['entry', 'after'])
    .where('trip_id', '=', tripId)
    .where('section', '=', section)
    .where('place', '=', place),
)

type SelectOutcomes = (db: Db, tripId: string, ...ids: string[]) => Promise<{ id: string; outcome: Outcome }[]>
const outcomeQueries = new Map<number, SelectOutcomes>()

function selectOutcomes(count: number): SelectOutcomes {
  let select = outcomeQueries.get(count)
  if (!select) {
    select = compiled((db, tripId: string, ...ids: string[]) =>
      db.selectFrom('plan_operations').select(['id', 'outcome']).where('trip_id', '=', tripId).where('id', 'in', ids),
    )
    outcomeQueries.set(count, select)
  }
  return select
}

/** The outcomes of the operations that have arrived before, by id. */
export async function findOutcomes(db: Db, tripId: string, ids: readonly string[]): Promise<Map<string, Outcome>> {
  const rows = await selectOutcomes(ids.length)(db, tripId, ...ids)
  return new Map(rows.map(({ id, outcome }) => [id, outcome]))
}

export async function rememberOutcomes(trx: Db, tripId: string, outcomes: ReadonlyMap<string, Outcome>): Promise<void> {
  const rows = [...outcomes].map(([id, outcome]) => ({ trip_id: tripId, id, outcome }))
  await insertAll(trx, 'plan_operations', rows)
}

/** The entry that was last removed from a place, as it was then. */
export async function findRemoved(
  db: Db,
  tripId: string,
  section: SectionName,
  place: string,
): Promise<Tombstone | undefined> {
  const [removed] = await selectRemoved(db, tripId, section, place)
  const form = formAt(forms[section], place.split('/'))
  return removed && form ? { ...removed, entry: withDefaults(form, removed.entry) } : removed
}

export async function rememberRemoved(
  trx: Db,
  tripId: string,
  section: SectionName,
  removed: readonly { at: Path; entry: unknown; after: string | null }[],
): Promise<void> {
  const rows = removed.map(({ at, entry, after }) => ({
    trip_id: tripId,
    section,
    place: at.join('/'),
    entry: JSON.stringify(entry),
    after,
  }))
  await insertAll(trx, 'plan_removed', rows, ['trip_id', 'section', 'place'])
}
