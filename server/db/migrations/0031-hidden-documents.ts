import type { Kysely } from 'kysely'

/** Whether a trip's documents and confirmation numbers are hidden from those who only read it (decision 87). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('trips')
    .addColumn('hides_documents', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
}
