import type { Kysely } from 'kysely'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** What every server function takes first: the database, or a transaction in it. */
export type Db = Kysely<Tables>
export type Engine = 'sqlite' | 'postgres'

export interface Database {
  kysely: Db
  engine: Engine
  close: () => Promise<void>
}

/**
 * Opens the engine that the settings name: PostgreSQL where there is a URL, else the SQLite file in `dataDir`.
 * @throws StartError when it cannot be opened
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
}: {
  databaseUrl?: string | undefined
  dataDir: string
}): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir)
}
