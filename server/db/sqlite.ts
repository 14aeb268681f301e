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
import type { TimeDatabase } from '../metrics/metrics.ts'
import { timeConnections } from '../metrics/time-connections.ts'
import { StartError } from '../start-error.ts'
import type { Database, Db } from './engine.ts'
import type { Tables } from './tables.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

export const SQLITE_FILE = 'wayfare.sqlite'

/** What SQLite may keep of the file in memory: with its own 2 MB it reads pages of busy trips again with every edit. */
const CACHE_KIB = 16 * 1024

/**
 * Opens (or makes) the SQLite file in `dataDir`. Every commit is on the disk before it is answered.
 * @param alone keeps all others out until it is closed
 * @param time hears how long its work takes
 * @throws StartError where it cannot be opened, or not `alone`
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

/** SQLite undoes changes of tables like any other; Kysely by itself runs migrations without a transaction. */
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

/** The log of an SQLite file; undefined for other databases. */
export function writeAheadLogOf(db: Db): WriteAheadLog | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof Adapter ? adapter.log : undefined
}

function openFile(folder: string, alone: boolean): SqliteFile.Database {
  try {
    const made = mkdirSync(folder, { recursive: true })
    if (made !== undefined) syncNewFolders(made, folder)
    accessSync(folder, constants.W_OK)
    closeToOthers(folder, 0o700)
  } catch (cause) {
    throw new StartError(`DATA_DIR: the folder ${folder} cannot be written: ${(cause as Error).message}`)
  }
  const path = join(folder, SQLITE_FILE)
  try {
    const file = new SqliteFile(path)
    // One of an earlier version, or put here by somebody, may be open to others.
    for (const part of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(part)) closeToOthers(part, 0o600)
    if (alone) file.pragma('locking_mode = EXCLUSIVE')
    file.pragma('journal_mode = WAL')
    file.pragma('synchronous = FULL')
    file.pragma('foreign_keys = ON')
    file.pragma(`cache_size = -${CACHE_KIB}`)
    file.pragma('busy_timeout = 5000')
    // Whoever has the file open holds a lock on it, which the system takes back from a process that dies.
    if (alone) file.exec('begin immediate; commit')
    return file
  } catch (cause) {
    if (alone && (cause as { code?: string }).code === 'SQLITE_BUSY') throw new StartError(othersAreAtWork(path))
    throw new StartError(`DATA_DIR: the database file ${path} cannot be opened: ${(cause as Error).message}`)
  }
}

/** A new folder is on the disk only when the one around it is. SQLite sees to what is in it. */
function syncNewFolders(outermost: string, folder: string): void {
  const around = openSync(dirname(folder), 'r')
  fsyncSync(around)
  closeSync(around)
  if (folder !== outermost) syncNewFolders(outermost, dirname(folder))
}

const othersAreAtWork = (path: string) =>
  `DATA_DIR: another process has the database file ${path} open: stop the server (or wait for the command) first.`

/** Leaves what belongs to another user as that user has it. */
function closeToOthers(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'EPERM') throw cause
  }
}

type Row = Record<string, unknown>

const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 }

/** What is run again and again; a change of the tables is run once. */
const KEPT = /^(insert|update|delete|begin|commit|savepoint|release|rollback)/i

/**
 * Gives the file the column types that PostgreSQL has: booleans and dates go in as SQLite can store them, and columns
 * declared boolean or json come back as such. Statements are prepared once.
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
        // Where the disk is full, SQLite has undone the transaction already; to undo it again would hide why.
        if (sql === 'rollback' && !file.inTransaction) return NOTHING_DONE
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
        if (statement.reader || KEPT.test(sql)) prepared.set(sql, statement)
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
