import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json. Commands run there, whichever folder a script was called from. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A step that did not work: a line for the reader, and what the command printed. */
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
 * The command line of an installed tool, run by this Node: it needs no shell, so it works alike on every system.
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
 * Runs a command to its end. Its output is collected, or goes straight to the terminal with `show`. The command ends
 * with this process.
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
    const pass = (signal) => {
      const exit = () => process.exit(signal === 'SIGINT' ? 130 : 143)
      // Who asks twice does not want to wait any longer.
      if (isEnding) exit()
      isEnding = true
      // Not before it: what it still writes would be left behind in folders that go with this process.
      child.once('close', exit)
      child.kill(signal)
    }
    process.on('SIGTERM', pass)
    process.on('SIGINT', pass)
    /** @param {number} code */
    const end = (code) => {
      process.off('SIGTERM', pass)
      process.off('SIGINT', pass)
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
 * Runs a step that has to work.
 * @param {string} failure what to say when it does not
 * @param {string[]} commandLine
 * @param {Parameters<typeof run>[1]} [options]
 */
export async function runStep(failure, commandLine, options) {
  const { code, output } = await run(commandLine, options)
  if (code !== 0) throw new StepFailed(failure, output)
}

/**
 * Ends a script whose step failed with what the reader needs to know, rather than with a stack.
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
 * npm passes a signal on to the shell between it and the script, and many a shell dies of it without telling the script.
 * So the script looks whether the one who started it is still there.
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
