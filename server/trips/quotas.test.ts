import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { TripType } from '#domain/trip.ts'
import { buildFile } from '../testing/document-files.ts'
import { type DocumentApp, openDocumentApp, streamOf, upload } from '../testing/documents.ts'
import { engines } from '../testing/engines.ts'
import { insertMembership, insertMemberships } from '../testing/rows.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { failed, type TestClient } from '../testing/test-client.ts'

describe.each(engines)('the quota of an account on %s', (engine) => {
  let server: TestApp
  afterEach(() => server.remove())

  const open = async (env: Record<string, string>) => {
    server = await openTestApp(engine, { env })
    return server.signUp()
  }
  const create = (client: TestClient, id: string = randomUUID(), type: TripType = 'car_trip') =>
    client.post('/api/trips', { id, name: 'To the lake', type })
  async function newTrip(client: TestClient, type?: TripType): Promise<string> {
    const id: string = randomUUID()
    expect((await create(client, id, type)).status).toBe(201)
    return id
  }
  const note = (length: number) => {
    const id: string = randomUUID()
    const entry = { id, text: 'x'.repeat(5000) }
    const others = Array.from({ length: Math.ceil(length / 5000) - 1 }, () => ({ ...entry, id: randomUUID() }))
    return [entry, ...others].map((one) => ({
      id: randomUUID(),
      section: 'notes',
      do: 'insert',
      at: [one.id],
      entry: one,
      after: null,
    }))
  }
  const write = async (client: TestClient, trip: string, operations: object[]) => {
    const answer = await client.send('POST', `/api/trips/${trip}/operations`, {
      raw: JSON.stringify({ operations, seen: {} }),
      headers: {
        'content-type': 'application/json',
        'content-length': String(JSON.stringify({ operations, seen: {} }).length),
      },
    })
    expect(answer.status).toBe(200)
    return (answer.body as { refused: { code: string }[] }).refused.map(({ code }) => code)
  }

  it('limits trips; a retried creation does not count twice, and another account has its own quota', async () => {
    const { client } = await open({ TRIPS_PER_ACCOUNT: '2' })
    await newTrip(client)
    const second = await newTrip(client)
    expect(await create(client)).toMatchObject(failed(409, 'trips_full'))
    expect(await create(client)).toMatchObject({
      body: { error: { message: expect.stringContaining('maximum number of trips') } },
    })
    expect((await create(client, second)).status).toBe(201)
    expect((await server.db.selectFrom('trips').select('id').execute()).length).toBe(2)
    await newTrip((await server.signUp()).client)
  })

  it('limits the size of plans with their history, no matter who writes them, and all stay readable', async () => {
    const { client } = await open({ PLANS_MB_PER_ACCOUNT: '1' })
    const [one, two] = [await newTrip(client), await newTrip(client)]
    const first = note(400_000)
    expect(await write(client, one, first)).toEqual([])
    const { stored } = await server.db
      .selectFrom('plan_history')
      .select(
        sql<string>`sum(length(cast(operations as text)) + coalesce(length(cast(value as text)), 0))`.as('stored'),
      )
      .executeTakeFirstOrThrow()
    const { counted } = await server.db
      .selectFrom('plan_sections')
      .select((eb) => eb.fn.sum<string>('bytes').as('counted'))
      .executeTakeFirstOrThrow()
    expect(Number(counted)).toBeGreaterThanOrEqual(Number(stored))
    expect(Number(counted)).toBeLessThan(1.2 * Number(stored))

    // Another process has not cached the size.
    const member = await server.signUp()
    await insertMembership(server.db, { trip_id: two, user_id: member.user.id, role: 'member' })
    const elsewhere = server.openAnother()
    const elsewhereClient = elsewhere.openClient()
    elsewhereClient.cookies.set('wayfare_session', member.client.token)
    expect(await write(elsewhereClient, two, note(300_000))).toEqual([])
    const refused = note(10_000)
    expect(await write(elsewhereClient, two, refused)).toEqual(['plans_full', 'plans_full'])
    // Retries get the same outcome as before, and nothing of a refused operation is stored.
    expect(await write(client, one, first.slice(0, 3))).toEqual([])
    const { sections } = (await elsewhereClient.get(`/api/trips/${two}`)).body as {
      sections: { notes: { value: { id: string }[] } }
    }
    expect(sections.notes.value.map(({ id }) => id)).not.toContain(refused[0]?.at[0])

    const stranger = await server.signUp()
    expect(await write(stranger.client, await newTrip(stranger.client), note(10_000))).toEqual([])
  })

  it('limits writes per minute; reads do not count, and a request counts once', async () => {
    const { client } = await open({ WRITES_PER_MINUTE: '3' })
    const trip = await newTrip(client)
    for (let n = 0; n < 5; n++) expect((await client.get(`/api/trips/${trip}`)).status).toBe(200)
    for (let n = 0; n < 2; n++) expect(await write(client, trip, note(10))).toEqual([])
    const refused = await client.post(`/api/trips/${trip}/operations`, { operations: note(10), seen: {} })
    expect(refused).toMatchObject(failed(429, 'too_many_writes'))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await client.get(`/api/trips/${trip}`)).status).toBe(200)
    await newTrip((await server.signUp()).client)
  })

  it('refuses an ownership transfer for which the new owner has no room', async () => {
    const { client } = await open({ PLANS_MB_PER_ACCOUNT: '1' })
    const trip = await newTrip(client)
    expect(await write(client, trip, note(400_000))).toEqual([])
    const newOwner = await server.signUp()
    await insertMembership(server.db, { trip_id: trip, user_id: newOwner.user.id, role: 'organizer' })
    const own = await newTrip(newOwner.client)
    expect(await write(newOwner.client, own, note(400_000))).toEqual([])
    const answer = await client.put(`/api/trips/${trip}/owner`, { user_id: newOwner.user.id })
    expect(answer).toMatchObject(failed(409, 'trips_full'))
    expect(answer).toMatchObject({ body: { error: { message: expect.stringContaining('no space for this trip') } } })
    expect(await write(newOwner.client, own, note(10))).toEqual([])
    const { owner_id } = await server.db
      .selectFrom('trips')
      .select('owner_id')
      .where('id', '=', trip)
      .executeTakeFirstOrThrow()
    expect(owner_id).not.toBe(newOwner.user.id)
  })

  it('counts all trips that an heir would get before any is transferred', async () => {
    const { client, user, password } = await open({ PLANS_MB_PER_ACCOUNT: '1' })
    const trips = [await newTrip(client), await newTrip(client)] as const
    expect(await write(client, trips[0], note(400_000))).toEqual([])
    expect(await write(client, trips[1], note(400_000))).toEqual([])
    const newOwner = await server.signUp()
    for (const trip of trips)
      await insertMembership(server.db, { trip_id: trip, user_id: newOwner.user.id, role: 'organizer' })
    const heirs = trips.map((trip_id) => ({ trip_id, user_id: newOwner.user.id }))
    const answer = await client.post('/auth/v1/removal', { password, heirs, goes: [] })
    expect(answer).toMatchObject(failed(409, 'trips_full'))
    const owners = await server.db.selectFrom('trips').select('owner_id').where('id', 'in', trips).execute()
    expect(owners).toEqual([{ owner_id: user.id }, { owner_id: user.id }])
  })

  it('limits the people of a trip, also by the room in its plans', async () => {
    const { client } = await open({ PLANS_MB_PER_ACCOUNT: '1' })
    const trip = await newTrip(client)
    const { token } = (await client.post(`/api/trips/${trip}/invitations`, {})).body as { token: string }
    const join = () =>
      server.openClient().post('/api/join', { token, device: randomUUID(), name: 'Ana', is_someone_else: true })
    expect((await join()).status).toBe(200)
    await server.db
      .updateTable('plan_sections')
      .set({ bytes: 1024 * 1024 + 1 })
      .where('trip_id', '=', trip)
      .execute()
    const later = server.openAnother({ env: { PLANS_MB_PER_ACCOUNT: '1' } })
    const refused = await later.openClient().post('/api/join', { token, device: randomUUID(), name: 'Ben' })
    expect(refused).toMatchObject(failed(409, 'people_full'))

    const other = await newTrip((await server.signUp()).client)
    const ids = Array.from({ length: 500 }, () => randomUUID())
    const created_at = server.clock().toISOString()
    for (let from = 0; from < ids.length; from += 100) {
      const some = ids.slice(from, from + 100)
      await server.db
        .insertInto('users')
        .values(some.map((id) => ({ id, email: null, created_at })))
        .execute()
      await insertMemberships(
        server.db,
        some.map((id) => ({ trip_id: other, user_id: id, role: 'member' as const })),
      )
    }
    await server.db.updateTable('invitations').set({ trip_id: other }).where('trip_id', '=', trip).execute()
    expect(await join()).toMatchObject(failed(409, 'people_full'))
  })

  it('limits the invitations of a trip', async () => {
    const { client, user } = await open({})
    const trip = await newTrip(client)
    const row = {
      trip_id: trip,
      created_by: user.id,
      created_at: server.clock().toISOString(),
      expires_at: '2099-01-01T00:00:00.000Z',
    }
    const rows = Array.from({ length: 499 }, () => ({
      ...row,
      id: randomUUID(),
      token_hash: randomUUID(),
      max_uses: null,
      revoked_at: null,
    }))
    for (let from = 0; from < rows.length; from += 100)
      await server.db
        .insertInto('invitations')
        .values(rows.slice(from, from + 100))
        .execute()
    expect((await client.post(`/api/trips/${trip}/invitations`, {})).status).toBe(201)
    expect(await client.post(`/api/trips/${trip}/invitations`, {})).toMatchObject(failed(409, 'invitations_full'))
  })

  describe('for documents', () => {
    const openDocuments = async (env: Record<string, string>): Promise<[TestClient, DocumentApp]> => {
      const app = await openDocumentApp(engine, 'disk', env)
      server = app
      return [(await app.signUp()).client, app]
    }

    it('limits their number across trips, and a deleted one makes room', async () => {
      const [client, app] = await openDocuments({ DOCUMENTS_PER_ACCOUNT: '2' })
      const [one, two] = [await newTrip(client, 'air_travel'), await newTrip(client, 'air_travel')]
      const id: string = randomUUID()
      expect((await upload(client, one, 'a.pdf', buildFile('pdf'), { id })).status).toBe(200)
      expect((await upload(client, two, 'b.pdf', buildFile('pdf'))).status).toBe(200)
      expect(await upload(client, two, 'c.pdf', buildFile('pdf'))).toMatchObject(failed(409, 'documents_full'))
      // The upload is a retry.
      expect((await upload(client, one, 'a.pdf', buildFile('pdf'), { id })).status).toBe(200)
      expect((await client.send('DELETE', `/api/trips/${one}/documents/${id}`)).status).toBe(204)
      expect((await upload(client, two, 'c.pdf', buildFile('pdf'))).status).toBe(200)
      expect(Object.keys(await app.files())).toHaveLength(2)
      expect(await app.arriving()).toEqual([])
    })

    it('counts unfinished uploads until they end', async () => {
      const [client] = await openDocuments({ DOCUMENTS_MB_PER_ACCOUNT: '1' })
      const trip = await newTrip(client, 'air_travel')
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      async function* slow() {
        yield buildFile('pdf', 1000)
        await held
        throw new Error('gone')
      }
      const unfinished = upload(client, trip, 'a.pdf', streamOf(slow()), { 'content-length': '1048576' })
      await expect
        .poll(() => upload(client, trip, 'b.pdf', buildFile('pdf')))
        .toMatchObject(failed(409, 'documents_full'))
      release()
      expect((await unfinished).status).not.toBe(200)
      expect((await upload(client, trip, 'b.pdf', buildFile('pdf'))).status).toBe(200)
    })

    it('does not store an upload of somebody who is removed from the trip meanwhile', async () => {
      const [client, app] = await openDocuments({})
      const trip = await newTrip(client, 'air_travel')
      const member = await app.signUp()
      await insertMembership(app.db, { trip_id: trip, user_id: member.user.id, role: 'member' })
      const file = buildFile('pdf', 2000)
      async function* chunks() {
        yield file.subarray(0, 1000)
        expect((await client.send('DELETE', `/api/trips/${trip}/people/${member.user.id}`)).status).toBe(204)
        yield file.subarray(1000)
      }
      expect(await upload(member.client, trip, 'a.pdf', streamOf(chunks()))).toMatchObject(
        failed(404, 'trip_not_found'),
      )
      expect(await app.db.selectFrom('travel_documents').selectAll().execute()).toEqual([])
      expect(await app.files()).toEqual({})
    })

    it('limits their bytes, however many arrive at once', async () => {
      const [client, app] = await openDocuments({ DOCUMENTS_MB_PER_ACCOUNT: '1' })
      const trip = await newTrip(client, 'air_travel')
      const names = ['a', 'b', 'c', 'd', 'e']
      const answers = await Promise.all(
        names.map((name) => upload(client, trip, `${name}.pdf`, buildFile('pdf', 400_000))),
      )
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(answer).toMatchObject(failed(409, 'documents_full'))
      const files = Object.values(await app.files())
      expect(files.length).toBe(answers.filter(({ status }) => status === 200).length)
      expect(await app.arriving()).toEqual([])
      expect((await server.db.selectFrom('stored_files').selectAll().execute()).length).toBe(files.length)
    })
  })
})
