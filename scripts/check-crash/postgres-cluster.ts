import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { Violation } from './violation.ts'

const SCRIPT = fileURLToPath(new URL('../postgres.mjs', import.meta.url))

/** A durable PostgreSQL server (default fsync and synchronous_commit) that can be crashed. */
export class PostgresCluster {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  #url = ''

  private constructor() {
    // It ends with this process, because its standard input closes.
    const child = spawn(process.execPath, [SCRIPT, '--durable'], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
    this.#child = child
    this.#lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  }

  static async start(): Promise<PostgresCluster> {
    const cluster = new PostgresCluster()
    cluster.#url = await cluster.#next()
    return cluster
  }

  urlOf(database: string): string {
    const url = new URL(this.#url)
    url.pathname = `/${database}`
    return url.href
  }

  /** Runs a statement as the superuser. Returns the rows. */
  async run(statement: string): Promise<Record<string, string>[]> {
    const client = new pg.Client(this.#url)
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  /** Stops it as a crash does: at once, whatever it is doing. */
  async crash(): Promise<void> {
    this.#child.stdin?.write('crash\n')
    await this.#next()
  }

  /** Starts it after a crash. Resolves when it accepts connections. */
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
    if (done) throw new Violation('PostgreSQL exited; see its output above.')
    return value
  }
}
