import { type Kysely, SqliteAdapter } from 'kysely'

/** Whether a database is SQLite; otherwise it is PostgreSQL. */
export function isSqlite<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}
