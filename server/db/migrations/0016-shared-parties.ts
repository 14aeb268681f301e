import type { Kysely } from 'kysely'

/**
 * Whether a member sees the private records of their whole party, not only their own: see `canSeePrivate`. Members who
 * were confirmed before this column was added keep what they could see.
 */
export async function up(
  db: Kysely<{ passes: { confirmed_at: string | null; shares_party: boolean } }>,
): Promise<void> {
  await db.schema
    .createTable('departed_people')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('person_id', 'uuid', (c) => c.notNull())
    .addPrimaryKeyConstraint('departed_people_key', ['trip_id', 'person_id'])
    .execute()
  await db.schema
    .alterTable('passes')
    .addColumn('shares_party', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await db
    .updateTable('passes')
    .set((eb) => ({ shares_party: eb.lit(true) }))
    .where('confirmed_at', 'is not', null)
    .execute()
}
