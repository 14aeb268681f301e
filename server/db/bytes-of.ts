import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isSqlite } from './is-sqlite.ts'

/** How long a JSON column is, in bytes. SQLite answers it from a row's header, without reading what is in the column. */
export function bytesOf<Tables>(db: Kysely<Tables>, column: string): RawBuilder<number> {
  const json = sql.ref(column)
  return isSqlite(db) ? sql<number>`octet_length(${json})` : sql<number>`octet_length(${json}::text)`
}
