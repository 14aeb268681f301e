import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A child process that ends with this process at the latest. */
export class Program {
  readonly #child: ChildProcess
  #output = ''
  #failure: Error | undefined

  constructor([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.#child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on('data', (data) => (this.#output += data))
    this.#child.once('error', (failure) => (this.#failure = failure))
    process.once('exit', () => this.#child.kill('SIGKILL'))
  }

  /** Waits for matching output and returns the pattern's first group. @throws Error if it exits first, or after 30 s */
  async waitForOutput(pattern: RegExp): Promise<string> {
    for (let waited = 0; waited < 30_000; waited += 50) {
      const [, found] = pattern.exec(this.#output) ?? []
      if (found !== undefined) return found
      if (this.#failure || this.#child.exitCode !== null) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`${this.#child.spawnfile} did not start: ${this.#failure?.message ?? this.#output}`)
  }

  async end(): Promise<void> {
    if (this.#failure || this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const timeout = setTimeout(() => this.#child.kill('SIGKILL'), 5000)
    await ended
    clearTimeout(timeout)
  }
}
