import { type Kysely, SqliteAdapter } from 'kysely'

export function isSqlite<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}
