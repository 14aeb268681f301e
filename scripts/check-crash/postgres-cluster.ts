import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { Violation } from './violation.ts'

const SCRIPT = fileURLToPath(new URL('../postgres.mjs', import.meta.url))

/** A PostgreSQL server that keeps what it has answered (fsync and synchronous_commit as ever), and can be crashed. */
export class PostgresCluster {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  #url = ''

  private constructor() {
    // It ends when this process ends, and its input closes with it.
    const child = spawn(process.execPath, [SCRIPT, '--durable'], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
    this.#child = child
    this.#lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  }

  static async start(): Promise<PostgresCluster> {
    const cluster = new PostgresCluster()
    cluster.#url = await cluster.#next()
    return cluster
  }

  /** The address of a database of it. */
  urlOf(database: string): string {
    const url = new URL(this.#url)
    url.pathname = `/${database}`
    return url.href
  }

  /** Has it do something for its administrator. Answers the rows. */
  async run(statement: string): Promise<Record<string, string>[]> {
    const client = new pg.Client(this.#url)
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  /** Ends it as its own crash does: at once, in the middle of whatever it does. */
  async crash(): Promise<void> {
    this.#child.stdin?.write('crash\n')
    await this.#next()
  }

  /** Starts it again after a crash. Resolves when it takes connections. */
  async recover(): Promise<void> {
    this.#child.stdin?.write('start\n')
    await this.#next()
  }

  async remove(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.stdin?.end()
    await gone
  }

  async #next(): Promise<string> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Violation('PostgreSQL has ended; it says why above.')
    return value
  }
}
