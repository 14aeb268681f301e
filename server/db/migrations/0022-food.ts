import type { Kysely } from 'kysely'

/** What amounts of food depend on (decision 45). Trips that exist started with the first revision of the templates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('meal_plans').addColumn('settings', 'json').execute()
  await db.schema.alterTable('day_snacks').addColumn('settings', 'json').execute()
  await db.schema.alterTable('trips').addColumn('eating', 'json').execute()
  await db.schema
    .alterTable('trips')
    .addColumn('template_revision', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
}
