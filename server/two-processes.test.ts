import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { documentResponse } from '#domain/api/documents.ts'
import { type ChangeEvent, ENDED, type PersonHere, type VersionsEvent } from '#domain/api/events.ts'
import { type OperationsResponse, operationsResponse } from '#domain/api/operations.ts'
import { openDatabase } from './db/database.ts'
import type { AppEnv } from './http/context.ts'
import { buildFile } from './testing/document-files.ts'
import { upload } from './testing/documents.ts'
import { makeEmptyDatabase } from './testing/engines.ts'
import type { EventReader } from './testing/event-reader.ts'
import { LoadBalancer } from './testing/load-balancer.ts'
import { insertMembership, insertTrip } from './testing/rows.ts'
import { S3Server } from './testing/s3-server.ts'
import { addressOf, BuiltServer, type Run } from './testing/server-process.ts'
import { buildRegistration } from './testing/test-app.ts'
import { TestClient } from './testing/test-client.ts'

const MAX_TRIES = 500

type Database = Awaited<ReturnType<typeof openDatabase>>

/** Two real processes on one PostgreSQL and one S3 store: together, they must behave like one server. */
describe('two processes behind a load balancer', { timeout: 120_000 }, () => {
  let built: BuiltServer
  let runs: Run[]
  let balancer: LoadBalancer
  let s3: S3Server
  let database: Database
  let remove: () => Promise<void>
  let tripId: string
  let ana: TestClient
  let ben: TestClient

  beforeAll(async () => {
    built = await BuiltServer.build()
  }, 60_000)
  afterAll(() => built.remove())
  beforeEach(async () => {
    s3 = await S3Server.start()
    const empty = await makeEmptyDatabase('postgres')
    remove = empty.remove
    const { dataDir, databaseUrl = '' } = empty.settings
    // Each machine has its own data folder.
    const start = (name: string) =>
      built.start({ ...s3.env, DATA_DIR: `${dataDir}/${name}`, DATABASE_URL: databaseUrl, DEMO: 'off' })
    runs = [start('one'), start('two')]
    balancer = await LoadBalancer.start(await Promise.all(runs.map(addressOf)))
    database = await openDatabase(empty.settings)
    const [first, second] = [await signUp('ana'), await signUp('ben')]
    ana = first.client
    ben = second.client
    tripId = (await insertTrip(database.kysely, { owner_id: first.id, type: 'air_travel' })).id
    await insertMembership(database.kysely, { trip_id: tripId, user_id: second.id, role: 'member' })
  }, 60_000)
  afterEach(async () => {
    await balancer.stop()
    for (const { child } of runs) child.kill('SIGKILL')
    await Promise.all(runs.map(({ ended }) => ended))
    await database.close()
    await remove()
    await s3.stop()
  })

  /** A browser that knows only the balancer's address. */
  function openClient(): TestClient {
    const fetchFromBalancer = (path: string, init: RequestInit) => fetch(new URL(path, balancer.address), init)
    return new TestClient({ request: fetchFromBalancer } as unknown as Hono<AppEnv>, balancer.address)
  }

  async function signUp(full_name: string): Promise<{ id: string; client: TestClient; email: string }> {
    const client = openClient()
    const body = buildRegistration({ data: { ...buildRegistration().data, full_name } })
    const answer = await client.post('/auth/v1/signup', body)
    expect(answer.status, answer.text).toBe(200)
    return { id: (answer.body as { user: { id: string } }).user.id, client, email: body.email }
  }

  /** Opens a stream at one of the processes, or at another if that one is gone. Retries, as a page does. */
  async function listenAt(process: number, client: TestClient): Promise<EventReader> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      balancer.next = process
      const reader = await client.listen(`/api/trips/${tripId}/events`)
      if (reader.status === 200) return reader
      await pause(20)
    }
    throw new Error('No stream')
  }

  const seen =
    (...names: string[]) =>
    ({ people }: { people: PersonHere[] }) =>
      people.map(({ name }) => name).join() === names.join()

  const addNote = (text: string) => {
    const id = randomUUID()
    return { id: randomUUID(), section: 'notes', do: 'insert', at: [id], entry: { id, text }, after: null }
  }

  async function readNotes(client: TestClient): Promise<{ version: number; texts: string[] }> {
    const { body } = await client.get(`/api/trips/${tripId}`, { 'accept-encoding': 'identity' })
    const { version, value } = (body as { sections: { notes: { version: number; value: { text: string }[] } } })
      .sections.notes
    return { version, texts: value.map(({ text }) => text) }
  }

  /** Sends an operation until it is answered, always under the same id, as the app does. */
  async function write(client: TestClient, text: string): Promise<OperationsResponse> {
    const operations = [addNote(text)]
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const answer = await client.post(`/api/trips/${tripId}/operations`, { operations, seen: {} })
      if (answer.status === 200) return operationsResponse.parse(answer.body)
      await pause(20)
    }
    throw new Error(`Not stored: ${text}`)
  }

  /** Reads until a stream has reported every version of the notes up to `last`, initially or as a change. */
  async function readAll(reader: EventReader, last: number): Promise<void> {
    const received = new Set<number>()
    let firstVersion = Number.POSITIVE_INFINITY
    const isAll = () =>
      Array.from({ length: last }, (_, at) => at + 1).every(
        (version) => version <= firstVersion || received.has(version),
      )
    while (firstVersion > last || !isAll()) {
      const { name, data } = await reader.nextOf('versions', 'change')
      const { versions, part, version } = data as VersionsEvent & ChangeEvent
      if (name === 'versions') firstVersion = versions['notes'] ?? 0
      else if (part === 'notes') received.add(version ?? 0)
    }
  }

  it('share people, events, plan, documents and sessions', async () => {
    const [atOne, atTwo] = [await listenAt(0, ana), await listenAt(1, ben)]
    await atOne.until('people', seen('ben'))
    await atTwo.until('people', seen('ana'))

    for (let round = 0; round < 10; round++) {
      // The balancer alternates between the processes.
      expect((await write(round % 2 ? ana : ben, `note ${round}`)).versions).toEqual({ notes: round + 1 })
      for (const reader of [atOne, atTwo]) {
        const change = (await reader.next('change')) as ChangeEvent
        expect(change).toMatchObject({
          part: 'notes',
          version: round + 1,
          effects: [{ entry: { text: `note ${round}` } }],
        })
      }
    }

    const pdf = buildFile('pdf', 100_000)
    const { document } = documentResponse.parse((await upload(ana, tripId, 'a.pdf', pdf)).body)
    for (const reader of [atOne, atTwo])
      expect(await reader.next('change')).toMatchObject({ part: 'documents', version: 1 })
    for (const client of [ben, ana, ben]) expect((await client.get(document.file_url)).bytes.equals(pdf)).toBe(true)

    // Signing out at one process also ends the session at the other, where it was in use.
    balancer.next = 1
    await ana.send('POST', '/auth/v1/logout', { headers: { cookie: `wayfare_session=${ana.token}` } })
    await atOne.until(ENDED, () => true)
    await atTwo.until('people', seen())
    await atTwo.leave()
    expect(
      balancer.answered.every((count) => count > 5),
      String(balancer.answered),
    ).toBe(true)
  })

  it('lose no edit, event or session when one of them is killed', async () => {
    const [atOne, atTwo] = [await listenAt(0, ana), await listenAt(1, ben)]
    await atTwo.until('people', seen('ana'))
    await atOne.next('versions')
    const acknowledged = new Map<string, number>()
    let isOver = false
    let afterKill = 0
    const writeNotes = async (name: string, client: TestClient) => {
      for (let number = 0; !isOver; number++) {
        const text = `${name} ${number}`
        acknowledged.set(text, (await write(client, text)).versions.notes ?? 0)
        if (runs[0]?.child.signalCode) afterKill += 1
        if (acknowledged.size === 20) runs[0]?.child.kill('SIGKILL')
        isOver = afterKill > 20
      }
    }
    const writing = Promise.all([writeNotes('ana', ana), writeNotes('ben', ben)])
    // The stream at the killed process breaks, and is reopened at the other.
    await atOne.end().catch(() => {})
    expect(await runs[0]?.ended).toBe(null)
    const reopened = await listenAt(0, ana)
    await writing
    const last = Math.max(...acknowledged.values())
    await readAll(reopened, last)
    await atTwo.until<ChangeEvent>('change', ({ version }) => version === last)

    const { version, texts } = await readNotes(ben)
    expect(version).toBe(last)
    for (const text of acknowledged.keys())
      expect(
        texts.filter((note) => note === text),
        text,
      ).toEqual([text])
    const rows = await database.kysely
      .selectFrom('plan_history')
      .select('version')
      .where('trip_id', '=', tripId)
      .execute()
    expect(rows.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(rows.map((_, at) => at + 1))
    await reopened.leave()
    await atTwo.leave()
  })
})
