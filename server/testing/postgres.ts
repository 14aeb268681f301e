import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which the tests make databases of their own. */
    postgresUrl: string
  }
}

/** Starts a PostgreSQL server for all server tests of a run, unless TEST_DATABASE_URL names one. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    project.provide('postgresUrl', given)
    return undefined
  }
  // It ends when this process ends and its input closes, whether the run finishes or crashes.
  const server = spawn(process.execPath, ['scripts/postgres.mjs'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const { value: url } = await createInterface(server.stdout)[Symbol.asyncIterator]().next()
  if (!url) throw new Error('PostgreSQL could not be started; it says why above.')
  project.provide('postgresUrl', url)
  return async () => {
    server.stdin.end()
    await ended
  }
}
