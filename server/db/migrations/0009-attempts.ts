import type { Kysely } from 'kysely'

/**
 * Counters of the rate limits (server/accounts/limits.ts) that several processes share. The library dictates the
 * columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('attempts')
    .addColumn('key', 'varchar(255)', (c) => c.primaryKey())
    .addColumn('points', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute()
}
