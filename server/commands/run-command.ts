import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError } from '#domain/errors.ts'
import { Progress } from '../operating/progress.ts'
import { parseSettings, type Settings } from '../settings.ts'
import { StartError } from '../start-error.ts'

/** What an operator's command is given. */
export interface Command {
  /** The same that the server has. */
  settings: Settings
  args: string[]
  /** Prints a line of the result. */
  print: (line: string) => void
  /** ChangeDescription on the error output, so that the result can be piped on. */
  progress: Progress
}

/** Runs an operator's command: a failure is one line that says why and what to do, and exit code 1. */
export async function runCommand(command: (given: Command) => Promise<void>): Promise<void> {
  // What is made here is for this user alone.
  process.umask(0o077)
  const tell = (line: string) => process.stderr.write(`${line}\n`)
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    const settings = parseSettings(process.env)
    const print = (line: string) => process.stdout.write(`${line}\n`)
    const progress = new Progress(tell)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => progress.breakOff())
    await command({ settings, args: process.argv.slice(2), print, progress })
  } catch (error) {
    tell(lineFor(error))
    process.exitCode = 1
  }
}

/** A path as the operator means it: npm changes to the project's folder, and says from where. */
export function pathFrom(text: string): string {
  return resolve(process.env['INIT_CWD'] ?? '', text)
}

function lineFor(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof AppError) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return `${error.message}${cause}`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
