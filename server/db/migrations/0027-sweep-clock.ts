import type { Kysely } from 'kysely'

/** How far the sweeps have come (server/sweep-clock.ts): one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sweep_clock')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('reached_at', 'timestamptz', (c) => c.notNull())
    .execute()
}
