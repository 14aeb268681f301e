import type { Kysely } from 'kysely'
import { inOrderOfKey } from '../in-order-of-key.ts'

/** Who has seen which announcement of a trip, and when first: see server/people/announcement-views.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('announcement_views')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('announcement_id', 'uuid', (c) => c.notNull())
    .addColumn('seen_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('announcement_views_key', ['trip_id', 'user_id', 'announcement_id'])
    .$call(inOrderOfKey(db))
    .execute()
  await db.schema.createIndex('announcement_views_by_user').on('announcement_views').column('user_id').execute()
}
