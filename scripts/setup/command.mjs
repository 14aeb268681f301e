import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. Commands run there, from whichever folder a script was called. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A step that failed: one line for the reader, and what the command printed. */
export class StepFailed extends Error {
  /**
   * @param {string} message
   * @param {string} [output]
   */
  constructor(message, output = '') {
    super(message)
    this.output = output.trim()
  }
}

const tools = {
  biome: '@biomejs/biome/bin/biome',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  tsx: 'tsx/dist/cli.mjs',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
}

/**
 * The command line of an installed tool. It runs in this Node without a shell, so it works the same on every system.
 * @param {keyof typeof tools} name
 * @param {string[]} args
 */
export const tool = (name, ...args) => [process.execPath, `node_modules/${tools[name]}`, ...args]

/** @param {string[]} args */
export function npm(...args) {
  const script = process.env['npm_execpath']
  return script?.endsWith('npm-cli.js') ? [process.execPath, script, ...args] : ['npm', ...args]
}

/**
 * Runs a command to completion. Collects its output, or with `show` passes it to the terminal. The command ends with
 * this process.
 * @param {string[]} commandLine
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, timeout?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run([command = '', ...args], { env = process.env, show = false, timeout = 0 } = {}) {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32' && command === 'npm'
    const child = spawn(command, args, {
      cwd: root,
      env,
      shell,
      timeout,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    })
    let output = ''
    child.stdout?.on('data', (data) => (output += data))
    child.stderr?.on('data', (data) => (output += data))

    let isEnding = false
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      const exit = () => process.exit(signal === 'SIGINT' ? 130 : 143)
      // A second signal: stop waiting.
      if (isEnding) exit()
      isEnding = true
      // Wait for the child: it may still write to folders that this process deletes on exit.
      child.once('close', exit)
      child.kill(signal)
    }
    process.on('SIGTERM', forward)
    process.on('SIGINT', forward)
    /** @param {number} code */
    const end = (code) => {
      process.off('SIGTERM', forward)
      process.off('SIGINT', forward)
      resolve({ code, output })
    }
    child.once('error', (error) => {
      output += error.message
      end(1)
    })
    child.once('close', (code) => end(code ?? 1))
  })
}

/**
 * Runs a step that must succeed.
 * @param {string} failure the message if it does not
 * @param {string[]} commandLine
 * @param {Parameters<typeof run>[1]} [options]
 */
export async function runStep(failure, commandLine, options) {
  const { code, output } = await run(commandLine, options)
  if (code !== 0) throw new StepFailed(failure, output)
}

/**
 * Runs a script. If a step fails, prints its message and output instead of a stack trace.
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  process.chdir(root)
  endWithNpm()
  try {
    await main()
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error(error.output ? `\n${error.message}\n\n${error.output.replace(/^/gm, '  ')}\n` : error.message)
    process.exitCode = 1
  }
}

/**
 * npm forwards signals to the shell between it and the script, and many shells die without forwarding them. So the
 * script polls whether its parent process is still there.
 */
function endWithNpm() {
  if (!process.env['npm_lifecycle_event']) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
