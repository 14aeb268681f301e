import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import SqliteFile from 'better-sqlite3'
import { hashLightly } from '#server/testing/light-hash.ts'

export interface Person {
  id: string
  email: string
  password: string
  full_name: string
  username: string
}

const MAIN = fileURLToPath(new URL('../dist/server/main.js', import.meta.url))
const STARTS_WITHIN_MS = 60_000

/**
 * All tests share one IP address, so raise its limits. Tests of weather and of the geocoder name services of their own.
 */
const defaults = {
  GEOCODER_URL: 'http://127.0.0.1:9',
  SIGN_UPS_PER_HOUR: '1000000',
  SIGN_IN_ATTEMPTS: '1000000',
  WEATHER: 'off',
}

/** The built server with its own data, which a test may kill and restart. */
export class TestServer {
  /** Such as `http://localhost:34567`; the same after every start. */
  address = ''
  private output = ''
  private child: ChildProcess | undefined
  private file: SqliteFile.Database | undefined

  private constructor(
    readonly dataDir: string,
    private readonly settings: Record<string, string>,
  ) {}

  /** Starts a server. `settings` are additional environment variables. */
  static async open(settings: Record<string, string> = {}): Promise<TestServer> {
    const server = new TestServer(await mkdtemp(join(tmpdir(), 'wayfare-e2e-')), settings)
    try {
      await server.start()
    } catch (error) {
      await server.remove()
      throw error
    }
    return server
  }

  async start(): Promise<void> {
    const port = this.address ? new URL(this.address).port : '0'
    const { PATH = '' } = process.env
    const env = {
      PATH,
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: this.dataDir,
      LOG_LEVEL: 'info',
      ...defaults,
      ...this.settings,
    }
    // The data folder has no .env of a developer.
    const child = spawn(process.execPath, [MAIN], { env, cwd: this.dataDir, stdio: ['ignore', 'pipe', 'pipe'] })
    this.child = child
    process.once('exit', this.killNow)
    const before = this.output.length
    this.address = await new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`The server did not start:\n${this.output.slice(before)}`))
      const timer = setTimeout(fail, STARTS_WITHIN_MS)
      const read = (data: Buffer) => {
        this.output += data
        const address = /http:\/\/(localhost|127\.0\.0\.1):\d+/.exec(this.output.slice(before))?.[0]
        if (address) resolve(address)
        if (address) clearTimeout(timer)
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', fail)
    })
  }

  /** Ends it at once, without a shutdown. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM')
  }

  /** Starts it again, with some settings changed. */
  async restartWith(settings: Record<string, string>): Promise<void> {
    await this.stop()
    Object.assign(this.settings, settings)
    await this.start()
  }

  /** Its output so far, over all starts. */
  log(): string {
    return this.output
  }

  /** The server's SQLite database, to read and insert rows. */
  get database(): SqliteFile.Database {
    this.file ??= new SqliteFile(join(this.dataDir, 'wayfare.sqlite'), { timeout: 5000 })
    return this.file
  }

  /** Creates an account as a registration does, but with a password hash that is cheap to check. */
  async writeAccount(person: Person, is_beta_user: boolean): Promise<void> {
    const { id, email, password, username, full_name } = person
    const now = new Date().toISOString()
    const hash = await hashLightly(password)
    const insert = (table: string, row: Record<string, string | number>) => {
      const names = Object.keys(row)
      const sql = `insert into ${table} (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`
      this.database.prepare(sql).run(row)
    }
    this.database.transaction(() => {
      insert('users', { id, email: email.toLowerCase(), created_at: now })
      insert('credentials', { user_id: id, password_hash: hash })
      insert('profiles', { id, username, full_name, is_beta_user: Number(is_beta_user), created_at: now })
    })()
  }

  async remove(): Promise<void> {
    this.file?.close()
    await this.kill()
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 3 })
  }

  private readonly killNow = () => {
    this.child?.kill('SIGKILL')
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this
    process.off('exit', this.killNow)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
}
