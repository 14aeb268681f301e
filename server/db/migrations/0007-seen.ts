import type { Kysely } from 'kysely'
import { inOrderOfKey } from '../in-order-of-key.ts'

/** What each user has seen of a plan, so that a device does not report as new what they saw on another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plan_seen')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('plan_seen_key', ['trip_id', 'user_id', 'section'])
    .$call(inOrderOfKey(db))
    .execute()
}
