import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { TripType } from '#domain/trip.ts'
import { buildFile } from './testing/document-files.ts'
import { type DocumentApp, openDocumentApp, upload } from './testing/documents.ts'
import { engines } from './testing/engines.ts'
import { insertPass } from './testing/rows.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import { failed, type TestClient } from './testing/test-client.ts'

describe.each(engines)('what one account may have, on %s', (engine) => {
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

  it('is so many trips; a creation that is repeated is none more, and another account has its own', async () => {
    const { client } = await open({ TRIPS_PER_ACCOUNT: '2' })
    await newTrip(client)
    const second = await newTrip(client)
    expect(await create(client)).toMatchObject(failed(409, 'trips_full'))
    expect(await create(client)).toMatchObject({ body: { error: { message: expect.stringContaining('as many trips') } } })
    expect((await create(client, second)).status).toBe(201)
    expect((await server.db.selectFrom('trips').select('id').execute()).length).toBe(2)
    await newTrip((await server.signUp()).client)
  })

  it('is so much of plans with their history, in all of its trips, whoever writes it; it can all be read', async () => {
    const { client } = await open({ PLANS_MB_PER_ACCOUNT: '1' })
    const [one, two] = [await newTrip(client), await newTrip(client)]
    const first = note(400_000)
    expect(await write(client, one, first)).toEqual([])
    const { stored } = await server.db
      .selectFrom('plan_history')
      .select(sql<string>`sum(length(cast(operations as text)) + coalesce(length(cast(value as text)), 0))`.as('stored'))
      .executeTakeFirstOrThrow()
    const { counted } = await server.db
      .selectFrom('plan_sections')
      .select((eb) => eb.fn.sum<string>('bytes').as('counted'))
      .executeTakeFirstOrThrow()
    expect(Number(counted)).toBeGreaterThanOrEqual(Number(stored))
    expect(Number(counted)).toBeLessThan(1.2 * Number(stored))

    // Another process, which does not know what this one has counted.
    const member = await server.signUp()
    await insertPass(server.db, { trip_id: two, user_id: member.user.id, role: 'member' })
    const elsewhere = server.openAnother()
    const there = elsewhere.openClient()
    there.cookies.set('wayfare_session', member.client.token)
    expect(await write(there, two, note(300_000))).toEqual([])
    const refused = note(10_000)
    expect(await write(there, two, refused)).toEqual(['plans_full', 'plans_full'])
    // What was there already is answered as ever, what was refused stays so, and nothing of it stands.
    expect(await write(client, one, first.slice(0, 3))).toEqual([])
    const { sections } = (await there.get(`/api/trips/${two}`)).body as { sections: { notes: { value: { id: string }[] } } }
    expect(sections.notes.value.map(({ id }) => id)).not.toContain(refused[0]?.at[0])

    const stranger = await server.signUp()
    expect(await write(stranger.client, await newTrip(stranger.client), note(10_000))).toEqual([])
  })

  it('is so many changes within a minute; what is only read does not count, and a request counts once', async () => {
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

  it('is so many invitations of a trip', async () => {
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
      most_uses: null,
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

  describe('of documents', () => {
    const openDocuments = async (env: Record<string, string>): Promise<[TestClient, DocumentApp]> => {
      const app = await openDocumentApp(engine, 'disk', env)
      server = app
      return [(await app.signUp()).client, app]
    }

    it('is so many, in all of its trips; one that is deleted makes room', async () => {
      const [client, app] = await openDocuments({ DOCUMENTS_PER_ACCOUNT: '2' })
      const [one, two] = [await newTrip(client, 'air_travel'), await newTrip(client, 'air_travel')]
      const id: string = randomUUID()
      expect((await upload(client, one, 'a.pdf', buildFile('pdf'), { id })).status).toBe(200)
      expect((await upload(client, two, 'b.pdf', buildFile('pdf'))).status).toBe(200)
      expect(await upload(client, two, 'c.pdf', buildFile('pdf'))).toMatchObject(failed(409, 'documents_full'))
      // The answer to an upload that is repeated.
      expect((await upload(client, one, 'a.pdf', buildFile('pdf'), { id })).status).toBe(200)
      expect((await client.send('DELETE', `/api/trips/${one}/documents/${id}`)).status).toBe(204)
      expect((await upload(client, two, 'c.pdf', buildFile('pdf'))).status).toBe(200)
      expect(Object.keys(await app.files())).toHaveLength(2)
      expect(await app.arriving()).toEqual([])
    })

    it('is so many bytes, however many come at once', async () => {
      const [client, app] = await openDocuments({ DOCUMENTS_MB_PER_ACCOUNT: '1' })
      const trip = await newTrip(client, 'air_travel')
      const names = ['a', 'b', 'c', 'd', 'e']
      const answers = await Promise.all(names.map((name) => upload(client, trip, `${name}.pdf`, buildFile('pdf', 400_000))))
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
