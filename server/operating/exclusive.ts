import type { Database } from '../db/engine.ts'
import { openPostgres } from '../db/postgres.ts'
import { lockExclusively } from '../db/server-lock.ts'
import { openSqlite } from '../db/sqlite.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Opens a database exclusively: until it is closed, nothing else, including servers, can open it.
 * @throws StartError if it cannot be opened or is in use
 */
export async function openExclusively({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  if (!databaseUrl) return openSqlite(dataDir, { alone: true })
  const database = await openPostgres(databaseUrl)
  try {
    const unlock = await lockExclusively(databaseUrl)
    return { ...database, close: () => database.close().finally(unlock) }
  } catch (cause) {
    await database.close()
    throw cause
  }
}
