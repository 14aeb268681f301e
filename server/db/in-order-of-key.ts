import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { isSqlite } from './is-sqlite.ts'

/**
 * For tables that every edit writes to: SQLite stores their rows in the primary key, so that a row is written to one
 * place instead of two. PostgreSQL has no such tables.
 */
export function inOrderOfKey(db: Kysely<unknown>) {
  return <Name extends string, Columns extends string>(table: CreateTableBuilder<Name, Columns>) =>
    isSqlite(db) ? table.modifyEnd(sql`without rowid`) : table
}
