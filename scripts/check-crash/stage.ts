import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import type { Db, Engine } from '#server/db/engine.ts'
import { addressOf, type BuiltServer, type Run } from '#server/testing/server-process.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import { require } from './violation.ts'

const LINES_TOLD = 5

/** A database, a folder for documents, and the server on them: as a process that is started and killed. */
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
   * One on a new, empty database.
   * @param folder where its data lies, in a new folder
   * @param tablespace where PostgreSQL has its tables
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

  /** Where people reach the server, also while it is down. */
  get address(): URL {
    if (!this.#address) throw new Error('The server has not been started')
    return this.#address
  }

  /** Starts the server's process. It is open once `whenOpen` resolves. */
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

  /** Tells the process to stop, and does not wait for that. */
  askToStop(): void {
    this.#run?.child.kill('SIGTERM')
  }

  /** Ends the process at once. */
  async kill(): Promise<void> {
    this.#run?.child.kill('SIGKILL')
    await this.#run?.ended
  }

  /** @throws Violation where the process has ended by itself */
  requireAlive(): void {
    const { child, output } = this.#run ?? {}
    const lives = child?.exitCode === null && child.signalCode === null
    require(lives, `the server has ended by itself: ${output?.stderr} ${output?.stdout.slice(-2000)}`)
  }

  /** The process, while there is one. */
  get pid(): number {
    return this.#run?.child.pid ?? 0
  }

  /** Stops the process as an operator does. Answers the last failures that it has logged. */
  async stop(): Promise<string> {
    this.askToStop()
    await this.#run?.ended
    const lines = this.#run?.output.stdout.split('\n').filter((line) => /"level":[56]0/.test(line)) ?? []
    return lines.slice(-LINES_TOLD).join('\n')
  }

  /** Looks into the database, beside the server. */
  async look<Value>(at: (db: Db) => Promise<Value>): Promise<Value> {
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
