import type { Kysely } from 'kysely'

/** The files of receipts become those of everything in the plan that lists files: of tracks, too (decision 94). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('receipts').renameTo('listed_files').execute()
  await db.schema
    .alterTable('listed_files')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('receipt'))
    .execute()
}
