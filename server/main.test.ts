import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { peopleEvent } from '#domain/api/events.ts'
import { tripListResponse } from '#domain/api/trips.ts'
import { engines, makeEmptyDatabase } from './testing/engines.ts'
import { EventReader } from './testing/event-reader.ts'
import { addressOf, BuiltServer } from './testing/server-process.ts'
import { buildRegistration, openTestApp } from './testing/test-app.ts'
import { failed } from './testing/test-client.ts'

let server: BuiltServer
beforeAll(async () => {
  server = await BuiltServer.build()
}, 60_000)
afterAll(() => server.remove())

const newFolder = () => mkdtemp(join(server.folder, 'data-'))

describe('a server that cannot start prints the reason in one line and exits with code 1', { timeout: 60_000 }, () => {
  async function expectLine(env: Record<string, string>, line: RegExp): Promise<void> {
    const { output, ended } = server.start({ DATA_DIR: join(server.folder, 'unused'), ...env })
    const code = await ended
    expect(output.stderr).toMatch(line)
    expect(output.stderr.trimEnd().split('\n'), 'one line').toHaveLength(1)
    expect(output.stderr).not.toMatch(/^\s+at /m)
    expect(output.stdout).toBe('')
    expect(code).toBe(1)
  }

  it.concurrent('if the database file is a folder', async () => {
    const data = await newFolder()
    await mkdir(join(data, 'wayfare.sqlite'))
    await expectLine({ DATA_DIR: data }, /^DATA_DIR: the database file .*wayfare\.sqlite cannot be opened: /)
  })

  it.concurrent('if the database file is not a database', async () => {
    const data = await newFolder()
    await writeFile(join(data, 'wayfare.sqlite'), 'This is a shopping list, not a database. '.repeat(100))
    await expectLine({ DATA_DIR: data }, /^DATA_DIR: the database file .*wayfare\.sqlite cannot be opened: /)
  })

  it.concurrent('if the folder cannot be created', async () => {
    const file = join(await newFolder(), 'file')
    await writeFile(file, '')
    await expectLine({ DATA_DIR: join(file, 'data') }, /^DATA_DIR: the folder .*data cannot be written: /)
  })

  it.concurrent('if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const env = { DATA_DIR: await newFolder(), PORT: String(port), DEMO: 'off' }
    await expectLine(env, new RegExp(`^PORT: port ${port} on 127\\.0\\.0\\.1 is in use by another program\\.`))
    other.close()
  })

  it.concurrent('if PostgreSQL does not respond', async () => {
    // A port that was free a moment ago.
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    await new Promise((resolve) => probe.close(resolve))
    const env = { DATABASE_URL: `postgres://wayfare:secret-7f3a@127.0.0.1:${port}/wayfare` }
    await expectLine(env, /^DATABASE_URL: the PostgreSQL server cannot be reached: (?!.*secret-7f3a)/)
  })

  it.concurrent('if the address of PostgreSQL is malformed', () =>
    expectLine(
      { DATABASE_URL: 'postgres//wayfare:secret-7f3a@db' },
      /^DATABASE_URL should be an address like postgres:(?!.*secret-7f3a)/,
    ))

  it.concurrent('if a setting is invalid', () =>
    expectLine({ PORT: 'abc' }, /^PORT should be a whole number from 0 to 65535, but is 'abc'\.$/m))
})

it('SIGNIN-9 a server has no demo account with DEMO=off', { timeout: 60_000 }, async () => {
  const run = server.start({ DATA_DIR: await newFolder(), DEMO: 'off' })
  const beta = await fetch(new URL('/api/beta', await addressOf(run)))
  expect(await beta.json()).toMatchObject({ beta_users: 0, demo: null })
  run.child.kill('SIGTERM')
  await run.ended
})

