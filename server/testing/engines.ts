import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, type ProvidedContext } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import type { Database, Engine } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { SQLITE_FILE } from '#server/db/sqlite.ts'
import { onPostgres } from './templates.ts'

/** For `describe.each(engines)('... on %s', (engine) => ...)`: every server test runs on both. */
export const engines = ['sqlite', 'postgres'] as const satisfies Engine[]

export interface TestDatabase {
  database: Database
  /** With them `openDatabase` opens the same database once more, as after a restart. */
  settings: { databaseUrl?: string; dataDir: string }
  /** Closes the database and removes it. */
  remove: () => Promise<void>
}

/** A new, migrated database of its own: a file in a temporary folder, or a database on the run's PostgreSQL server. */
export async function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  const templates = inject('templates')
  const { settings, remove } = await makeDatabase(engine, templates)
  try {
    const database = await openDatabase(settings)
    const close = () => database.close().then(remove)
    // As after migrations it is open for good: Kysely opens one with its first statement, also one that was closed before it.
    if (templates) await sql`select 1`.execute(database.kysely)
    else await migrate(database)
    return { database, settings, remove: close }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Where a database can be opened that has no tables yet.
 * @param folder where its data lies, for tests of what waits for the disk
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
  const ofTest = new URL(url)
  ofTest.pathname = `/${name}`
  return {
    settings: { databaseUrl: ofTest.href, dataDir },
    remove: async () => {
      await onPostgres(url.href, `drop database ${name} with (force)`)
      await removeFolder()
    },
  }
}
