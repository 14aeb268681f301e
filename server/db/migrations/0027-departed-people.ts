import type { Kysely } from 'kysely'

interface Tables {
  departed_people: { trip_id: string; person_id: string; hides_record: boolean }
  memberships: { trip_id: string; person_id: string; claimed_person_id: string | null }
  plan_entries: { trip_id: string; section: string; value: unknown }
}

/**
 * Remembers everybody who has left a trip, not only those who shared no private records (decision 77). For those who
 * left before, the costs say who they were: people who added an entry have joined, and people who are named there but
 * are no longer on the list may have.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('departed_people')
    .addColumn('hides_record', 'boolean', (c) => c.notNull().defaultTo(true))
    .execute()
  const trips = db.selectFrom('plan_entries').select('trip_id').distinct().where('section', 'in', COSTS)
  for (const { trip_id } of await trips.execute()) await rememberTrip(db, trip_id)
}

const COSTS = ['costs/expenses', 'costs/payments']
const REFERENCES = ['person_id', 'from', 'to', 'added_by']

async function rememberTrip(db: Kysely<Tables>, trip_id: string): Promise<void> {
  const entries = db.selectFrom('plan_entries').select('value').where('trip_id', '=', trip_id)
  const costs = (await entries.where('section', 'in', COSTS).execute()).map(({ value }) => value)
  const listed = new Set(listIds(await entries.where('section', '=', 'people').execute(), ['id']))
  const memberships = await db
    .selectFrom('memberships')
    .select(['person_id', 'claimed_person_id'])
    .where('trip_id', '=', trip_id)
    .execute()
  const current = new Set(memberships.map(({ person_id }) => person_id))
  const claimed = memberships.flatMap(({ claimed_person_id }) => claimed_person_id ?? [])
  const unlisted = listIds(costs, REFERENCES).filter((id) => !listed.has(id))
  const departed = new Set([...listIds(costs, ['added_by']), ...unlisted, ...claimed])
  for (const person_id of departed)
    if (!current.has(person_id))
      await db
        .insertInto('departed_people')
        .values({ trip_id, person_id, hides_record: false })
        .onConflict((row) => row.columns(['trip_id', 'person_id']).doNothing())
        .execute()
}

/** The ids in these fields, wherever they are in a value. */
function listIds(value: unknown, fields: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => listIds(one, fields))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? (fields.includes(key) && inner !== '' ? [inner] : []) : listIds(inner, fields),
  )
}
