import type { Outcome } from '#domain/operations/operation.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/database.ts'

/*
 * What the server knows of operations for as long as their trip lives: which have arrived, and what has been removed.
 */

const selectOutcome = compiled((db, tripId: string, id: string) =>
  db.selectFrom('plan_operations').select('outcome').where('trip_id', '=', tripId).where('id', '=', id),
)

const insertOutcome = compiled((db, trip_id: string, id: string, outcome: Outcome) =>
  db.insertInto('plan_operations').values({ trip_id, id, outcome }),
)

const selectRemoved = compiled((db, tripId: string, section: string, place: string) =>
  db
    .selectFrom('plan_removed')
    .select(['entry', 'after'])
    .where('trip_id', '=', tripId)
    .where('section', '=', section)
    .where('place', '=', place),
)

const upsertRemoved = compiled((db, trip_id: string, section: string, place: string, entry: string, after: string | null) =>
  db
    .insertInto('plan_removed')
    .values({ trip_id, section, place, entry, after })
    .onConflict((row) =>
      row
        .columns(['trip_id', 'section', 'place'])
        .doUpdateSet((eb) => ({ entry: eb.ref('excluded.entry'), after: eb.ref('excluded.after') })),
    ),
)

/** How an operation that has arrived before has ended; undefined for one that is new. */
export async function findOutcome(db: Db, tripId: string, id: string): Promise<Outcome | undefined> {
  return (await selectOutcome(db, tripId, id))[0]?.outcome
}

export async function rememberOutcome(trx: Db, tripId: string, id: string, outcome: Outcome): Promise<void> {
  await insertOutcome(trx, tripId, id, outcome)
}

/** What was removed from a place last, as it was then. */
export async function findRemoved(db: Db, tripId: string, section: SectionName, place: string) {
  return (await selectRemoved(db, tripId, section, place))[0]
}

export async function rememberRemoved(
  trx: Db,
  tripId: string,
  section: SectionName,
  place: string,
  { entry, after }: { entry: unknown; after: string | null },
): Promise<void> {
  await upsertRemoved(trx, tripId, section, place, JSON.stringify(entry), after)
}
