import { type Kysely, sql } from 'kysely'
import { inOrderOfKey } from '../in-order-of-key.ts'

/** Accounts, profiles, trips with their details, and the versions of the plan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.unique())
    .addColumn('referred_by', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('moved_to', 'uuid', (c) => c.references('users.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('users_by_moved_to').on('users').column('moved_to').execute()

  await db.schema
    .createTable('credentials')
    .addColumn('user_id', 'uuid', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('extended_at', 'timestamptz', (c) => c.notNull())
    .addColumn('by_link', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()
  await db.schema.createIndex('sessions_by_end').on('sessions').column('expires_at').execute()

  await db.schema
    .createTable('profiles')
    .addColumn('id', 'uuid', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('full_name', 'text', (c) => c.notNull())
    .addColumn('is_beta_user', 'boolean', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('trips')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull().check(sql`type in ('car_trip', 'air_travel')`))
    .addColumn('owner_id', 'uuid', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('is_public', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('share_token', 'uuid')
    .addColumn('members_edit', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('destination_name', 'text')
    .addColumn('departure_date', 'date')
    .addColumn('return_date', 'date')
    .addColumn('departure_airport_code', 'text')
    .addColumn('arrival_airport_code', 'text')
    .addColumn('map_embed_url', 'text')
    .addColumn('car_trip_distances', 'json')
    .addColumn('car_trip_entry_gate', 'text')
    .addColumn('air_travel_flight_info', 'json')
    .execute()
  await db.schema.createIndex('trips_by_owner').on('trips').columns(['owner_id', 'created_at']).execute()

  await db.schema
    .createTable('trip_distances')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('id', 'uuid', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('distance', 'text', (c) => c.notNull())
    .addColumn('order_index', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('trip_distances_key', ['trip_id', 'id'])
    .execute()

  await db.schema
    .createTable('plan_sections')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('since_whole', 'integer')
    .addColumn('bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('plan_sections_key', ['trip_id', 'section'])
    .$call(inOrderOfKey(db))
    .execute()

  await db.schema
    .createTable('plan_history')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('save_id', 'uuid', (c) => c.notNull())
    .addColumn('saved_by', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('saved_at', 'timestamptz', (c) => c.notNull())
    .addColumn('operations', 'json', (c) => c.notNull().defaultTo('[]'))
    .addColumn('value', 'json')
    .addPrimaryKeyConstraint('plan_history_key', ['trip_id', 'section', 'version'])
    .$call(inOrderOfKey(db))
    .execute()

  await db.schema
    .createTable('plan_operations')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('id', 'uuid', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('plan_operations_key', ['trip_id', 'id'])
    .$call(inOrderOfKey(db))
    .execute()

  await db.schema
    .createTable('plan_removed')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('entry', 'json', (c) => c.notNull())
    .addColumn('after', 'text')
    .addPrimaryKeyConstraint('plan_removed_key', ['trip_id', 'section', 'place'])
    .execute()
}
