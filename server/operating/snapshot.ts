import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as m from '#messages'
import { openDatabase } from '../db/database.ts'
import type { Db, Engine } from '../db/engine.ts'
import { SQLITE_FILE } from '../db/sqlite.ts'
import type { Settings } from '../settings/settings.ts'
import { StartError } from '../settings/start-error.ts'
import { listMigrations } from './tables.ts'

export interface Snapshot {
  db: Db
  engine: Engine
  migrations: string[]
}

/**
 * Reads a snapshot of the database over a separate connection, however long that takes.
 * @throws StartError if there is no database
 */
export async function withSnapshot<Value>(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  read: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> {
  requireDatabaseFile(settings)
  const database = await openDatabase(settings)
  try {
    const transaction = database.kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return await transaction.execute(async (db) => {
      const migrations = await listMigrations(db)
      if (migrations.length === 0) throw new StartError(m.operating_database_empty())
      return read({ db, engine: database.engine, migrations })
    })
  } finally {
    await database.close()
  }
}

/** Opening a missing file would create an empty database. */
export function requireDatabaseFile({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): void {
  const file = join(resolve(dataDir), SQLITE_FILE)
  if (databaseUrl || existsSync(file)) return
  throw new StartError(m.operating_database_file_missing({ file }))
}
