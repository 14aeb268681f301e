import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_EMAIL, MAX_FULL_NAME, MAX_PASSWORD, MAX_REFERRAL, MAX_USERNAME } from '#domain/api/auth.ts'
import { errorBody } from '#domain/api/error.ts'
import { isErrorCode } from '#domain/error-statuses.ts'
import { details, MAX_DETAIL_TEXT, MAX_MAP_URL } from '#domain/plan/details.ts'
import { MAX_TRIP_NAME } from '#domain/trip.ts'
import { engines } from '#server/testing/engines.ts'
import { countRows, insertAccount, insertTrip } from '#server/testing/rows.ts'
import { buildRegistration, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { type Answer, failed, type TestClient } from '#server/testing/test-client.ts'
import { MAX_BODY } from './request-body.ts'

const SIGN_UP = '/auth/v1/signup'
const SIGN_IN = '/auth/v1/token?grant_type=password'
const tables = [
  'users',
  'credentials',
  'profiles',
  'sessions',
  'trips',
  'trip_distances',
  'plan_sections',
  'plan_history',
] as const
const empty = details.empty
const set = (at: string[], to: unknown) => ({
  id: randomUUID() as string,
  section: 'details',
  do: 'set',
  at,
  to,
  was: '',
})

describe.each(engines)('invalid input on %s', (engine) => {
  let server: TestApp
  let client: TestClient
  let tripId: string
  let writes: Record<string, { method: 'POST' | 'PUT'; path: string; body: () => object }>
  beforeAll(async () => {
    server = await openTestApp(engine)
    const owner_id = await insertAccount(server.db)
    client = await server.openSession({ id: owner_id })
    tripId = (await insertTrip(server.db, { owner_id })).id
    writes = {
      'signing up': { method: 'POST', path: SIGN_UP, body: () => buildRegistration() },
      'signing in': {
        method: 'POST',
        path: SIGN_IN,
        body: () => ({ email: 'robin@example.org', password: 'pine-needles' }),
      },
      'creating a trip': {
        method: 'POST',
        path: '/api/trips',
        body: () => ({ id: randomUUID(), name: 'To the lake', type: 'car_trip' }),
      },
      'sending operations': {
        method: 'POST',
        path: `/api/trips/${tripId}/operations`,
        body: () => ({ operations: [set(['destination_name'], 'Pog Lake')], seen: {} }),
      },
    }
  })
  afterAll(() => server.remove())

  const writesWithBody = ['signing up', 'signing in', 'creating a trip', 'sending operations']

  /** Sends a request that must be refused with this code and store nothing. */
  async function expectRefused(what: string, code: string, status: number, send: () => Promise<Answer>): Promise<void> {
    const before = await countRows(server.db, ...tables)
    const lines = server.log.length
    const answer = await send()
    expect(answer, what).toMatchObject(failed(status, code))
    expect(isErrorCode(errorBody.parse(answer.body).error.code), what).toBe(true)
    expect(answer.headers.get('content-type'), what).toBe('application/json')
    expect(answer.headers.get('x-request-id'), what).toMatch(/^[0-9a-f-]{36}$/)
    expect(await countRows(server.db, ...tables), what).toEqual(before)
    const errors = server.log.slice(lines).filter((line) => Number(line['level']) >= 50)
    expect(errors, what).toEqual([])
  }

  const sendRaw = (name: string, raw: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) => {
    const { method = 'POST', path = '' } = writes[name] ?? {}
    return client.send(method, path, { raw, headers: { 'content-type': 'application/json', ...headers } })
  }

  describe.each(writesWithBody)('%s', (name) => {
    it('refuses invalid JSON', async () => {
      for (const raw of ['', '{', '{"email":', "{'a':1}", 'email=a&password=b', '\u0000', '{"a":1}}', '\ufffe{}']) {
        await expectRefused(JSON.stringify(raw), 'invalid_json', 400, () => sendRaw(name, raw))
      }
      const invalidUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])
      await expectRefused('bytes', 'invalid_json', 400, () => sendRaw(name, invalidUtf8))
    })

    it('refuses JSON that is not an object', async () => {
      for (const raw of ['null', '[]', '1', '"text"', 'true', '{}', '[{}]']) {
        await expectRefused(raw, 'invalid_request', 400, () => sendRaw(name, raw))
      }
    })

    it('refuses missing fields, fields of another type, and unknown fields', async () => {
      const body = Object.entries(writes[name]?.body() ?? {})
      for (const [field] of body) {
        for (const other of [undefined, null, 1, true, [], {}, [''], { toString: 'x' }, -1, 1.5, 1e21]) {
          if (field === 'seen' && JSON.stringify(other) === '{}') continue
          const changedBody = Object.fromEntries(body.map(([key, value]) => [key, key === field ? other : value]))
          await expectRefused(`${field} ${JSON.stringify(other)}`, 'invalid_request', 400, () =>
            sendRaw(name, JSON.stringify(changedBody)),
          )
        }
      }
      for (const extra of ['role', 'owner_id', 'constructor', 'toString', '__proto__']) {
        const raw = JSON.stringify(Object.fromEntries([...body, [extra, { is_admin: true }]]))
        await expectRefused(extra, 'invalid_request', 400, () => sendRaw(name, raw))
      }
    })

    it('refuses a body that is too large, with or without its length, as soon as it exceeds the limit', async () => {
      const { method = 'POST', path = '', body } = writes[name] ?? {}
      const huge = JSON.stringify({ ...body?.(), filler: 'x'.repeat(MAX_BODY) })
      const length = { 'content-length': String(huge.length) }
      await expectRefused('with its length', 'body_too_large', 413, () => sendRaw(name, huge, length))
      await expectRefused('without its length', 'body_too_large', 413, () => sendRaw(name, huge))
      let sent = 0
      const endless = new ReadableStream({
        pull: (controller) => {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536).fill(32))
        },
      })
      await expectRefused('without an end', 'body_too_large', 413, () => client.send(method, path, { raw: endless }))
      expect(sent).toBeLessThan(2 * MAX_BODY)
    })

    it('refuses requests from another site or without an origin', async () => {
      const { method = 'POST', path = '', body } = writes[name] ?? {}
      const foreign = [
        '',
        'null',
        'https://localhost',
        'http://localhost:3000',
        'http://evil.example',
        'http://localhost.evil.example',
      ]
      for (const origin of foreign) {
        const send = () => client.send(method, path, { body: body?.(), headers: { origin } })
        await expectRefused(`origin ${origin}`, 'origin_refused', 403, send)
      }
      const spoofed = {
        origin: 'https://evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
      }
      const send = () => client.send(method, path, { body: body?.(), headers: spoofed })
      await expectRefused('claims to be another host', 'origin_refused', 403, send)
    })
  })

  it('refuses signing out or refreshing from another site', async () => {
    for (const path of ['/auth/v1/logout', '/auth/v1/token?grant_type=refresh_token']) {
      const send = () => client.send('POST', path, { headers: { origin: 'http://evil.example' } })
      await expectRefused(path, 'origin_refused', 403, send)
    }
    expect((await client.get('/auth/v1/user')).status).toBe(200)
  })

  it('refuses texts that are too long or cannot be stored', async () => {
    const registration = buildRegistration()
    const { data } = registration
    const trip = () => ({ id: randomUUID(), name: 'To the lake', type: 'car_trip' })
    const texts = (max: number) => ['x'.repeat(max + 1), 'a\u0000b', 'half \ud83d', '\ude00 half']
    const bodies: [string, object][] = [
      ...[
        `${'x'.repeat(MAX_EMAIL)}@example.org`,
        'robin@exa\u0000mple.org',
        'robin',
        'robin@',
        '@example.org',
        'r b@example.org',
        '',
      ].map((email): [string, object] => ['signing up', { ...registration, email }]),
      ...['x'.repeat(MAX_PASSWORD + 1), ''].map((password): [string, object] => [
        'signing up',
        { ...registration, password },
      ]),
      ...texts(MAX_USERNAME).map((username): [string, object] => [
        'signing up',
        { ...registration, data: { ...data, username } },
      ]),
      ...texts(MAX_FULL_NAME).map((full_name): [string, object] => [
        'signing up',
        { ...registration, data: { ...data, full_name } },
      ]),
      ...texts(MAX_REFERRAL).map((referred_by): [string, object] => [
        'signing up',
        { ...registration, data: { ...data, referred_by } },
      ]),
      ['signing in', { email: 'robin@example.org', password: 'x'.repeat(MAX_PASSWORD + 1) }],
      ...texts(MAX_TRIP_NAME).map((name): [string, object] => ['creating a trip', { ...trip(), name }]),
    ]
    for (const [name, body] of bodies) {
      await expectRefused(`${name} ${JSON.stringify(body).slice(0, 200)}`, 'invalid_request', 400, () =>
        sendRaw(name, JSON.stringify(body)),
      )
    }
  })

  it('refuses single operations with texts that are too long or cannot be stored', async () => {
    const texts = (max: number) => ['x'.repeat(max + 1), 'a\u0000b', 'half \ud83d', '\ude00 half']
    const distance = (place: string) => ({ id: randomUUID() as string, place, distance: '' })
    const insert = (entry: { id: string }) => ({
      ...set(['car_trip_distances', entry.id], ''),
      do: 'insert',
      to: undefined,
      was: undefined,
      entry,
    })
    const operations = [
      ...texts(MAX_DETAIL_TEXT).map((text) => set(['destination_name'], text)),
      ...texts(MAX_MAP_URL).map((text) => set(['map_embed_url'], text)),
      ...texts(MAX_DETAIL_TEXT).map((place) => insert(distance(place))),
      ...['1', '', `${tripId} `, '00000000000040008000000000000001'].map((id) => insert({ ...distance(''), id })),
      ...['2026-02-30', 'tomorrow', null, 1].map((date) => set(['departure_date'], date)),
      set(['air_travel_flight_info'], { carrier: '', flightNumber: '', gate: 'B2' }),
      set(['air_travel_flight_info', 'gate'], 'B2'),
      set(['__proto__', 'carrier'], 'x'),
      set(['constructor'], 'x'),
    ]
    const before = await countRows(server.db, 'trip_distances', 'plan_history')
    const answer = await client.post(`/api/trips/${tripId}/operations`, { operations, seen: { details: 0 } })
    const refused = operations.map(({ id }) => ({ id, code: 'invalid_operation' }))
    expect(answer).toMatchObject({ status: 200, body: { versions: { details: 0 }, refused } })
    expect(await countRows(server.db, 'trip_distances', 'plan_history')).toEqual(before)
    expect(({} as Record<string, unknown>)['carrier']).toBe(undefined)
  })

  it('refuses a body with hundreds of thousands of errors', async () => {
    const operations = Array.from({ length: 400_000 }, () => 1)
    await expectRefused('a list of numbers', 'invalid_request', 400, () =>
      client.post(`/api/trips/${tripId}/operations`, { operations, seen: {} }),
    )
  })

  it('accepts a text of exactly the maximum length', async () => {
    const name = 'x'.repeat(MAX_TRIP_NAME)
    expect(await client.post('/api/trips', { id: randomUUID(), name, type: 'car_trip' })).toMatchObject({
      status: 201,
      body: { trip: { name } },
    })
  })

  it('refuses ids that are not UUIDs, and lower-cases the others', async () => {
    const invalid = [
      '1',
      'x',
      '../users',
      `${tripId}0`,
      tripId.slice(1),
      `{${tripId}}`,
      '%00',
      '%E0%A4%A',
      `${tripId}%0A`,
      '%F0%9F%8F%95',
    ]
    for (const id of invalid) {
      await expectRefused(id, 'invalid_id', 400, () => client.get(`/api/trips/${id.replace('/', '%2F')}`))
      const path = `/api/trips/${id.replace('/', '%2F')}/operations`
      const request = { operations: [set(['destination_name'], 'Pog Lake')], seen: {} }
      await expectRefused(id, 'invalid_id', 400, () => client.post(path, request))
    }
    for (const id of ['1', '', `${tripId} `, '00000000000040008000000000000001']) {
      await expectRefused(id, 'invalid_request', 400, () =>
        client.post('/api/trips', { id, name: 'To the lake', type: 'car_trip' }),
      )
      const operations = [{ ...set(['destination_name'], 'Pog Lake'), id }]
      await expectRefused(id, 'invalid_request', 400, () =>
        client.post(`/api/trips/${tripId}/operations`, { operations, seen: {} }),
      )
    }

    expect(await client.get(`/api/trips/${tripId.toUpperCase()}`)).toMatchObject({
      status: 200,
      body: { trip: { id: tripId } },
    })
    const upper = { id: randomUUID().toUpperCase(), name: 'Upper', type: 'car_trip' }
    expect(await client.post('/api/trips', upper)).toMatchObject({
      status: 201,
      body: { trip: { id: upper.id.toLowerCase() } },
    })
  })

  it('stores names of inherited properties as texts', async () => {
    const trip = await insertTrip(server.db)
    const rows = ['__proto__', 'constructor', 'toString'].map((place) => ({ id: randomUUID(), place, distance: place }))
    const value = { ...empty, car_trip_distances: rows }
    expect(await client.makeSection(trip.id, 'details', value)).toMatchObject({ status: 200, body: { refused: [] } })
    expect((await client.get(`/api/trips/${trip.id}`)).body).toMatchObject({
      sections: { details: { version: 1, value } },
    })
  })

  it('requires signing in if the session cookie is missing or invalid', async () => {
    const cookies = [
      '',
      'x',
      'x'.repeat(4000),
      '%00',
      '%F0%9F',
      'a%20b',
      "' or 1=1 --",
      `${client.token}x`,
      client.token.slice(1),
      '""',
      'é',
    ]
    for (const cookie of cookies) {
      const someone = server.openClient()
      if (cookie) someone.cookies.set('wayfare_session', cookie)
      for (const path of ['/auth/v1/user', '/api/trips', `/api/trips/${tripId}`]) {
        await expectRefused(`GET ${path} with ${cookie}`, 'not_signed_in', 401, () => someone.get(path))
      }
      const trip = { id: randomUUID(), name: 'To the lake', type: 'car_trip' }
      await expectRefused(`POST with ${cookie}`, 'not_signed_in', 401, () => someone.post('/api/trips', trip))
      if (cookie) someone.cookies.set('wayfare_session', cookie)
      expect(await someone.post('/auth/v1/logout'), cookie).toMatchObject({ status: 204 })
    }
    const hintOnly = server.openClient()
    hintOnly.cookies.set('wayfare_session_hint', '1')
    await expectRefused('the hint alone', 'not_signed_in', 401, () => hintOnly.get('/auth/v1/user'))
  })

  it('answers unknown addresses and methods as not found', async () => {
    const requests = [
      ['GET', '/api'],
      ['GET', '/api/unknown'],
      ['GET', '/api/trips/'],
      ['GET', `/api/trips/${tripId}/plan`],
      ['GET', `/api/trips/${tripId}/operations`],
      ['PUT', `/api/trips/${tripId}`],
      ['PUT', `/api/trips/${tripId}/plan/details`],
      ['GET', SIGN_UP],
      ['GET', '/auth/v1/token'],
      ['GET', '/auth/v1/logout'],
      ['POST', '/auth/v1/user'],
      ['POST', '/auth/sign-in/email'],
      ['POST', '/api/auth/sign-up/email'],
      ['GET', '/auth/v1/unknown'],
      ['GET', '/files/unknown'],
      ['POST', '/'],
      ['POST', '/healthz'],
      ['PROPFIND', '/api/trips'],
      ['OPTIONS', '/api/trips'],
    ] as const
    for (const [method, path] of requests) {
      await expectRefused(`${method} ${path}`, 'not_found', 404, () => client.send(method, path))
    }
  })
})
