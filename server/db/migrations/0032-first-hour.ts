import type { Kysely } from 'kysely'

/** How many people are expected, and what was taken up of the starting plan: see domain/templates/sample.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['expected', 'adopted']) await db.schema.alterTable('trips').addColumn(column, 'json').execute()
}
