import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * Whether a guest's session began with a link that somebody else made. Such a session cannot change how the guest signs
 * in.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const table of ['sessions', 'device_codes'] as const)
    await db.schema
      .alterTable(table)
      .addColumn('by_help', 'boolean', (c) => c.notNull().defaultTo(false))
      .execute()
  const helped = db
    .selectFrom('personal_links')
    .select('user_id')
    .where((eb) => eb.or([eb('made_by', 'is', null), eb('made_by', '!=', eb.ref('user_id'))]))
  await db
    .updateTable('sessions')
    .set((eb) => ({ by_help: eb.lit(true) }))
    .where('by_link', '=', true)
    .where('user_id', 'in', helped)
    .execute()
}
