import type { Kysely } from 'kysely'

/**
 * Whose text the text of an operation was merged with: see server/plan/known-operations.ts. A user, without a
 * reference: an account is deleted without a search through all operations, and an unknown user has no name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('plan_operations').addColumn('merged_with', 'uuid').execute()
}
