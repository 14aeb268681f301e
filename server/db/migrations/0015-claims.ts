import type { Kysely } from 'kysely'

/** Whom somebody claims to be who joins under a name that another guest has: see server/people/claims.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('passes').addColumn('claimed_person_id', 'uuid').execute()
}
