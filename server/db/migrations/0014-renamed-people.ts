import type { Kysely } from 'kysely'

/** New ids of people whose accounts are deleted: see server/plan/renamed.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('renamed_people')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('id_hash', 'text', (c) => c.notNull())
    .addColumn('now_id', 'uuid')
    .addPrimaryKeyConstraint('renamed_people_key', ['trip_id', 'id_hash'])
    .execute()
  await db.schema.createIndex('plan_seen_by_user').on('plan_seen').column('user_id').execute()
}