describe.each(engines)('a server on %s', { timeout: 60_000 }, (engine) => {
  it('makes its data readable by its own user only, even in a folder that was open to others', async () => {
    const { settings, remove } = await makeEmptyDatabase(engine)
    const { databaseUrl, dataDir } = settings
    await chmod(dataDir, 0o755)
    const run = server.start({ DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
    await addressOf(run)
    const all = await readdir(dataDir, { recursive: true })
    const modes = await Promise.all(all.map(async (name) => [name, (await stat(join(dataDir, name))).mode & 0o077]))
    expect(modes.filter(([, mode]) => mode !== 0)).toEqual([])
    if (engine === 'sqlite') {
      expect(all).toContain('wayfare.sqlite')
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    }
    run.child.kill('SIGTERM')
    await run.ended
    await remove()
  })

  it('starts with an empty database, reports that it is ready, and stops gracefully on SIGTERM', async () => {
    const { settings, remove } = await makeEmptyDatabase(engine)
    const { databaseUrl, dataDir } = settings
    const run = server.start({ DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
    const address = await addressOf(run)
    const health = await fetch(new URL('/healthz', address))
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    // A proxy must be the first to close an idle connection.
    expect(health.headers.get('keep-alive')).toBe('timeout=75')
    const ready = await fetch(new URL('/readyz', address))
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
    const beta = await fetch(new URL('/api/beta', address))
    const { demo } = (await beta.json()) as { demo: { email: string; password: string } }

    // Half of a sign-in request has arrived when the signal comes.
    const body = Buffer.from(JSON.stringify(demo))
    const headers = {
      origin: address.origin,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    }
    const agent = new Agent({ keepAlive: true })
    const url = new URL('/auth/v1/token?grant_type=password', address)
    const sending = request(url, { method: 'POST', headers, agent })
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    sending.flushHeaders()
    await once(sending, 'continue')
    sending.write(body.subarray(0, 10))
    run.child.kill('SIGTERM')
    await untilRefused(address)
    expect(run.child.exitCode).toBe(null)
    sending.end(body.subarray(10))
    const [answer] = await answered
    expect(answer.statusCode).toBe(200)
    await once(answer.resume(), 'end')
    // Its keep-alive connection is closed as well.
    await expect(once(request(new URL('/healthz', address), { agent }).end(), 'response')).rejects.toThrow()

    expect(await run.ended, run.output.stderr).toBe(0)
    expect(run.output.stderr).toBe('')
    agent.destroy()
    await remove()
  })

  it('notices a closed event stream, and ends all streams when it stops', async () => {
    const { settings, remove } = await makeEmptyDatabase(engine)
    const { databaseUrl, dataDir } = settings
    const run = server.start({ DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
    const address = await addressOf(run)
    const [one, two] = [await openEventsAs('ana', address), await openEventsAs('ben', address)]
    await one.until<PeopleEvent>('people', ({ people }) => people.length === 1)
    await two.leave()
    await one.until<PeopleEvent>('people', ({ people }) => people.length === 0)
    run.child.kill('SIGTERM')
    await one.end()
    expect(await run.ended, run.output.stderr).toBe(0)
    await remove()
  })

  it('reports that it is not ready but healthy if the database is closed', async () => {
    const app = await openTestApp(engine)
    const client = app.openClient()
    expect(await client.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
    await app.db.destroy()
    expect(await client.get('/readyz')).toMatchObject(failed(503, 'unreachable'))
    expect(await client.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    await app.remove()
  })
})

type PeopleEvent = z.infer<typeof peopleEvent>

/** Creates an account and opens the demo trip's event stream over the network. */
async function openEventsAs(username: string, { origin }: URL): Promise<EventReader> {
  const body = JSON.stringify(buildRegistration({ data: { ...buildRegistration().data, username } }))
  const headers = { origin, 'content-type': 'application/json' }
  const signedUp = await fetch(`${origin}/auth/v1/signup`, { method: 'POST', body, headers })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ')
  const { trips } = tripListResponse.parse(await (await fetch(`${origin}/api/trips`, { headers: { cookie } })).json())
  return new EventReader(await fetch(`${origin}/api/trips/${trips[0]?.id}/events`, { headers: { cookie } }))
}

/** Resolves once nothing listens at the address. */
async function untilRefused({ hostname, port }: URL): Promise<void> {
  for (;;) {
    const socket = connect(Number(port), hostname)
    const refused = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false))
      socket.once('error', () => resolve(true))
    })
    socket.destroy()
    if (refused) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
