import type { Kysely } from 'kysely'

/** The photo that is shown instead of a trip's drawing (decision 59): its name in `stored_files`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('trips').addColumn('picture', 'text').execute()
}
