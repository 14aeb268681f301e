import pg from 'pg'
import type { Logger } from 'pino'
import { StartError } from '../start-error.ts'

/** Of all advisory locks of a database those of this app: the letters 'wayf'. */
const LOCKS = 0x77617966
const RUNNING = 1
const LEADING = 2
const RECONNECT_MS = 1000

/*
 * Who works on a PostgreSQL database. (An SQLite file says so itself, by the locks on it.)
 * Job: servers hold a lock that they share as long as they run; a command that needs the database alone takes it whole. One of the
 *   servers leads: it does what is to be done once for all.
 * Invariants: the locks belong to one connection, so that the database takes them back from a process that dies.
 * Failure: a connection that breaks is replaced until that succeeds; meanwhile this server does not lead.
 */
export class ServerLock {
  readonly #databaseUrl: string
  readonly #log: Logger
  #client: pg.Client | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  private constructor(databaseUrl: string, log: Logger) {
    this.#databaseUrl = databaseUrl
    this.#log = log
  }

  /** @throws StartError while a command has the database alone */
  static async take(databaseUrl: string, log: Logger): Promise<ServerLock> {
    const lock = new ServerLock(databaseUrl, log)
    await lock.#connect()
    return lock
  }

  /** Whether this server leads, from now on where no other one does. */
  async leads(): Promise<boolean> {
    const client = this.#client
    return client !== undefined && (await tryLock(client, 'pg_try_advisory_lock', LEADING).catch(() => false))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    if (this.#client) await release(this.#client)
  }

  async #connect(): Promise<void> {
    const client = clientFor(this.#databaseUrl)
    const lost = (err?: unknown) => {
      if (this.#client !== client) return
      this.#client = undefined
      client.end().catch(() => {})
      if (!this.#isClosed) this.#connectAgain(err)
    }
    client.on('error', lost)
    client.on('end', () => lost())
    try {
      await client.connect()
      if (!(await tryLock(client, 'pg_try_advisory_lock_shared', RUNNING))) throw new StartError(commandAtWork)
    } catch (cause) {
      await client.end().catch(() => {})
      throw cause
    }
    this.#client = client
    if (this.#isClosed) await client.end()
  }

  #connectAgain(err: unknown): void {
    this.#log.warn({ err }, 'the lock of a running server is lost; taking it again')
    this.#timer = setTimeout(() => this.#connect().catch((cause) => this.#connectAgain(cause)), RECONNECT_MS).unref()
  }
}

/**
 * Keeps servers, and other such commands, out of a PostgreSQL database. Answers what lets them in again.
 * @throws StartError while one is there
 */
export async function lockAlone(databaseUrl: string): Promise<() => Promise<void>> {
  const client = clientFor(databaseUrl)
  client.on('error', () => {})
  await client.connect()
  if (await tryLock(client, 'pg_try_advisory_lock', RUNNING)) return () => release(client)
  await client.end()
  throw new StartError('DATABASE_URL: a server (or another command) works on this database: stop it first.')
}

const commandAtWork =
  'DATABASE_URL: a command has this database alone (restore or move): start the server when it is done.'

/** Not by the end of the connection alone, which the database hears of a moment later. */
async function release(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock_all()').catch(() => {})
  await client.end().catch(() => {})
}

function clientFor(databaseUrl: string): pg.Client {
  return new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000, keepAlive: true })
}

async function tryLock(client: pg.Client, how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared', which: number) {
  const { rows } = await client.query<{ got: boolean }>(`select ${how}(${LOCKS}, ${which}) as got`)
  return rows[0]?.got === true
}
