import type { Kysely } from 'kysely'
import { inOrderOfKey } from '../in-order-of-key.ts'

/** The sections without tables of their own: each entry, day or field is a row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plan_entries')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('value', 'json', (c) => c.notNull())
    .addPrimaryKeyConstraint('plan_entries_key', ['trip_id', 'section', 'id'])
    .$call(inOrderOfKey(db))
    .execute()
}
