import type { TimeDatabase } from './database-times.ts'
import type { Database } from './engine.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens PostgreSQL if there is a URL, otherwise the SQLite file in `dataDir`.
 * @throws StartError if it cannot be opened
 */
export async function openDatabase(
  { databaseUrl, dataDir }: { databaseUrl?: string | undefined; dataDir: string },
  time?: TimeDatabase,
): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl, time) : openSqlite(dataDir, { time })
}
