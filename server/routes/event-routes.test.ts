import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_FULL_NAME } from '#domain/api/auth.ts'
import { documentPath } from '#domain/api/documents.ts'
import {
  type ChangeEvent,
  changeEvent,
  ENDED,
  HEARTBEAT,
  MAX_EVENT_BYTES,
  type PersonHere,
  peopleEvent,
  type VersionsEvent,
  versionsEvent,
} from '#domain/api/events.ts'
import { type TripResponse, tripResponse } from '#domain/api/trips.ts'
import { CHECKSUM_INTERVAL, checksum } from '#domain/operations/checksum.ts'
import type { User } from '#domain/person.ts'
import type { ChecklistGroup } from '#domain/plan/checklist.ts'
import { forms } from '#domain/plan/forms.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { STREAMS_PER_PERSON } from '#server/events/trip-events.ts'
import { versionedNames } from '#server/plan/plan-store.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { upload } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import type { EventReader } from '#server/testing/event-reader.ts'
import { insertMembership, insertTrip } from '#server/testing/rows.ts'
import { buildRegistration, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const setDestination = (to: string) => ({
  id: randomUUID(),
  section: 'details',
  do: 'set',
  at: ['destination_name'],
  to,
  was: '',
})
const operationsOf = (tripId: string) => `/api/trips/${tripId}/operations`
let saved = 0
const eventsOf = (tripId: string) => `/api/trips/${tripId}/events`
const asUser = (full_name: string) => ({ data: { ...buildRegistration().data, full_name } })
const toPersonHere = ({ id, full_name }: User): PersonHere => ({ id, name: full_name })
const heartbeatsOf = ({ read }: EventReader) => read.filter((name) => name === HEARTBEAT).length
const isJust =
  (...names: string[]) =>
  ({ people }: { people: PersonHere[] }) =>
    people.map(({ name }) => name).join() === names.join()

describe.each(engines)('the live events of a trip on %s', (engine) => {
  let server: TestApp
  let ana: Awaited<ReturnType<TestApp['signUp']>>
  let ben: Awaited<ReturnType<TestApp['signUp']>>
  let tripId: string

  const start = async (times = {}) => {
    server = await openTestApp(engine, { events: { graceMs: 20, ...times } })
    ana = await server.signUp(asUser('ana'))
    ben = await server.signUp(asUser('ben'))
    tripId = (await insertTrip(server.db, { type: 'air_travel' })).id
  }
  beforeEach(() => start())
  afterEach(() => server.remove())

  const listen = async (client: TestClient) => {
    const reader = await client.listen(eventsOf(tripId))
    expect(reader.status).toBe(200)
    return reader
  }
  const nextChange = async (reader: EventReader) => changeEvent.parse(await reader.next('change'))
  const nextVersions = async (reader: EventReader) => versionsEvent.parse(await reader.next('versions'))
  const saveDetails = async (client: TestClient, operation = setDestination(`Site ${saved++}`)) => {
    expect((await client.post(operationsOf(tripId), { operations: [operation], seen: {} })).status).toBe(200)
    return operation
  }

  it('begin with the current versions, and are neither cached nor buffered', async () => {
    await saveDetails(ben.client)
    const reader = await listen(ana.client)
    expect(Object.fromEntries(reader.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const versions = { ...Object.fromEntries(versionedNames.map((name) => [name, 0])), details: 1 }
    expect(await reader.next('versions')).toEqual({
      versions,
      is_public: false,
      role: 'everybody',
      members_edit: true,
      taken: null,
      picture: null,
    })
    expect(reader.read[0]).toBe('retry: 2000')
    const { id: op, at, to } = await saveDetails(ben.client)
    const effects = [{ op, at, is: to }]
    expect(await reader.next('change')).toEqual({ part: 'details', version: 2, by: toPersonHere(ben.user), effects })
    await reader.leave()
  })

  it('report a save, documents and sharing, with the version that a request then returns', async () => {
    // A trip without an owner takes no files.
    tripId = (await insertTrip(server.db, { type: 'air_travel', owner_id: ben.user.id })).id
    await insertMembership(server.db, { trip_id: tripId, user_id: ana.user.id, role: 'organizer' })
    const reader = await listen(ana.client)
    await saveDetails(ben.client)
    expect(await nextChange(reader)).toMatchObject({ part: 'details', version: 1, by: toPersonHere(ben.user) })

    const documentId = randomUUID()
    expect((await upload(ben.client, tripId, 'a.pdf', buildFile('pdf'), { id: documentId })).status).toBe(200)
    expect(await nextChange(reader)).toMatchObject({ part: 'documents', version: 1 })
    const answer: TripResponse = tripResponse.parse((await ana.client.get(`/api/trips/${tripId}`)).body)
    expect(answer).toMatchObject({
      sections: { details: { version: 1 } },
      documents_version: 1,
      documents: [{ id: documentId }],
    })
    await ben.client.send('DELETE', documentPath(tripId, documentId))
    expect(await nextChange(reader)).toMatchObject({ part: 'documents', version: 2, by: toPersonHere(ben.user) })

    // Reading the sharing settings changes nothing, so there is no event.
    await ben.client.put(`/api/trips/${tripId}/sharing`, {})
    await ben.client.put(`/api/trips/${tripId}/sharing`, { is_public: true })
    expect(await nextChange(reader)).toEqual({ part: 'trip', version: null, by: toPersonHere(ben.user) })
    expect(await nextVersions(reader)).toMatchObject({ is_public: true })
    await ben.client.post(`/api/trips/${tripId}/sharing/token`)
    expect(await nextChange(reader)).toMatchObject({ part: 'trip' })
    await reader.leave()
  })

  it('contain nothing of other trips', async () => {
    const other = (await insertTrip(server.db)).id
    const reader = await listen(ana.client)
    await ben.client.post(operationsOf(other), { operations: [setDestination('Elsewhere')], seen: {} })
    await saveDetails(ben.client)
    expect(await nextChange(reader)).toMatchObject({ part: 'details', version: 1 })
    await saveDetails(ben.client)
    expect(await nextChange(reader)).toMatchObject({ version: 2 })
    await reader.leave()
  })

  it('are not sent for retries, nor for what changes nothing', async () => {
    const reader = await listen(ana.client)
    const operation = await saveDetails(ben.client)
    await saveDetails(ben.client, operation)
    await saveDetails(ben.client, { ...operation, id: randomUUID() })
    await saveDetails(ben.client)
    expect(await nextChange(reader)).toMatchObject({ version: 1 })
    expect(await nextChange(reader)).toMatchObject({ version: 2 })
    await reader.leave()
  })

  it("contain the effects in all sections of a request; applying them gives the server's value", async () => {
    const reader = await listen(ana.client)
    const [group] = planTemplates.checklist('air_travel') as [ChecklistGroup]
    const id = randomUUID()
    const removal = { id: randomUUID(), section: 'checklist', do: 'remove', at: [group.id], was: group, after: null }
    const entry = { id, text: 'Bring Müsli' }
    const insertion = { id: randomUUID(), section: 'notes', do: 'insert', at: [id], entry, after: null }
    await ben.client.post(operationsOf(tripId), { operations: [removal, insertion], seen: {} })
    const by = toPersonHere(ben.user)
    const effectsOf = (op: { id: string; at: string[] }, effect: object) => [{ op: op.id, at: op.at, ...effect }]
    expect(await nextChange(reader)).toEqual({
      part: 'checklist',
      version: 1,
      by,
      effects: effectsOf(removal, { gone: true }),
    })
    expect(await nextChange(reader)).toEqual({
      part: 'notes',
      version: 1,
      by,
      effects: effectsOf(insertion, { entry, after: null }),
    })
    await reader.leave()
  })

  it('contain only the new version if the effects exceed the size limit in bytes', async () => {
    const reader = await listen(ana.client)
    const insert = async (text: string) => {
      const id = randomUUID()
      const operation = { id: randomUUID(), section: 'notes', do: 'insert', at: [id], entry: { id, text }, after: null }
      await ben.client.post(operationsOf(tripId), { operations: [operation], seen: {} })
      return (await reader.next('change')) as ChangeEvent
    }
    const { effects = [], ...rest } = await insert('')
    const empty = Buffer.byteLength(JSON.stringify({ ...rest, effects }))
    const maxBytes = MAX_EVENT_BYTES - 1 - empty
    const largest = 'é'.repeat(Math.floor(maxBytes / 2)) + 'x'.repeat(maxBytes % 2)
    for (const text of [largest, `${largest}x`, 'é'.repeat(4900)]) {
      const change = await insert(text)
      expect(change.effects !== undefined, `${text.length}`).toBe(text === largest)
      expect(Buffer.byteLength(JSON.stringify(change))).toBeLessThan(MAX_EVENT_BYTES)
    }
    await reader.leave()
  })

  it('report a tick in at most 500 bytes, no matter who ticked', async () => {
    const reader = await listen(ana.client)
    const [group] = planTemplates.checklist('air_travel') as [ChecklistGroup]
    const at = [group.id, 'items', group.items[0]?.id, 'checked']
    for (let version = 1; version <= CHECKSUM_INTERVAL; version++) {
      const operation = {
        id: randomUUID(),
        section: 'checklist',
        do: 'set',
        at,
        to: version % 2 === 1,
        was: version % 2 === 0,
      }
      await ben.client.post(operationsOf(tripId), { operations: [operation], seen: {} })
      const change = await nextChange(reader)
      expect(change).toMatchObject({ version, effects: [{ op: operation.id, at, is: operation.to }] })
      expect('check' in change, String(version)).toBe(version === CHECKSUM_INTERVAL)
      const longest = { ...change, by: { id: ben.user.id, name: 'x'.repeat(MAX_FULL_NAME) } }
      expect(Buffer.byteLength(`event: change\ndata: ${JSON.stringify(longest)}\n\n`)).toBeLessThanOrEqual(500)
    }
    const { body } = await ana.client.get(`/api/trips/${tripId}`)
    const { value } = (body as { sections: { checklist: { value: unknown } } }).sections.checklist
    const check = checksum(forms.checklist, value)
    const reopened = setDestination('x')
    const tick = { id: randomUUID(), section: 'checklist', do: 'set', at, to: false, was: true }
    const answer = await ben.client.post(operationsOf(tripId), {
      operations: [tick, reopened],
      seen: { checklist: CHECKSUM_INTERVAL, details: 0 },
    })
    expect(answer.body).toMatchObject({
      versions: { checklist: CHECKSUM_INTERVAL },
      checks: { checklist: check },
      effects: [{ section: 'details' }],
    })
    await reader.leave()
  })

  it('report many concurrent changes in the order of their versions', async () => {
    const reader = await listen(ana.client)
    // They wait for one row; requests that wait 5 s for a connection would be refused.
    await Promise.all(Array.from({ length: 15 }, (_, n) => saveDetails(n % 2 ? ana.client : ben.client)))
    for (let version = 1; version <= 15; version++) expect(await nextChange(reader)).toMatchObject({ version })
    await reader.leave()
  })

  it('report after a reconnect what was missed', async () => {
    const reader = await listen(ana.client)
    expect((await nextVersions(reader)).versions).toMatchObject({ details: 0 })
    await reader.leave()
    await saveDetails(ben.client)
    await saveDetails(ben.client)
    const reopened = await listen(ana.client)
    expect((await nextVersions(reopened)).versions).toMatchObject({ details: 2 })
    await reopened.leave()
  })

  it('list the others who have the trip open, each once, until their last stream has ended', async () => {
    const one = await listen(ana.client)
    expect(peopleEvent.parse(await one.next('people'))).toEqual({ people: [] })
    const first = await listen(ben.client)
    const second = await listen(ben.client)
    expect(await one.next('people')).toEqual({ people: [toPersonHere(ben.user)] })
    expect(await first.next('people')).toEqual({ people: [toPersonHere(ana.user)] })
    expect(await second.next('people')).toEqual({ people: [toPersonHere(ana.user)] })

    const cleo = await server.signUp(asUser('cleo'))
    const third = await listen(cleo.client)
    await one.until('people', isJust('ben', 'cleo'))
    await first.leave()
    await third.leave()
    await one.until('people', isJust('ben'))
    await second.leave()
    await one.until('people', isJust())
    await one.leave()
  })

  it('do not report that somebody left if they return at once', async () => {
    await server.remove()
    await start({ graceMs: 60_000 })
    const one = await listen(ana.client)
    const first = await listen(ben.client)
    await one.until('people', isJust('ben'))
    await first.leave()
    const second = await listen(ben.client)
    const cleo = await listen((await server.signUp(asUser('cleo'))).client)
    expect(await one.next('people')).toMatchObject({ people: [{ name: 'ben' }, { name: 'cleo' }] })
    for (const reader of [one, second, cleo]) await reader.leave()
  })

  it("end on a person's oldest stream when they have too many, and its browser does not reconnect", async () => {
    const readers: EventReader[] = []
    for (let i = 0; i < STREAMS_PER_PERSON; i++) readers.push(await listen(ana.client))
    const others = await listen(ben.client)
    const [oldest, ...rest] = readers as [EventReader, ...EventReader[]]
    const last = await listen(ana.client)
    expect(await oldest.next('ended')).toEqual({})
    await oldest.end()
    await saveDetails(ben.client)
    for (const reader of [...rest, others, last]) {
      expect(await nextChange(reader)).toMatchObject({ version: 1 })
      await reader.leave()
    }
  })

  it('end with the session, and continue in the person’s other sessions', async () => {
    const elsewhere = await server.openSession(ana.user)
    const reader = await listen(ana.client)
    const other = await listen(elsewhere)
    await ana.client.post('/auth/v1/logout')
    expect(await reader.next('ended')).toEqual({})
    await reader.end()
    await saveDetails(ben.client)
    expect(await nextChange(other)).toMatchObject({ version: 1 })
    // Signing in again ends the browser's previous session.
    await elsewhere.post('/auth/v1/token?grant_type=password', { email: ana.user.email, password: ana.password })
    await other.end()
  })

  it('end at a heartbeat once the session has expired, and do not extend it', async () => {
    await server.remove()
    await start({ heartbeatMs: 200 })
    const reader = await listen(ana.client)
    await reader.next(HEARTBEAT)
    await reader.next(HEARTBEAT)
    server.wait({ minutes: 31 })
    await reader.end()
    expect(heartbeatsOf(reader), 'ended too early').toBeLessThan(11)
    expect((await ana.client.get('/auth/v1/user')).status).toBe(401)
  })

  it('end when access is lost: at a heartbeat, or at once if the trip is reported as changed', async () => {
    await server.remove()
    await start({ heartbeatMs: 200 })
    const ownTrip = (id: string) =>
      server.db.updateTable('trips').set({ owner_id: ben.user.id }).where('id', '=', id).execute()
    const reader = await listen(ana.client)
    await nextVersions(reader)
    await ownTrip(tripId)
    await reader.end()
    expect(heartbeatsOf(reader), 'ended too early').toBeLessThan(11)
    expect((await ana.client.get(eventsOf(tripId))).status).toBe(404)

    await server.remove()
    await start({ heartbeatMs: 60_000 })
    const [kept, leaving] = [await listen(ben.client), await listen(ana.client)]
    for (const each of [kept, leaving]) await nextVersions(each)
    await ownTrip(tripId)
    await ben.client.put(`/api/trips/${tripId}/sharing`, { is_public: true })
    await leaving.end()
    await kept.until<VersionsEvent>('versions', ({ is_public }) => is_public)
    await kept.leave()
  })

  it('end after some heartbeats, so that a person without network is not listed as present for long', async () => {
    await server.remove()
    await start({ heartbeatMs: 20 })
    const reader = await listen(ana.client)
    await reader.end()
    expect(heartbeatsOf(reader)).toBeGreaterThan(0)
    expect(heartbeatsOf(reader)).toBeLessThanOrEqual(11)
  })

  it('end for everybody when the server stops, and no new ones begin', async () => {
    const readers = [await listen(ana.client), await listen(ben.client)]
    await server.events.close()
    for (const reader of readers) await reader.end()
    await (await ana.client.listen(eventsOf(tripId))).end()
  })

  it('send only headers for a HEAD request', async () => {
    const answer = await ana.client.send('HEAD', eventsOf(tripId))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const reader = await listen(ben.client)
    expect(await reader.next('people')).toEqual({ people: [] })
    await reader.leave()
  })
})

describe('the live events of two processes on postgres', () => {
  let one: TestApp
  let two: TestApp
  let tripId: string
  let ana: { user: User; client: TestClient }
  let ben: { user: User; client: TestClient }

  const start = async (times = {}) => {
    one = await openTestApp('postgres', { events: { graceMs: 20, ...times } })
    two = one.openAnother()
    tripId = (await insertTrip(one.db)).id
    const [first, second] = [await one.signUp(asUser('ana')), await one.signUp(asUser('ben'))]
    ana = first
    ben = { user: second.user, client: await two.openSession(second.user) }
  }
  beforeEach(() => start())
  afterEach(() => one.remove())

  const put = (client: TestClient, to = `Site ${saved++}`) =>
    client.post(operationsOf(tripId), { operations: [setDestination(to)], seen: {} })
  /** Opens one stream per process, and waits until both processes receive each other's messages. */
  async function meet(): Promise<[EventReader, EventReader]> {
    const readers: [EventReader, EventReader] = [
      await ana.client.listen(eventsOf(tripId)),
      await ben.client.listen(eventsOf(tripId)),
    ]
    await readers[0].until('people', isJust('ben'))
    await readers[1].until('people', isJust('ana'))
    return readers
  }

  it('report each change once in both processes, and who is present in both', async () => {
    const [at1, at2] = await meet()
    await put(ana.client)
    expect(await at2.next('change')).toMatchObject({
      part: 'details',
      version: 1,
      by: toPersonHere(ana.user),
      effects: [{}],
    })
    await put(ben.client, 'Müsli Lake 🏕️')
    expect(await at1.next('change')).toMatchObject({ version: 1 })
    expect(await at1.next('change')).toMatchObject({
      version: 2,
      by: toPersonHere(ben.user),
      effects: [{ is: 'Müsli Lake 🏕️' }],
    })
    await at2.leave()
    await at1.until('people', isJust())
    await at1.leave()
  })

  it('list people for as long as their process reports them, and until it stops', async () => {
    await one.remove()
    await start({ heartbeatMs: 1000 })
    const [at1, at2] = await meet()
    // They are still listed after more than three repeats.
    for (let i = 0; i < 5; i++) await at1.next(HEARTBEAT)
    expect(at1.read.filter((name) => name === 'people').length).toBeLessThanOrEqual(2)
    await two.events.close()
    await at2.end()
    await at1.until('people', isJust())
    await at1.leave()
  })

  it('drop the people of a crashed process after three repeats', async () => {
    await one.remove()
    await start({ heartbeatMs: 500 })
    const [at1, at2] = await meet()
    const message = { kind: 'people', tripId, people: [{ id: randomUUID(), name: 'kim' }], ask: false }
    await runOnServer(
      `select pg_notify('wayfare_events', '${JSON.stringify({ from: 'one that dies now', message })}')`,
      one,
    )
    await at1.until('people', isJust('ben', 'kim'))
    await at1.until('people', isJust('ben'))
    await at1.leave()
    await at2.leave()
  })

  it('end for a session that was ended in the other process', async () => {
    const [at1] = await meet()
    const { token } = ana.client
    const elsewhere = two.openClient()
    elsewhere.cookies.set('wayfare_session', token)
    // Both processes have just checked the session.
    expect((await elsewhere.get('/auth/v1/user')).status).toBe(200)
    expect((await ana.client.get('/auth/v1/user')).status).toBe(200)
    await elsewhere.post('/auth/v1/logout')
    await at1.until(ENDED, () => true)
    expect((await ana.client.get('/auth/v1/user')).status).toBe(401)
  })

  it('catch up on what was missed while a connection was broken', async () => {
    const [at1, at2] = await meet()
    await put(ana.client)
    await at2.next('change')
    const killed = await runOnServer(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'listen wayfare_events' and state = 'idle'`,
      one,
    )
    expect(killed.length).toBe(2)
    await put(ana.client)
    // Reported by its version if it could not be reported as a change.
    const { versions } = await at2.until<VersionsEvent>('versions', ({ versions }) => versions['details'] === 2)
    expect(versions['notes']).toBe(0)
    await put(ana.client)
    await at2.until<ChangeEvent>('change', ({ version }) => version === 3)
    expect(one.log.concat(two.log)).toContainEqual(
      expect.objectContaining({ msg: expect.stringMatching(/^connection for messages/) }),
    )
    await at1.leave()
    await at2.leave()
  })

  it('ignore messages that the process does not understand', async () => {
    const [at1, at2] = await meet()
    for (const text of ['no json', '{"from":"x"}', '{"from":"x","message":{"kind":"other"}}']) {
      await runOnServer(`select pg_notify('wayfare_events', '${text}')`, one)
    }
    await put(ana.client)
    await at2.next('change')
    expect(two.log.filter(({ msg }) => msg === 'message of another process is invalid')).toHaveLength(3)
    await at1.leave()
    await at2.leave()
  })
})

/** Runs a statement on a process's database. */
async function runOnServer(statement: string, { db }: TestApp): Promise<unknown[]> {
  return (await sql.raw(statement).execute(db)).rows
}
