import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * For a table that every edit writes to: on SQLite its rows stand in its primary key, so that a row is written to one place and not
 * to two. PostgreSQL has no such tables.
 */
export function inOrderOfKey(db: Kysely<unknown>) {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  return <Name extends string, Columns extends string>(table: CreateTableBuilder<Name, Columns>) =>
    isSqlite ? table.modifyEnd(sql`without rowid`) : table
}
