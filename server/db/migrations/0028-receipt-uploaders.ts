import type { Kysely } from 'kysely'

/** Who uploaded a receipt: until an expense lists it, it counts for them, not for the trip's owner (decision 77). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('receipts')
    .addColumn('uploaded_by', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .execute()
}
