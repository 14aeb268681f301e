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
    /** Where the databases and documents of tests lie: in memory where there is room. */
    dataFolder: string
    /** Databases that have their tables, to be copied; undefined where each test migrates its own. */
    templates: { sqliteFile: string; postgresName: string } | undefined
  }
}

/**
 * Makes a folder for the data of a run, and one database of each engine that has its tables, which tests copy. Most tests are
 * not about the disk, and would else wait for it with every commit; nor about migrations, which take longer than many a test.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = makeQuickFolder('wayfare-tests')
  const removeFolder = () => rm(dataFolder, { recursive: true, force: true, maxRetries: 3 })
  project.provide('dataFolder', dataFolder)
  // Whoever watches may change a migration between two runs.
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
    const ofTemplate = new URL(url)
    ofTemplate.pathname = `/${postgresName}`
    for (const databaseUrl of [undefined, ofTemplate.href]) {
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

/** Runs a statement on a PostgreSQL server, outside of any transaction. */
export async function onPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
