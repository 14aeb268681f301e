import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A server that runs as a process of its own. */
export interface Run {
  child: ChildProcess
  output: { stdout: string; stderr: string }
  /** Its exit code, when it has ended; null when it was killed. */
  ended: Promise<number | null>
}

/** The server built from what stands here, to be started as an operator does and killed as a power cut does. */
export class BuiltServer {
  readonly #running = new Set<ChildProcess>()
  /** A folder for the data of tests, which goes with `remove`. */
  readonly folder: string
  readonly #bundle: string
  readonly #made: string[]

  private constructor(folder: string, bundle: string, made: string[]) {
    this.folder = folder
    this.#bundle = bundle
    this.#made = made
  }

  /** The server that `npm run build` has made. */
  static async inDist(): Promise<BuiltServer> {
    const folder = await mkdtemp(join(tmpdir(), 'wayfare-main-'))
    return new BuiltServer(folder, join(root, 'dist/server'), [folder])
  }

  static async build(): Promise<BuiltServer> {
    // Beside node_modules: several times quicker to start than its sources.
    await mkdir(join(root, '.cache'), { recursive: true })
    const bundle = await mkdtemp(join(root, '.cache/server-'))
    const configFile = join(root, 'vite.server.config.ts')
    await build({ root, configFile, logLevel: 'warn', build: { outDir: bundle, sourcemap: false } })
    const folder = await mkdtemp(join(tmpdir(), 'wayfare-main-'))
    return new BuiltServer(folder, bundle, [folder, bundle])
  }

  async remove(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL')
    for (const made of this.#made) await rm(made, { recursive: true, force: true, maxRetries: 3 })
  }

  start(env: Record<string, string>): Run {
    return this.run('main', [], env)
  }

  /** Runs an operator's command, such as `backup`. */
  run(command: string, args: string[], env: Record<string, string>): Run {
    const { PATH = '' } = process.env
    // In a folder without a .env of a developer's.
    const child = spawn(process.execPath, [join(this.#bundle, `${command}.js`), ...args], {
      env: { PATH, PORT: '0', ...env },
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#running.add(child)
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (data) => {
      output.stdout += data
    })
    child.stderr.on('data', (data) => {
      output.stderr += data
    })
    const ended = once(child, 'close').then(([code]) => {
      this.#running.delete(child)
      return code as number | null
    })
    return { child, output, ended }
  }
}

/** The address that a server prints when people can open it. */
export async function addressOf({ child, output, ended }: Run): Promise<URL> {
  const printed = () => /^Wayfare is open at (http:\/\/\S+)\n/m.exec(output.stdout)?.[1]
  const failure = ended.then((code) => {
    throw new Error(`The server ended with ${code}: ${output.stderr}`)
  })
  failure.catch(() => {})
  while (!printed()) await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), failure])
  return new URL(printed() as string)
}
