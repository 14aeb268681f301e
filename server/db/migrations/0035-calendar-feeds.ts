import type { Kysely } from 'kysely'

/** The secret addresses at which calendar apps read trips: see server/calendar/feeds.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('calendar_feeds')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('trip_id', 'uuid', (c) => c.references('trips.id').onDelete('cascade'))
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('fetched_on', 'date')
    .addColumn('departure_reminder', 'text', (c) => c.notNull())
    .addColumn('duty_reminder', 'text', (c) => c.notNull())
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('published', 'json', (c) => c.notNull())
    .addUniqueConstraint('calendar_feeds_by_scope', ['user_id', 'scope'])
    .execute()
  await db.schema.createIndex('calendar_feeds_by_trip').on('calendar_feeds').column('trip_id').execute()
}
