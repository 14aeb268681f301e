import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import type { Db, Engine } from '#server/db/engine.ts'
import { addressOf, type BuiltServer, type Run } from '#server/testing/server-process.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import { require } from './violation.ts'

const MAX_LINES = 5

/** A database, a documents folder, and a server process on them that can be started and killed. */
export class Stage {
  readonly dataDir: string
  readonly #built: BuiltServer
  readonly #databaseUrl: string | undefined
  #run: Run | undefined
  #address: URL | undefined

  private constructor(built: BuiltServer, dataDir: string, databaseUrl: string | undefined) {
    this.#built = built
    this.dataDir = dataDir
    this.#databaseUrl = databaseUrl
  }

  /**
   * Creates a stage with a new, empty database.
   * @param folder where to create its data folder
   * @param tablespace for PostgreSQL's tables
   */
  static async make(
    built: BuiltServer,
    cluster: PostgresCluster | undefined,
    { folder = tmpdir(), tablespace = 'pg_default' } = {},
  ): Promise<Stage> {
    const dataDir = await mkdtemp(join(folder, 'wayfare-crash-'))
    if (!cluster) return new Stage(built, dataDir, undefined)
    const name = `crash_${randomUUID().replaceAll('-', '')}`
    await cluster.run(`create database ${name} tablespace ${tablespace}`)
    return new Stage(built, dataDir, cluster.urlOf(name))
  }

  get engine(): Engine {
    return this.#databaseUrl ? 'postgres' : 'sqlite'
  }

  /** The server's address, also while it is down. */
  get address(): URL {
    if (!this.#address) throw new Error('The server has not been started')
    return this.#address
  }

  /** Starts the server process without waiting. It listens once `whenOpen` resolves. */
  begin(env: Record<string, string> = {}): void {
    const database = this.#databaseUrl && { DATABASE_URL: this.#databaseUrl }
    this.#run = this.#built.start({ DATA_DIR: this.dataDir, WRITES_PER_MINUTE: '1000000', ...database, ...env })
  }

  async whenOpen(): Promise<void> {
    if (this.#run) this.#address = await addressOf(this.#run)
  }

  async start(env?: Record<string, string>): Promise<void> {
    this.begin(env)
    await this.whenOpen()
  }

  requestStop(): void {
    this.#run?.child.kill('SIGTERM')
  }

  /** Sends SIGKILL and waits for the exit. */
  async kill(): Promise<void> {
    this.#run?.child.kill('SIGKILL')
    await this.#run?.ended
  }

  /** @throws Violation if the process has exited */
  requireAlive(): void {
    const { child, output } = this.#run ?? {}
    const isAlive = child?.exitCode === null && child.signalCode === null
    require(isAlive, `the server exited by itself: ${output?.stderr} ${output?.stdout.slice(-2000)}`)
  }

  get pid(): number {
    return this.#run?.child.pid ?? 0
  }

  /** Stops the process as an operator does. Returns the last errors that it logged. */
  async stop(): Promise<string> {
    this.requestStop()
    await this.#run?.ended
    const lines = this.#run?.output.stdout.split('\n').filter((line) => /"level":[56]0/.test(line)) ?? []
    return lines.slice(-MAX_LINES).join('\n')
  }

  /** Runs a function with its own connection to the database, beside the server. */
  async withDatabase<Value>(at: (db: Db) => Promise<Value>): Promise<Value> {
    const database = await openDatabase({ databaseUrl: this.#databaseUrl, dataDir: this.dataDir })
    try {
      return await at(database.kysely)
    } finally {
      await database.close()
    }
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
}
