import { type Kysely, sql } from 'kysely'

/** Mails that have not been sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('reset', 'invitation')`))
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('sent_by', 'uuid', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('invitation_id', 'uuid', (c) => c.references('invitations.id').onDelete('cascade'))
    .addColumn('token', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('next_try_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('mails_by_next_try').on('mails').column('next_try_at').execute()
}
