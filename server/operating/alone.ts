import type { Database } from '../db/engine.ts'
import { openPostgres } from '../db/postgres.ts'
import { lockAlone } from '../db/server-lock.ts'
import { openSqlite } from '../db/sqlite.ts'
import type { Settings } from '../settings.ts'

/**
 * Opens a database and keeps all others out, servers too, until it is closed.
 * @throws StartError where it cannot be opened, or somebody is there
 */
export async function openAlone({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  if (!databaseUrl) return openSqlite(dataDir, { alone: true })
  const database = await openPostgres(databaseUrl)
  try {
    const letIn = await lockAlone(databaseUrl)
    return { ...database, close: () => database.close().finally(letIn) }
  } catch (cause) {
    await database.close()
    throw cause
  }
}
