import type { Kysely } from 'kysely'
import { isSqlite } from '../is-sqlite.ts'

/**
 * Gives the history row ids on SQLite. Without them, SQLite reads whole rows to compare keys, and a version may hold a
 * megabyte (https://sqlite.org/withoutrowid.html, "When To Use WITHOUT ROWID"). PostgreSQL needs no change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return
  await db.schema.alterTable('plan_history').renameTo('plan_history_before').execute()
  await db.schema
    .createTable('plan_history')
    .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('save_id', 'uuid', (c) => c.notNull())
    .addColumn('saved_by', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('saved_at', 'timestamptz', (c) => c.notNull())
    .addColumn('operations', 'json', (c) => c.notNull().defaultTo('[]'))
    .addColumn('value', 'json')
    .addPrimaryKeyConstraint('plan_history_key', ['trip_id', 'section', 'version'])
    .execute()
  const columns = ['trip_id', 'section', 'version', 'save_id', 'saved_by', 'saved_at', 'operations', 'value'] as const
  const history = db as Kysely<
    Record<'plan_history' | 'plan_history_before', Record<(typeof columns)[number], unknown>>
  >
  await history
    .insertInto('plan_history')
    .columns([...columns])
    .expression(history.selectFrom('plan_history_before').select([...columns]))
    .execute()
  await db.schema.dropTable('plan_history_before').execute()
}
