import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Starts a PostgreSQL server for a run's server tests, unless TEST_DATABASE_URL names one. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const existingUrl = process.env['TEST_DATABASE_URL']
  if (existingUrl) {
    project.provide('postgresUrl', existingUrl)
    return undefined
  }
  // It exits when its stdin closes, so also if this process crashes.
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
