import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Db } from '../db/engine.ts'
import { type Channel, type Listener, type Message, message } from './channel.ts'

const CHANNEL = 'wayfare_events'
const RECONNECT_MS = 1000
const PROBE_EVERY_MS = 25_000
const PROBE_WITHIN_MS = 5000

const envelope = z.object({ from: z.string(), message })

/*
 * LISTEN and NOTIFY between the app's processes.
 * Job: deliver each message to all other processes. A connection of its own listens.
 * Invariants: a process never receives its own messages. Whenever the connection starts to listen again, the listener
 *   learns that messages may have been missed.
 * Failure: a connection that breaks, or no longer answers, is replaced until that succeeds.
 */
export class PostgresChannel implements Channel {
  readonly #id = randomUUID()
  readonly #databaseUrl: string
  readonly #db: Db
  readonly #log: Logger
  #listener: Listener | undefined
  #client: pg.Client | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(databaseUrl: string, db: Db, log: Logger) {
    this.#databaseUrl = databaseUrl
    this.#db = db
    this.#log = log
  }

  listen(listener: Listener): void {
    if (this.#listener) return
    this.#listener = listener
    void this.#connect()
  }

  send(sent: Message): void {
    const payload = JSON.stringify({ from: this.#id, message: sent })
    this.#sending = this.#sending
      .then(() => sql`select pg_notify(${CHANNEL}, ${payload})`.execute(this.#db))
      .catch((err) => this.#log.warn({ err }, 'message to other processes could not be sent'))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.all([this.#sending, this.#client?.end().catch(() => {})])
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: PROBE_WITHIN_MS,
      query_timeout: PROBE_WITHIN_MS,
      keepAlive: true,
    })
    this.#client = client
    const replace = (err?: unknown) => {
      if (this.#client !== client) return
      this.#client = undefined
      client.end().catch(() => {})
      if (this.#isClosed) return
      this.#log.warn({ err }, 'connection for messages of other processes lost, reconnecting')
      this.#schedule(RECONNECT_MS, () => this.#connect())
    }
    client.on('error', replace)
    client.on('end', () => replace())
    client.on('notification', ({ payload = '' }) => this.#receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      this.#probe(client, replace)
      this.#listener?.resume()
    } catch (err) {
      replace(err)
    }
  }

  /** Detects a connection that is dead without reporting an error. */
  #probe(client: pg.Client, replace: (err: unknown) => void): void {
    this.#schedule(PROBE_EVERY_MS, async () => {
      try {
        await client.query('select 1')
        if (this.#client === client) this.#probe(client, replace)
      } catch (err) {
        replace(err)
      }
    })
  }

  #schedule(ms: number, run: () => Promise<void>): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(run, ms).unref()
  }

  #receive(payload: string): void {
    const parsed = envelope.safeParse(parseJson(payload))
    if (!parsed.success) this.#log.warn({ err: parsed.error }, 'message of another process is invalid')
    else if (parsed.data.from !== this.#id) this.#listener?.receive(parsed.data.message, parsed.data.from)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
