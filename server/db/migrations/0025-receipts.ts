import type { Kysely } from 'kysely'

/** The files of expenses' receipts (decision 52). The expenses list them by id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('receipts')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('id', 'uuid', (c) => c.notNull())
    .addColumn('file', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('uploaded_at', 'timestamptz', (c) => c.notNull())
    .addColumn('checked_version', 'integer', (c) => c.notNull().defaultTo(-1))
    .addColumn('unused_since', 'timestamptz')
    .addColumn('was_used', 'boolean', (c) => c.notNull().defaultTo(false))
    .addPrimaryKeyConstraint('receipts_key', ['trip_id', 'id'])
    .addUniqueConstraint('receipts_by_file', ['trip_id', 'file'])
    .execute()
}
