import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { isBuilt } from '../../scripts/setup/build.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Run {
  child: ChildProcess
  output: { stdout: string; stderr: string }
  /** The exit code once it has ended; null if it was killed. */
  ended: Promise<number | null>
}

/** The built server, started as an operator would and killed as by a power cut. */
export class BuiltServer {
  readonly #running = new Set<ChildProcess>()
  /** A folder for test data, deleted by `remove`. */
  readonly folder: string
  readonly #bundle: string
  readonly #folders: string[]

  private constructor(folder: string, bundle: string, folders: string[]) {
    this.folder = folder
    this.#bundle = bundle
    this.#folders = folders
  }

  static async inDist(): Promise<BuiltServer> {
    const folder = await mkdtemp(join(tmpdir(), 'wayfare-main-'))
    return new BuiltServer(folder, join(root, 'dist/server'), [folder])
  }

  /** The server without the web app: a copy of the one in dist/ if it was built from these sources, or else built. */
  static async build(): Promise<BuiltServer> {
    // Inside the project, so that node_modules is found. The bundle starts several times faster than the sources.
    await mkdir(join(root, '.cache'), { recursive: true })
    const bundle = await mkdtemp(join(root, '.cache/server-'))
    const configFile = join(root, 'vite.server.config.ts')
    if (isBuilt()) await cp(join(root, 'dist/server'), bundle, { recursive: true })
    else await build({ root, configFile, logLevel: 'warn', build: { outDir: bundle, sourcemap: false } })
    const folder = await mkdtemp(join(tmpdir(), 'wayfare-main-'))
    return new BuiltServer(folder, bundle, [folder, bundle])
  }

  async remove(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL')
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }

  start(env: Record<string, string>): Run {
    return this.run('main', [], env)
  }

  /** Runs an operator's command, such as `backup`. */
  run(command: string, args: string[], env: Record<string, string>): Run {
    const { PATH = '' } = process.env
    // In another folder, so that a developer's .env is not read.
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

/** The address that a server prints once it is ready. */
export async function addressOf({ child, output, ended }: Run): Promise<URL> {
  const printed = () => /^Wayfare is open at (http:\/\/\S+)\n/m.exec(output.stdout)?.[1]
  const failure = ended.then((code) => {
    throw new Error(`The server ended with ${code}: ${output.stderr}`)
  })
  failure.catch(() => {})
  while (!printed()) await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), failure])
  return new URL(printed() as string)
}
