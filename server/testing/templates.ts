import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { makeQuickFolder } from '../../scripts/setup/quick-folder.mjs'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { SQLITE_FILE } from '../db/sqlite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for databases and documents of tests, in memory if there is room. */
    dataFolder: string
    /** Migrated databases to be copied; undefined if each test migrates its own. */
    templates: { sqliteFile: string; postgresName: string } | undefined
  }
}

/**
 * Creates a folder for the data of a run, and one migrated database per engine for tests to copy. Few tests are about
 * the disk, and the others would wait for it with every commit; and migrating takes longer than many tests.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = makeQuickFolder('wayfare-tests')
  const removeFolder = () => rm(dataFolder, { recursive: true, force: true, maxRetries: 3 })
  project.provide('dataFolder', dataFolder)
  // In watch mode, migrations may change between two runs.
  if (project.vitest.config.watch) {
    project.provide('templates', undefined)
    return removeFolder
  }
  const url = new URL(project.getProvidedContext().postgresUrl)
  const postgresName = `wayfare_template_${randomUUID().replaceAll('-', '')}`
  await onPostgres(url.href, `create database ${postgresName}`)
  project.provide('templates', { sqliteFile: join(dataFolder, SQLITE_FILE), postgresName })
  const remove = async () => {
    await onPostgres(url.href, `drop database ${postgresName} with (force)`)
    await removeFolder()
  }
  try {
    const templateUrl = new URL(url)
    templateUrl.pathname = `/${postgresName}`
    for (const databaseUrl of [undefined, templateUrl.href]) {
      const database = await openDatabase({ databaseUrl, dataDir: dataFolder })
      await migrate(database)
      await database.close()
    }
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

/** Runs a statement on a PostgreSQL server, outside any transaction. */
export async function onPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
