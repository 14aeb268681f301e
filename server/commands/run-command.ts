import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { Progress } from '../operating/progress.ts'
import { parseSettings, type Settings } from '../settings/settings.ts'
import { StartError } from '../settings/start-error.ts'

export interface Command {
  settings: Settings
  args: string[]
  print: (line: string) => void
  /** Written to stderr, so that stdout can be piped. */
  progress: Progress
}

/** Runs an operator's command. A failure prints one line that says why and what to do, and exits with code 1. */
export async function runCommand(command: (given: Command) => Promise<void>): Promise<void> {
  // Files that a command creates are readable by this user only.
  process.umask(0o077)
  const printError = (line: string) => process.stderr.write(`${line}\n`)
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    const settings = parseSettings(process.env)
    const print = (line: string) => process.stdout.write(`${line}\n`)
    const progress = new Progress(printError)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => progress.abort())
    await command({ settings, args: process.argv.slice(2), print, progress })
  } catch (error) {
    printError(describeError(error))
    process.exitCode = 1
  }
}

/** Resolves a path against the folder in which the operator started npm, which changes to the project folder. */
export function pathFrom(text: string): string {
  return resolve(process.env['INIT_CWD'] ?? '', text)
}

function describeError(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof AppError) {
    const { message, cause } = error
    return cause instanceof Error ? m.operating_failure_with_cause({ message, cause: cause.message }) : message
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
