import { type Kysely, sql } from 'kysely'
import { inOrderOfKey } from '../in-order-of-key.ts'

/** The people who plan a trip besides its owner, and the invitations by which they joined. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_by', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('most_uses', 'integer')
    .addColumn('uses', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('revoked_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('invitations_by_trip').on('invitations').column('trip_id').execute()

  await db.schema
    .createTable('passes')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('organizer', 'member')`))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('invitation_id', 'uuid', (c) => c.references('invitations.id').onDelete('set null'))
    .addColumn('device_hash', 'text')
    .addColumn('person_id', 'uuid', (c) => c.notNull())
    .addColumn('party_id', 'uuid', (c) => c.notNull())
    .addColumn('confirmed_at', 'timestamptz')
    .addColumn('opened_at', 'timestamptz')
    .addPrimaryKeyConstraint('passes_key', ['trip_id', 'user_id'])
    .addUniqueConstraint('passes_by_device', ['invitation_id', 'device_hash'])
    .addUniqueConstraint('passes_by_person', ['trip_id', 'person_id'])
    .$call(inOrderOfKey(db))
    .execute()
  await db.schema.createIndex('passes_by_user').on('passes').column('user_id').execute()
}
