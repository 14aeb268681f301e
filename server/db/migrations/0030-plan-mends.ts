import type { Kysely } from 'kysely'

/** What was mended in all plans: see server/plan/mend-ids.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plan_mends')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('last_trip', 'text')
    .execute()
}
