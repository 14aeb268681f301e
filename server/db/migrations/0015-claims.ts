import type { Kysely } from 'kysely'

/** The person whom a new member claims to be, if another guest has joined as them: see server/people/claims.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('passes').addColumn('claimed_person_id', 'uuid').execute()
}
