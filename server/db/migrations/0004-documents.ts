import { type Kysely, sql } from 'kysely'

/** The travel documents, and a record of every file that the app has started to store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('travel_documents')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('id', 'uuid', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('file_url', 'text', (c) => c.notNull())
    .addColumn('file_type', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('uploaded_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('travel_documents_key', ['trip_id', 'id'])
    .addUniqueConstraint('travel_documents_by_file', ['trip_id', 'file_url'])
    .execute()

  // Has no foreign key: a file must be known until it is removed, even if its trip is gone.
  await db.schema
    .createTable('stored_files')
    .addColumn('trip_id', 'uuid', (c) => c.notNull())
    .addColumn('file', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('writing', 'kept', 'removing')`))
    .addColumn('begun_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('stored_files_key', ['trip_id', 'file'])
    .execute()
}
