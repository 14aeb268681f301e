import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isSqlite } from './is-sqlite.ts'

/** Length of a JSON column in bytes. SQLite reads it from the row's header, without reading the column. */
export function bytesOf<Tables>(db: Kysely<Tables>, column: string): RawBuilder<number> {
  const json = sql.ref(column)
  return isSqlite(db) ? sql<number>`octet_length(${json})` : sql<number>`octet_length(${json}::text)`
}
