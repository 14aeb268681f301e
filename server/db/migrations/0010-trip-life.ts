import type { Kysely } from 'kysely'

/** Trips that are archived, deleted, or permanently deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('trips').addColumn('deleted_at', 'timestamptz').execute()
  await db.schema.createIndex('trips_by_deletion').on('trips').column('deleted_at').execute()

  await db.schema
    .createTable('archived_trips')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('archived_trips_key', ['trip_id', 'user_id'])
    .execute()
  await db.schema.createIndex('archived_trips_by_user').on('archived_trips').column('user_id').execute()

  await db.schema
    .createTable('gone_trips')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .execute()
}
