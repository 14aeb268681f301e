import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../is-sqlite.ts'

/** Gives `passes` and `most_uses` the names that the code uses: memberships, and the maximum of uses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('passes').renameTo('memberships').execute()
  await db.schema.dropIndex('passes_by_user').execute()
  await db.schema.createIndex('memberships_by_user').on('memberships').column('user_id').execute()
  await db.schema.alterTable('invitations').renameColumn('most_uses', 'max_uses').execute()
  // For a violated constraint, SQLite names its columns, and PostgreSQL the constraint itself.
  if (isSqlite(db)) return
  for (const name of ['key', 'by_device', 'by_person'])
    await sql`alter table memberships rename constraint ${sql.ref(`passes_${name}`)} to ${sql.ref(`memberships_${name}`)}`.execute(
      db,
    )
}
