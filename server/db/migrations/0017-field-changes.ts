import { type Kysely, sql } from 'kysely'
import { inOrderOfKey } from '../in-order-of-key.ts'
import { isSqlite } from '../is-sqlite.ts'

/**
 * Who last changed each field of a plan (server/plan/field-changes.ts). Places are looked up by range, so they are
 * compared byte by byte. Changes made before this table existed are only in the history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('field_changes')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('place', isSqlite(db) ? 'text' : sql`text collate "C"`, (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changed_by', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addPrimaryKeyConstraint('field_changes_key', ['trip_id', 'section', 'place'])
    .$call(inOrderOfKey(db))
    .execute()
}
