import type { Kysely } from 'kysely'

/**
 * The author of the other text of a merged operation: see server/plan/known-operations.ts. It is no reference, so that
 * deleting an account does not search all operations: server/people/forget-person.ts does so in the user's trips.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('plan_operations').addColumn('merged_with', 'uuid').execute()
}
