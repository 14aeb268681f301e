import pg from 'pg'
import type { Logger } from 'pino'
import * as m from '#messages'
import { StartError } from '../settings/start-error.ts'

/** The class of this app's advisory locks: the letters 'wayf'. */
const LOCK_CLASS = 0x77617966
const RUNNING = 1
const LEADING = 2
const RECONNECT_MS = 1000

/*
 * Who works on a PostgreSQL database. (SQLite locks its file itself.)
 * Job: running servers share a lock; a command that needs the database alone takes it exclusively. One of the servers
 *   is the leader: it does what must be done once for all.
 * Invariants: the locks belong to one connection, so the database releases them when the process dies.
 * Failure: a broken connection is replaced until that succeeds. Meanwhile this server is not the leader.
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

  /** @throws StartError while a command has the database to itself */
  static async take(databaseUrl: string, log: Logger): Promise<ServerLock> {
    const lock = new ServerLock(databaseUrl, log)
    await lock.#connect()
    return lock
  }

  /** Whether this server is the leader. Makes it the leader if no other server is. */
  async tryLead(): Promise<boolean> {
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
    const onLost = (err?: unknown) => {
      if (this.#client !== client) return
      this.#client = undefined
      client.end().catch(() => {})
      if (!this.#isClosed) this.#connectAgain(err)
    }
    client.on('error', onLost)
    client.on('end', () => onLost())
    try {
      await client.connect()
      if (!(await tryLock(client, 'pg_try_advisory_lock_shared', RUNNING)))
        throw new StartError(m.operating_database_has_command())
    } catch (cause) {
      await client.end().catch(() => {})
      throw cause
    }
    this.#client = client
    if (this.#isClosed) await client.end()
  }

  #connectAgain(err: unknown): void {
    this.#log.warn({ err }, 'the server lock is lost, acquiring it again')
    this.#timer = setTimeout(() => this.#connect().catch((cause) => this.#connectAgain(cause)), RECONNECT_MS).unref()
  }
}

/**
 * Keeps servers, and other such commands, out of a PostgreSQL database. Returns a function that releases the lock.
 * @throws StartError if one is running
 */
export async function lockExclusively(databaseUrl: string): Promise<() => Promise<void>> {
  const client = clientFor(databaseUrl)
  client.on('error', () => {})
  await client.connect()
  if (await tryLock(client, 'pg_try_advisory_lock', RUNNING)) return () => release(client)
  await client.end()
  throw new StartError(m.operating_database_has_server())
}

/** Releases the locks explicitly: the database notices a closed connection a moment later. */
async function release(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock_all()').catch(() => {})
  await client.end().catch(() => {})
}

function clientFor(databaseUrl: string): pg.Client {
  return new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000, keepAlive: true })
}

async function tryLock(client: pg.Client, how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared', which: number) {
  const { rows } = await client.query<{ got: boolean }>(`select ${how}(${LOCK_CLASS}, ${which}) as got`)
  return rows[0]?.got === true
}
