import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, type ProvidedContext } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import type { Database, Engine } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { SQLITE_FILE } from '#server/db/sqlite.ts'
import type {} from './postgres.ts'
import { onPostgres } from './templates.ts'

/** For `describe.each(engines)('... on %s', (engine) => ...)`: server tests run on both. */
export const engines = ['sqlite', 'postgres'] as const satisfies Engine[]

export interface TestDatabase {
  database: Database
  /** With these, `openDatabase` opens the same database again, as after a restart. */
  settings: { databaseUrl?: string; dataDir: string }
  remove: () => Promise<void>
}

/** Opens a new, migrated database: a file in a temporary folder, or a database on the test run's PostgreSQL server. */
export async function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  const templates = inject('templates')
  const { settings, remove } = await makeDatabase(engine, templates)
  try {
    const database = await openDatabase(settings)
    const close = () => database.close().then(remove)
    // Kysely connects with its first statement, even after a destroy. So connect now, as migrations do.
    if (templates) await sql`select 1`.execute(database.kysely)
    else await migrate(database)
    return { database, settings, remove: close }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * A place for a database without tables.
 * @param folder where its data lies, for tests about waiting for the disk
 */
export function makeEmptyDatabase(engine: Engine, folder?: string): Promise<Omit<TestDatabase, 'database'>> {
  return makeDatabase(engine, undefined, folder)
}

async function makeDatabase(
  engine: Engine,
  templates: ProvidedContext['templates'],
  folder = inject('dataFolder'),
): Promise<Omit<TestDatabase, 'database'>> {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') {
    if (templates) await copyFile(templates.sqliteFile, join(dataDir, SQLITE_FILE))
    return { settings: { dataDir }, remove: removeFolder }
  }

  const name = `wayfare_test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(inject('postgresUrl'))
  await onPostgres(url.href, `create database ${name}${templates ? ` template ${templates.postgresName}` : ''}`)
  const testUrl = new URL(url)
  testUrl.pathname = `/${name}`
  return {
    settings: { databaseUrl: testUrl.href, dataDir },
    remove: async () => {
      await onPostgres(url.href, `drop database ${name} with (force)`)
      await removeFolder()
    },
  }
}
