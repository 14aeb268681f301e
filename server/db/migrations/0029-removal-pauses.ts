import type { Kysely } from 'kysely'

/** The backups that are running, until when they have to say so again: see server/documents/removal-pauses.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('removal_pauses')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('until', 'timestamptz', (c) => c.notNull())
    .execute()
}
