import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import type { Database, Engine } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'

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
  const { settings, remove } = await makeEmptyDatabase(engine)
  try {
    const database = await openDatabase(settings)
    const close = () => database.close().then(remove)
    await migrate(database)
    return { database, settings, remove: close }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Where a database can be opened that has no tables yet. */
export async function makeEmptyDatabase(engine: Engine): Promise<Omit<TestDatabase, 'database'>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wayfare-data-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') return { settings: { dataDir }, remove: removeFolder }

  const name = `wayfare_test_${randomUUID().replaceAll('-', '')}`
  await onPostgres(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return {
    settings: { databaseUrl: url.href, dataDir },
    remove: async () => {
      await onPostgres(`drop database ${name} with (force)`)
      await removeFolder()
    },
  }
}

async function onPostgres(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
