import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const APP = [fileAt('../../dist/server/main.js')]
/** The kernel reports CPU time in ticks of this length, independent of its timer frequency. */
const MS_PER_TICK = 10

export interface CpuTime {
  userMs: number
  systemMs: number
}

export interface Hold {
  heldMs: number
  /** How much of the time the process computed. */
  computedMs: number
}

interface Options {
  env?: Record<string, string>
  /** See hold-meter.mjs. */
  isMetered?: boolean
}

/** The built server as an operator runs it: its own process, production settings, SQLite, its log into a pipe. */
export class BenchServer {
  readonly #command: string[]
  readonly #options: Options
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'wayfare-bench-'))
  #child: ChildProcess | undefined
  #address = ''

  constructor(command = APP, options: Options = {}) {
    this.#command = command
    this.#options = options
  }

  /** The app with a meter of how long its event loop was blocked. */
  static metered(env: Record<string, string> = {}): BenchServer {
    return new BenchServer(['--expose-gc', '--import', fileAt('hold-meter.mjs'), ...APP], { isMetered: true, env })
  }

  /** A server that does no work: see bare.mjs. */
  static bare(kind: 'node:http' | 'hono'): BenchServer {
    return new BenchServer([fileAt('bare.mjs'), kind])
  }

  get address(): string {
    return this.#address
  }

  get dataDir(): string {
    return this.#dataDir
  }

  /** Starts it. A later start uses the same data and address. Returns the milliseconds until it is open. */
  async start(): Promise<number> {
    const { PATH = '' } = process.env
    const port = this.#address === '' ? '0' : new URL(this.#address).port
    const env = {
      PATH,
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: this.#dataDir,
      SIGN_UPS_PER_HOUR: '1000',
      WRITES_PER_MINUTE: '1000000',
      TRIPS_PER_ACCOUNT: '1000000',
      GEOCODER: 'off',
      ...this.#options.env,
    }
    const startedAt = performance.now()
    // The data folder has no .env of a developer.
    const child = spawn(process.execPath, [...nodeOptions(), ...this.#command], {
      env,
      cwd: this.#dataDir,
      stdio: ['ignore', 'pipe', 'inherit', ...(this.#options.isMetered ? ['ipc' as const] : [])],
    })
    this.#child = child
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    this.#address = await new Promise<string>((resolve, reject) => {
      let output = ''
      child.stdout?.on('data', function read(data: Buffer) {
        output += data
        const address = / is open at (\S+)\n/.exec(output)?.[1]
        if (!address) return
        resolve(address)
        child.stdout?.off('data', read)
        child.stdout?.resume()
      })
      child.once('exit', () => reject(new Error(`The server did not start:\n${output}`)))
    })
    return performance.now() - startedAt
  }

  cpuTime(): CpuTime {
    // The second field is the program's name in parentheses; fields 14 and 15 are the ticks in user and system mode.
    const fields = this.#procFile('stat')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { userMs: Number(fields[11]) * MS_PER_TICK, systemMs: Number(fields[12]) * MS_PER_TICK }
  }

  /** Resident memory. */
  memoryMB(): number {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(this.#procFile('status')) ?? []
    return (Number(kib) * 1024) / 1e6
  }

  /** For how long the event loop of a metered server was blocked at most since the last call: see hold-meter.mjs. */
  async longestHold(): Promise<Hold> {
    return this.#ask<Hold>('hold')
  }

  /** Collects the garbage of a metered server. Returns the megabytes of its heap in use then. */
  async collectGarbage(): Promise<number> {
    return (await this.#ask<number>('collect')) / 1e6
  }

  async #ask<Answer>(what: string): Promise<Answer> {
    const answer = new Promise<Answer>((resolve) =>
      this.#child?.once('message', (message) => resolve(message as Answer)),
    )
    this.#child?.send(what)
    return answer
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  #procFile(name: string): string {
    return readFileSync(`/proc/${this.#child?.pid}/${name}`, 'utf8')
  }
}

/** BENCH_NODE_OPTIONS='--cpu-prof --cpu-prof-dir=/tmp/profile' profiles the measured server. */
function nodeOptions(): string[] {
  return (process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter(Boolean)
}
