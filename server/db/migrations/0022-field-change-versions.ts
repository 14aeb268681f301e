import type { Kysely } from 'kysely'

/** Nothing reads the version of a field's last change: who made it, and when it was typed, is enough. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('field_changes').dropColumn('version').execute()
}
