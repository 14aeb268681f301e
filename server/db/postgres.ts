import { type Driver, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import * as m from '#messages'
import { StartError } from '../settings/start-error.ts'
import type { TimeDatabase } from './database-times.ts'
import type { Database } from './engine.ts'
import type { Tables } from './tables.ts'
import { timeConnections } from './time-connections.ts'

const { builtins } = pg.types

/** The types that SQLite returns: whole numbers as numbers, times as ISO text in UTC, dates as `YYYY-MM-DD`. */
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
  [builtins.DATE]: (text) => text,
}

/** Opens a pool of connections to a PostgreSQL server. @throws StartError if it does not answer */
export async function openPostgres(databaseUrl: string, time?: TimeDatabase): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  // The pool replaces a broken connection, and its query fails. Without listeners the error would end the process,
  // whether the connection is idle or not.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await pool.query('select 1')
  } catch (cause) {
    await pool.end()
    throw new StartError(unreachable(cause))
  }
  const kysely = new Kysely<Tables>({ dialect: new Dialect(pool, time) })
  const close = async () => {
    await kysely.destroy()
    // Kysely does not end a pool that it has never used.
    if (!pool.ended) await pool.end()
  }
  return { kysely, engine: 'postgres', pool, close }
}

class Dialect extends PostgresDialect {
  readonly #time: TimeDatabase | undefined

  constructor(pool: pg.Pool, time: TimeDatabase | undefined) {
    super({ pool })
    this.#time = time
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    return this.#time ? timeConnections(driver, this.#time) : driver
  }
}

/** A refused connection to a name with several addresses is an AggregateError without a message. */
function unreachable(cause: unknown): string {
  const { message, code } = cause as Error & { code?: string }
  const reason = message || code
  return reason ? m.operating_database_unreachable({ reason }) : m.operating_database_unreachable_unknown()
}
