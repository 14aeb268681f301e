import type { Kysely } from 'kysely'

/** When the current value of a short field was typed: older typing that arrives later does not replace it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('field_changes').addColumn('typed_at', 'text').execute()
}
