import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentPath, uploadPath } from '#domain/api/documents.ts'
import { operationsResponse } from '#domain/api/operations.ts'
import { tripCreatedResponse, tripListResponse, tripResponse } from '#domain/api/trips.ts'
import { DEMO_TRIP_NAME } from '#domain/demo-trip.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { commonSectionNames } from '#domain/plan/index.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { TEMPLATE_REVISION } from '#domain/templates/revision.ts'
import { unsavedSections } from '#domain/testing/unsaved-sections.ts'
import { engines } from '#server/testing/engines.ts'
import { countRows, insertAccount, insertTrip, withoutTable } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

const empty = details.empty
const unknown = '00000000-0000-4000-8000-00000000dead'
const operationsOf = (tripId: string) => `/api/trips/${tripId}/operations`
const makeDetails = (client: TestClient, tripId: string, value: Partial<Details>) =>
  client.makeSection(tripId, 'details', { ...empty, ...value })

describe.each(engines)('trips on %s', (engine) => {
  let server: TestApp
  let ownerId: string
  let strangerId: string
  let owner: TestClient
  let stranger: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    strangerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
    stranger = await server.openSession({ id: strangerId })
  })
  afterAll(() => server.remove())

  const rowOf = (id: string) => server.db.selectFrom('trips').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const newTrip = (overrides: object = {}) => ({
    id: randomUUID(),
    name: 'To the lake',
    type: 'car_trip',
    ...overrides,
  })
  const create = async (client: TestClient, overrides: object = {}) =>
    tripCreatedResponse.parse((await client.post('/api/trips', newTrip(overrides))).body).trip

  describe('creating a trip', () => {
    it('PERM-5, PERM-6, CALL-DATA-6, CALL-DATA-7, DATA-5, DATA-6, DATA-8, CONST-21 stores and returns it', async () => {
      for (const type of ['car_trip', 'air_travel'] as const) {
        const request = newTrip({ type })
        const answer = await owner.post('/api/trips', request)
        expect(answer.status).toBe(201)
        const row = await rowOf(request.id)
        expect(row).toEqual({
          ...request,
          owner_id: ownerId,
          is_public: false,
          share_token: null,
          members_edit: true,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          destination_name: null,
          deleted_at: null,
          departure_date: null,
          return_date: null,
          departure_airport_code: null,
          arrival_airport_code: null,
          map_embed_url: null,
          car_trip_distances: null,
          car_trip_entry_gate: null,
          air_travel_flight_info: null,
          eating: null,
          expected: null,
          adopted: null,
          place_id: null,
          time_zone: null,
          picture: null,
          hides_documents: false,
          reminds_since: null,
          template_revision: TEMPLATE_REVISION,
        })
        expect(tripCreatedResponse.parse(answer.body).trip).toEqual({
          ...request,
          owner_id: ownerId,
          is_public: false,
          role: 'owner',
          members_edit: true,
          template_revision: TEMPLATE_REVISION,
          taken: null,
          picture: null,
          created_at: row.created_at,
          destination_name: '',
          departure_date: '',
          return_date: '',
          is_archived: false,
          deleted_at: null,
        })
      }
    })

    it('VALID-1, VALID-3 trims the name and refuses a blank one', async () => {
      expect(await create(owner, { name: '  To the lake ' })).toMatchObject({ name: 'To the lake' })
      const before = await countRows(server.db, 'trips')
      for (const name of ['', '   ', '\t\n', '\u00a0', '\u200b\u3164', '\u2800\u00ad']) {
        expect(await owner.post('/api/trips', newTrip({ name }))).toMatchObject(failed(400, 'invalid_request'))
      }
      expect(await countRows(server.db, 'trips')).toEqual(before)
    })

    it('CALL-DATA-6, DATA-6, CONST-21 refuses other types and other fields', async () => {
      const before = await countRows(server.db, 'trips')
      const others = [
        { type: 'train' },
        { type: 'CAR_TRIP' },
        { owner_id: strangerId },
        { is_public: true },
        { share_token: randomUUID() },
        { created_at: '2020-01-01T00:00:00.000Z' },
      ]
      for (const other of others) {
        expect(await owner.post('/api/trips', newTrip(other)), JSON.stringify(other)).toMatchObject(
          failed(400, 'invalid_request'),
        )
      }
      expect(await countRows(server.db, 'trips')).toEqual(before)
      await expect(insertTrip(server.db, { type: 'train' as 'car_trip' })).rejects.toThrow(/check/i)
    })

    it('creates one trip when repeated', async () => {
      const request = newTrip()
      const before = await countRows(server.db, 'trips')
      const answers = await Promise.all([request, request, request].map((body) => owner.post('/api/trips', body)))
      answers.push(
        await owner.post('/api/trips', { ...request, id: request.id.toUpperCase(), name: ` ${request.name} ` }),
      )
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
      expect(await countRows(server.db, 'trips')).toEqual({ trips: before.trips + 1 })
    })

    it('is refused with the id of another trip, and leaves that one unchanged', async () => {
      const trip = await create(owner)
      const before = await rowOf(trip.id)
      const other = { id: trip.id, name: trip.name, type: trip.type }
      expect(await stranger.post('/api/trips', other)).toMatchObject(failed(409, 'trip_exists'))
      expect(await owner.post('/api/trips', { ...other, name: 'Another' })).toMatchObject(failed(409, 'trip_exists'))
      expect(await owner.post('/api/trips', { ...other, type: 'air_travel' })).toMatchObject(failed(409, 'trip_exists'))
      expect(await rowOf(trip.id)).toEqual(before)
    })

    it('ERR-9 returns the error to be shown if it fails', async () => {
      const answer = await withoutTable(server.db, 'trips', () => owner.post('/api/trips', newTrip()))
      expect(answer).toMatchObject({
        status: 500,
        body: { error: { code: 'trip_not_created', message: 'Failed to create trip. Please try again.' } },
      })
    })
  })

  describe('the trip list', () => {
    let people: Record<'beta' | 'other', TestClient>
    let trips: Record<'demo' | 'unowned' | 'betas' | 'others' | 'strangersDemo', string>
    beforeAll(async () => {
      await server.db.deleteFrom('trips').execute()
      const [beta, other] = [await insertAccount(server.db), await insertAccount(server.db)]
      await server.db.updateTable('profiles').set({ is_beta_user: false }).where('id', '=', other).execute()
      people = { beta: await server.openSession({ id: beta }), other: await server.openSession({ id: other }) }
      let day = 10
      const insert = async (name: string, owner_id: string | null) =>
        (await insertTrip(server.db, { name, owner_id, created_at: `2026-01-${day++}T12:00:00.000Z` })).id
      trips = {
        demo: await insert(DEMO_TRIP_NAME, null),
        betas: await insert('Beta’s', beta),
        unowned: await insert('Everybody’s', null),
        others: await insert('Other’s', other),
        strangersDemo: await insert(DEMO_TRIP_NAME, strangerId),
      }
    })

    const list = async (client: TestClient) =>
      tripListResponse.parse((await client.get('/api/trips')).body).trips.map(({ id }) => id)

    it('CALL-DATA-5, PERM-11..13 of a beta user has the demo trip and their own, newest first', async () => {
      expect(await list(people.beta)).toEqual([trips.betas, trips.demo])
      const { id } = await create(people.beta)
      expect(await list(people.beta)).toEqual([id, trips.betas, trips.demo])
      await server.db.deleteFrom('trips').where('id', '=', id).execute()
    })

    it('CALL-DATA-5, PERM-14, DATA-7 of other users has every trip that they may open, newest first', async () => {
      expect(await list(people.other)).toEqual([trips.others, trips.unowned, trips.demo])
    })

    it('contains what a card shows of the plan', async () => {
      const value = {
        destination_name: 'Algonquin',
        departure_date: '2026-06-25',
        return_date: '2026-06-28',
      } as Partial<Details>
      await makeDetails(people.beta, trips.betas, value)
      const [card] = tripListResponse.parse((await people.beta.get('/api/trips')).body).trips
      expect(card).toMatchObject({ id: trips.betas, ...value })
    })
  })

  describe('opening a trip', () => {
    it('CALL-DATA-4, PERM-7, DATA-7 returns the trip and every section with its version, in one request', async () => {
      for (const owner_id of [ownerId, null]) {
        const trip = { ...(await insertTrip(server.db, { owner_id })), role: owner_id === null ? 'everybody' : 'owner' }
        const first = await owner.get(`/api/trips/${trip.id}`)
        expect(first.status).toBe(200)
        expect(tripResponse.parse(first.body)).toEqual({
          trip,
          sections: unsavedSections(trip.type),
          documents: [],
          documents_version: 0,
        })
        expect(first.text).not.toContain('share_token')

        await makeDetails(owner, trip.id, { destination_name: 'Algonquin' })
        const second = await owner.get(`/api/trips/${trip.id.toUpperCase()}`)
        expect(second.body).toEqual({
          trip,
          sections: {
            ...unsavedSections(trip.type),
            details: { version: 1, value: { ...empty, destination_name: 'Algonquin' } },
          },
          documents: [],
          documents_version: 0,
        })
      }
    })

    it('sends an unchanged trip only once', async () => {
      const trip = await insertTrip(server.db, { owner_id: ownerId })
      const open = (tag = '') => owner.get(`/api/trips/${trip.id}`, { 'if-none-match': tag })
      const first = await open()
      const tag = first.headers.get('etag') ?? ''
      expect(tag).toMatch(/^"[^"]+"$/)
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      const again = await open(tag)
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers.get('etag')).toBe(tag)

      await makeDetails(owner, trip.id, { destination_name: 'Algonquin' })
      const changed = await open(tag)
      expect(changed).toMatchObject({ status: 200, body: { sections: { details: { version: 1 } } } })
      expect(changed.headers.get('etag')).not.toBe(tag)
      expect(await stranger.get(`/api/trips/${trip.id}`, { 'if-none-match': tag })).toMatchObject({ status: 404 })
    })

    it('sends it compressed as the browser accepts it, and never a stale one', async () => {
      const trip = await insertTrip(server.db, { owner_id: ownerId })
      const open = (encoding: string) => owner.get(`/api/trips/${trip.id}`, { 'accept-encoding': encoding })
      for (const destination of ['Algonquin', 'Killarney']) {
        const rows = Array.from({ length: 30 }, (_, n) => ({
          id: randomUUID(),
          place: `${destination} ${n}`,
          distance: '20 km',
        }))
        await makeDetails(owner, trip.id, { destination_name: destination, car_trip_distances: rows })
        const plain = await open('identity')
        expect(plain.headers.get('content-encoding')).toBe(null)
        expect(plain.text).toContain(`${destination} 29`)
        for (let time = 0; time < 2; time++) {
          const brotli = await open('gzip, deflate, br, zstd')
          expect(brotli.headers.get('content-encoding')).toBe('br')
          expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.text)
          const gzip = await open('gzip')
          expect(gzip.headers.get('content-encoding')).toBe('gzip')
          expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text)
          for (const { headers } of [plain, brotli, gzip]) expect(headers.get('vary')).toContain('Accept-Encoding')
        }
      }
    })

    it('ERR-22 returns an error in the place of a section that cannot be loaded', async () => {
      const trip = await insertTrip(server.db, { owner_id: ownerId })
      await makeDetails(owner, trip.id, { destination_name: 'Algonquin' })
      // A process that has not cached the section.
      const process = server.openAnother()
      const client = await process.openSession({ id: ownerId })
      const open = () => client.get(`/api/trips/${trip.id}`, { 'accept-encoding': 'br' })
      const answer = await withoutTable(server.db, 'trip_distances', open)
      expect(answer).toMatchObject({
        status: 200,
        body: {
          trip: { id: trip.id },
          sections: { details: { error: { code: 'data_not_loaded', message: 'Failed to load data' } } },
        },
      })
      expect(answer.headers.get('etag')).toBe(null)
      expect(process.log).toContainEqual(expect.objectContaining({ level: 50, tripId: trip.id, section: 'details' }))
      const { text } = await client.get(`/api/trips/${trip.id}`)
      expect(JSON.parse(text)).toMatchObject({
        sections: { details: { version: 1, value: { destination_name: 'Algonquin' } } },
      })
    })

    it('ERR-13, ERR-15, ERR-17, ERR-19 names any other section that cannot be loaded', async () => {
      const trip = await insertTrip(server.db, { owner_id: ownerId, type: 'air_travel' })
      const tables = [
        ['notes', 'trip_notes', 'Failed to load notes'],
        ['meals', 'meal_plans', 'Failed to load meal plans'],
        ['checklist', 'checklist_items', 'Failed to load checklist'],
        ['itinerary', 'itinerary_activities', 'Failed to load itinerary activities'],
        ['tickets', 'tickets', 'Failed to load tickets'],
      ] as const
      for (const [section, table, message] of tables) {
        const { value } = unsavedSections('car_trip')[section]
        await owner.makeSection(trip.id, section, section === 'tickets' ? [newTicket(randomUUID())] : value)
        const client = await server.openAnother().openSession({ id: ownerId })
        const answer = await withoutTable(server.db, table, () => client.get(`/api/trips/${trip.id}`))
        expect(answer, section).toMatchObject({
          status: 200,
          body: { sections: { [section]: { error: { message } } } },
        })
      }
    })

    it('ERR-22, SAVE-3 returns the trip with "Failed to load data" if its plan is unreadable', async () => {
      const trip = await insertTrip(server.db, { owner_id: ownerId })
      await makeDetails(owner, trip.id, { destination_name: 'Algonquin' })
      const answer = await withoutTable(server.db, 'plan_sections', () => owner.get(`/api/trips/${trip.id}`))
      const error = { code: 'data_not_loaded', message: 'Failed to load data' }
      expect(tripResponse.parse(answer.body)).toEqual({
        trip: { ...trip, role: 'owner' },
        sections: Object.fromEntries(commonSectionNames.map((name) => [name, { error }])),
        documents: { error: { code: 'documents_not_loaded', message: 'Failed to load travel documents' } },
      })
      expect(answer).toMatchObject({ status: 200 })
      expect(answer.headers.get('etag')).toBe(null)
      expect(server.log).toContainEqual(
        expect.objectContaining({ level: 50, tripId: trip.id, msg: 'plan could not be loaded' }),
      )
      const { body } = await owner.get(`/api/trips/${trip.id}`)
      expect(body).toMatchObject({ sections: { details: { value: { destination_name: 'Algonquin' } } } })
    })
  })

  describe('saving the details', () => {
    it('PERM-8, PERM-10, CALL-DATA-8..11, DATA-10, DATA-11 updates nine columns of this trip', async () => {
      const trip = await insertTrip(server.db, { owner_id: ownerId })
      const neighbour = await insertTrip(server.db, { owner_id: ownerId })
      const [before, neighbourBefore] = [await rowOf(trip.id), await rowOf(neighbour.id)]
      const rows = [
        { id: randomUUID(), place: 'Toronto', distance: '270 km' },
        { id: randomUUID(), place: 'Ottawa', distance: '250 km' },
      ]
      const value = details.schema.parse({
        destination_name: 'Algonquin',
        departure_date: '2026-06-25',
        return_date: '2026-06-28',
        departure_airport_code: 'YYZ',
        arrival_airport_code: 'YOW',
        map_embed_url: 'https://maps.example.org/',
        car_trip_distances: rows,
        car_trip_entry_gate: 'West Gate',
        air_travel_flight_info: { carrier: 'Air Canada', flightNumber: 'AC 123' },
      })
      const answer = await makeDetails(owner, trip.id, value)
      expect(answer.status).toBe(200)
      expect(operationsResponse.parse(answer.body)).toMatchObject({
        versions: { details: 1 },
        refused: [],
        superseded: [],
      })
      expect(await rowOf(trip.id)).toEqual({
        ...before,
        ...value,
        eating: null,
        expected: null,
        adopted: null,
        place_id: null,
        time_zone: null,
        car_trip_distances: { Toronto: '270 km', Ottawa: '250 km' },
        air_travel_flight_info: { carrier: 'Air Canada', flightNumber: 'AC 123' },
      })
      expect(await rowOf(neighbour.id)).toEqual(neighbourBefore)
    })

    it('keeps what somebody else saved meanwhile', async () => {
      const trip = await insertTrip(server.db)
      const set = (name: string, to: string) => ({
        operations: [{ id: randomUUID(), section: 'details', do: 'set', at: [name], to, was: '' }],
        seen: { details: 0 },
      })
      await owner.post(operationsOf(trip.id), set('destination_name', 'Algonquin'))
      const answer = await stranger.post(operationsOf(trip.id), set('car_trip_entry_gate', 'West Gate'))
      expect(operationsResponse.parse(answer.body)).toMatchObject({
        versions: { details: 2 },
        effects: [
          { version: 1, is: 'Algonquin' },
          { version: 2, is: 'West Gate' },
        ],
      })
      const { body } = await owner.get(`/api/trips/${trip.id}`)
      expect(body).toMatchObject({
        sections: { details: { value: { ...empty, destination_name: 'Algonquin', car_trip_entry_gate: 'West Gate' } } },
      })
      const history = server.db
        .selectFrom('plan_history')
        .select(['version', 'saved_by'])
        .where('trip_id', '=', trip.id)
      expect(await history.orderBy('version').execute()).toEqual([
        { version: 1, saved_by: ownerId },
        { version: 2, saved_by: strangerId },
      ])
    })
  })

  it('a stranger gets the same answer as for a missing trip, and changes nothing', async () => {
    const trip = await insertTrip(server.db, { owner_id: ownerId, is_public: true })
    const paths = [
      ['GET', (id: string) => `/api/trips/${id}`],
      ['GET', (id: string) => `/api/trips/${id}/history`],
      ['GET', (id: string) => `/api/trips/${id}/history/notes/0`],
      ['POST', operationsOf],
      ['PUT', (id: string) => uploadPath(id, unknown, 'a.pdf')],
      ['DELETE', (id: string) => documentPath(id, unknown)],
    ] as const
    for (const [method, path] of paths) {
      const operation = {
        id: randomUUID(),
        section: 'details',
        do: 'set',
        at: ['destination_name'],
        to: 'Mine now',
        was: '',
      }
      const body = method === 'POST' ? { body: { operations: [operation], seen: {} } } : {}
      const [existing, missing] = [
        await stranger.send(method, path(trip.id), body),
        await stranger.send(method, path(unknown), body),
      ]
      expect(existing).toMatchObject({
        status: 404,
        body: { error: { code: 'trip_not_found', message: 'Trip not found' } },
      })
      expect(existing.text).toBe(missing.text)
      expect(missing.status).toBe(404)
    }
    expect(await rowOf(trip.id)).toMatchObject({ destination_name: null })
    const sections = server.db.selectFrom('plan_sections').selectAll().where('trip_id', 'in', [trip.id, unknown])
    expect(await sections.execute()).toEqual([])
  })
})
