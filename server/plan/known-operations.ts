import { withDefaults } from '#domain/operations/defaults.ts'
import { formAt } from '#domain/operations/form.ts'
import type { Outcome, Path, Tombstone } from '#domain/operations/operation.ts'
import { nameOfProfile } from '#domain/person.ts'
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

/** How an operation was decided. */
export interface Decision {
  outcome: Outcome
  /** For `merged`: the author of the other text, if known. */
  mergedWith?: { by: string | null; name: string | null } | undefined
}

const decisionQueries = new Map<number, ReturnType<typeof newSelect>>()

const newSelect = () =>
  compiled((db, tripId: string, ...ids: string[]) =>
    db
      .selectFrom('plan_operations')
      .leftJoin('profiles', 'profiles.id', 'plan_operations.merged_with')
      .select(['plan_operations.id', 'outcome', 'merged_with', 'username', 'full_name'])
      .where('trip_id', '=', tripId)
      .where('plan_operations.id', 'in', ids),
  )

function selectDecisions(count: number): ReturnType<typeof newSelect> {
  let select = decisionQueries.get(count)
  if (!select) {
    select = newSelect()
    decisionQueries.set(count, select)
  }
  return select
}

/** The decisions on those of the operations that have arrived before, by id. */
export async function findDecisions(db: Db, tripId: string, ids: readonly string[]): Promise<Map<string, Decision>> {
  const rows = await selectDecisions(ids.length)(db, tripId, ...ids)
  return new Map(
    rows.map(({ id, outcome, merged_with: by, ...profile }) => [
      id,
      { outcome, ...(by && { mergedWith: { by, name: nameOfProfile(profile) } }) },
    ]),
  )
}

export async function rememberDecisions(
  trx: Db,
  tripId: string,
  decisions: ReadonlyMap<string, Decision>,
): Promise<void> {
  const rows = [...decisions].map(([id, { outcome, mergedWith }]) => ({
    trip_id: tripId,
    id,
    outcome,
    merged_with: mergedWith?.by ?? null,
  }))
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
