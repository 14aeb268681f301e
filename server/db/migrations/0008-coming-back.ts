import type { Kysely } from 'kysely'

/** Ways to sign in on another device: device codes, and personal links for guests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('device_codes')
    .addColumn('user_id', 'uuid', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull().unique())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('used_at', 'timestamptz')
    .addColumn('by_link', 'boolean', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('personal_links')
    .addColumn('user_id', 'uuid', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret_hash', 'text', (c) => c.unique())
    .addColumn('made_by', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('made_at', 'timestamptz')
    .addColumn('used_at', 'timestamptz')
    .execute()
}
