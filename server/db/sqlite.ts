import { accessSync, chmodSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import SqliteFile from 'better-sqlite3'
import {
  type Driver,
  Kysely,
  type MigrationLockOptions,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  sql,
} from 'kysely'
import * as m from '#messages'
import { StartError } from '../settings/start-error.ts'
import type { TimeDatabase } from './database-times.ts'
import type { Database, Db } from './engine.ts'
import type { Tables } from './tables.ts'
import { timeConnections } from './time-connections.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

export const SQLITE_FILE = 'wayfare.sqlite'

/** Page cache of SQLite. With the default of 2 MB, it reads the pages of busy trips again with every edit. */
const CACHE_KIB = 16 * 1024

/**
 * Opens or creates the SQLite file in `dataDir`. Every commit is on disk before it is answered.
 * @param alone excludes all other processes until it is closed
 * @param time is called with the duration of its work
 * @throws StartError if it cannot be opened, or not `alone`
 */
export function openSqlite(
  dataDir: string,
  { alone = false, time }: { alone?: boolean; time?: TimeDatabase | undefined } = {},
): Database {
  const file = openFile(resolve(dataDir), alone)
  const log = new WriteAheadLog(file, undefined, time)
  const kysely = new Kysely<Tables>({ dialect: new Dialect({ database: withTypes(file) }, log, time) })
  log.runAlone((work) => kysely.connection().execute(async () => work()))
  const close = async () => {
    await log.close()
    await kysely.destroy()
  }
  return { kysely, engine: 'sqlite', close }
}

/** SQLite can roll back schema changes. By default, Kysely runs its migrations without a transaction. */
class Adapter extends SqliteAdapter {
  readonly log: WriteAheadLog

  constructor(log: WriteAheadLog) {
    super()
    this.log = log
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Writes first, so that a process that starts at the same time waits until the migrations are done. */
  override async acquireMigrationLock(db: Kysely<unknown>, { lockTable }: MigrationLockOptions): Promise<void> {
    await sql`update ${sql.table(lockTable)} set is_locked = is_locked`.execute(db)
  }
}

class Dialect extends SqliteDialect {
  readonly #log: WriteAheadLog
  readonly #time: TimeDatabase | undefined

  constructor(config: SqliteDialectConfig, log: WriteAheadLog, time: TimeDatabase | undefined) {
    super(config)
    this.#log = log
    this.#time = time
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    return this.#time ? timeConnections(driver, this.#time) : driver
  }

  override createAdapter(): Adapter {
    return new Adapter(this.#log)
  }
}

/** The write-ahead log of an SQLite database; undefined for other databases. */
export function writeAheadLogOf(db: Db): WriteAheadLog | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof Adapter ? adapter.log : undefined
}

function openFile(folder: string, alone: boolean): SqliteFile.Database {
  try {
    const created = mkdirSync(folder, { recursive: true })
    if (created !== undefined) syncNewFolders(created, folder)
    accessSync(folder, constants.W_OK)
    restrictAccess(folder, 0o700)
  } catch (cause) {
    throw new StartError(m.operating_data_dir_not_writable({ folder, reason: (cause as Error).message }))
  }
  const path = join(folder, SQLITE_FILE)
  try {
    const file = new SqliteFile(path)
    // Files of an earlier version, or copied here by somebody, may be readable by others.
    for (const part of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(part)) restrictAccess(part, 0o600)
    if (alone) file.pragma('locking_mode = EXCLUSIVE')
    file.pragma('journal_mode = WAL')
    file.pragma('synchronous = FULL')
    file.pragma('foreign_keys = ON')
    file.pragma(`cache_size = -${CACHE_KIB}`)
    file.pragma('busy_timeout = 5000')
    // Every process that has the file open holds a lock on it. The system releases the lock when the process dies.
    if (alone) file.exec('begin immediate; commit')
    return file
  } catch (cause) {
    if (alone && (cause as { code?: string }).code === 'SQLITE_BUSY')
      throw new StartError(m.operating_database_file_in_use({ path }))
    throw new StartError(m.operating_database_file_not_opened({ path, reason: (cause as Error).message }))
  }
}

/** A new folder is on disk only when its parent is. SQLite syncs what is in the folder. */
function syncNewFolders(outermost: string, folder: string): void {
  const parent = openSync(dirname(folder), 'r')
  fsyncSync(parent)
  closeSync(parent)
  if (folder !== outermost) syncNewFolders(outermost, dirname(folder))
}

/** Does nothing if the file belongs to another user. */
function restrictAccess(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'EPERM') throw cause
  }
}

type Row = Record<string, unknown>

const NO_CHANGES = { changes: 0, lastInsertRowid: 0 }

/** Statements that run again and again. A schema change runs once. */
const REPEATED = /^(insert|update|delete|begin|commit|savepoint|release|rollback)/i

/**
 * Gives the file the column types of PostgreSQL: booleans and dates are stored in a form that SQLite has, and columns
 * declared boolean or json are converted back. Statements are prepared once.
 */
function withTypes(file: SqliteFile.Database) {
  const prepared = new Map<string, ReturnType<typeof prepare>>()

  function prepare(sql: string) {
    const statement = file.prepare<unknown[], Row>(sql)
    const decode = statement.reader ? decoder(statement.columns()) : undefined
    return {
      reader: statement.reader,
      all: (parameters: readonly unknown[]) => {
        const rows = statement.all(...parameters.map(encode))
        if (decode) for (const row of rows) decode(row)
        return rows
      },
      run: (parameters: readonly unknown[]) => {
        // On a full disk, SQLite has rolled back already. Another rollback would hide the reason.
        if (sql === 'rollback' && !file.inTransaction) return NO_CHANGES
        return statement.run(...parameters.map(encode))
      },
      *iterate(parameters: readonly unknown[]) {
        for (const row of statement.iterate(...parameters.map(encode))) {
          if (decode) decode(row)
          yield row
        }
      },
    }
  }

  return {
    close: () => file.close(),
    prepare(sql: string) {
      let statement = prepared.get(sql)
      if (!statement) {
        statement = prepare(sql)
        if (statement.reader || REPEATED.test(sql)) prepared.set(sql, statement)
      }
      return statement
    },
  }
}

function encode(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  return value
}

function decoder(columns: SqliteFile.ColumnDefinition[]): ((row: Row) => void) | undefined {
  const booleans = columns.filter((column) => column.type?.toLowerCase() === 'boolean').map((column) => column.name)
  const jsons = columns.filter((column) => column.type?.toLowerCase() === 'json').map((column) => column.name)
  if (booleans.length === 0 && jsons.length === 0) return undefined
  return (row) => {
    for (const name of booleans) if (row[name] !== null) row[name] = Boolean(row[name])
    for (const name of jsons) if (row[name] !== null) row[name] = JSON.parse(String(row[name]))
  }
}
