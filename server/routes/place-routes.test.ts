import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { placeConfig, placeSearchResponse, zoneResponse } from '#domain/api/places.ts'
import { createAttempts } from '#server/accounts/attempts.ts'
import { createLimits } from '#server/accounts/limits.ts'
import { engines } from '#server/testing/engines.ts'
import {
  type GeocodedPlace,
  killarneyLodge,
  nominatim,
  photon,
  slowly,
  TestGeocoder,
} from '#server/testing/geocoder.ts'
import { insertAccount } from '#server/testing/rows.ts'
import { json, raw, silence } from '#server/testing/stand-in.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('places on %s', (engine) => {
  let server: TestApp
  let client: TestClient
  let guest: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    client = await server.openSession({ id: await insertAccount(server.db) })
    guest = await server.openSession({ id: await insertAccount(server.db, { email: null }), email: null })
  })
  afterAll(() => server.remove())

  const paths = [
    '/api/places?q=london',
    '/api/places/zone?at=0,0',
    '/api/places/config',
    '/api/places/geocode?q=london',
  ]

  it('are for signed-in people only', async () => {
    for (const path of paths)
      expect(await server.openClient().get(path), path).toMatchObject(failed(401, 'not_signed_in'))
  })

  it('are found by accounts and guests, with their sources named, and are cached nowhere', async () => {
    for (const by of [client, guest]) {
      const answer = await by.get('/api/places?q=Killarney')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const { places, attribution } = placeSearchResponse.parse(answer.body)
      expect(places[0]).toMatchObject({ name: 'Killarney', country: 'IE', kind: 'city', source: 'gazetteer' })
      expect(attribution.join()).toMatch(/GeoNames.*CC BY 4\.0.*OurAirports/)
    }
  })

  it('near a position come first', async () => {
    const first = async (path: string) => placeSearchResponse.parse((await client.get(path)).body).places[0]?.country
    expect(await first('/api/places?q=London')).toBe('GB')
    expect(await first('/api/places?q=London&near=45.8,-78.4')).toBe('CA')
  })

  it('have a time zone and a country', async () => {
    const answer = await guest.get('/api/places/zone?at=45.8364,-78.3791')
    expect(zoneResponse.parse(answer.body)).toEqual({ zone: 'America/Toronto', country: 'CA' })
  })

  it.each([
    '/api/places',
    '/api/places?q=',
    '/api/places?q=%20',
    `/api/places?q=${'a'.repeat(201)}`,
    '/api/places?q=x&near=',
    '/api/places?q=x&near=91,0',
    '/api/places?q=x&near=45',
    '/api/places/zone',
    '/api/places/zone?at=',
    '/api/places/zone?at=91,0',
    '/api/places/zone?at=0,181',
    '/api/places/zone?at=NaN,0',
    '/api/places/zone?at=1e1,0',
    '/api/places/zone?at=45.8364',
    '/api/places/zone?at=45,8,-78,3',
    '/api/places/geocode',
    '/api/places/geocode?q=',
  ])('are not found by %s', async (path) =>
    expect(await client.get(path)).toMatchObject(failed(400, 'invalid_request')),
  )

  it('are looked up a thousand times a minute by one person at most', async () => {
    const eager = await server.openSession({ id: await insertAccount(server.db) })
    const path = '/api/places/zone?at=45.8364,-78.3791'
    for (let count = 0; count < 10; count++) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => eager.get(path)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    }
    for (const one of [path, '/api/places?q=london'])
      expect(await eager.get(one)).toMatchObject(failed(429, 'too_many_requests'))
    expect((await client.get(path)).status).toBe(200)
  })

  it('lie on a map whose servers are all named', async () => {
    const env = { MAP_STYLE_URL: 'https://maps.example.org/day.json', MAP_ORIGINS: 'https://tiles.example.org' }
    const own = server.openAnother({ env })
    const somebody = await own.openSession({ id: await insertAccount(server.db) })
    const { map } = placeConfig.parse((await somebody.get('/api/places/config')).body)
    expect(map?.name).toBe('maps.example.org, tiles.example.org')
  })

  it('lie on a map from a file in the data folder, of which the browser reads parts', async () => {
    const own = server.openAnother({ env: { MAP_PMTILES_URL: 'park.pmtiles' } })
    const somebody = await own.openSession({ id: await insertAccount(server.db) })
    const { map } = placeConfig.parse((await somebody.get('/api/places/config')).body)
    expect(map).toEqual({ name: '', style: '', dark_style: '', pmtiles: '/api/places/map' })
    expect(await somebody.get('/api/places/map')).toMatchObject(failed(404, 'not_found'))
    const folder = join(own.settings.dataDir, 'map')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'park.pmtiles'), 'PMTiles and more')
    const part = await somebody.get('/api/places/map', { range: 'bytes=0-6' })
    expect([part.status, part.headers.get('content-range'), part.text]).toEqual([206, 'bytes 0-6/16', 'PMTiles'])
    expect(await own.openClient().get('/api/places/map')).toMatchObject(failed(401, 'not_signed_in'))
    await rm(folder, { recursive: true })
  })

  it('are searched at Photon by default, whose name the browser is told', async () => {
    const photon = server.openAnother({ env: { GEOCODER_URL: '' } })
    const somebody = await photon.openSession({ id: await insertAccount(server.db) })
    expect(placeConfig.parse((await somebody.get('/api/places/config')).body)).toEqual({
      geocoder: { name: 'Photon', attribution: '© OpenStreetMap contributors' },
      map: {
        name: 'OpenFreeMap',
        style: 'https://tiles.openfreemap.org/styles/liberty',
        dark_style: 'https://tiles.openfreemap.org/styles/dark',
        pmtiles: '',
      },
    })
  })
})

// One engine suffices, since none of this is stored in the database.
describe('the geocoder', () => {
  let service: TestGeocoder
  let base: TestApp
  let server: TestApp
  let client: TestClient
  beforeAll(async () => {
    base = await openTestApp('sqlite')
  })
  afterAll(() => base.remove())
  beforeEach(async () => {
    service = await TestGeocoder.open()
    server = open()
    client = await signIn(server)
  })
  afterEach(() => service.close())

  const open = (env: Record<string, string> = {}, times = {}) =>
    base.openAnother({
      env: { GEOCODER_URL: service.baseUrl, PUBLIC_URL: 'http://localhost', ...env },
      geocoder: { intervalMs: 0, ...times },
    })
  const signIn = async (app: TestApp) => app.openSession({ id: await insertAccount(app.db) })
  const ask = (query: string, by = client) => by.get(`/api/places/geocode?${new URLSearchParams({ q: query })}`)
  const found = async (query: string, by = client) => placeSearchResponse.parse((await ask(query, by)).body).places

  const lodge = {
    name: 'Killarney Lodge',
    region: 'Ontario',
    country: 'CA',
    lat: 45.5571,
    lon: -78.4083,
    kind: 'other',
    code: '',
    source: 'geocoder',
  }
  const town: GeocodedPlace = { ...killarneyLodge, name: 'Killarney', key: 'place', value: 'village' }
  const airport: GeocodedPlace = { ...killarneyLodge, name: 'Pearson', key: 'aeroway', value: 'aerodrome' }

  it('is Photon, asked as documented, and told nothing about the person', async () => {
    service.answers = [photon(killarneyLodge, town, airport)]
    const answer = await client.get('/api/places/geocode?q=Killarney%20Lodge&near=45.8364,-78.3791')
    expect(placeSearchResponse.parse(answer.body)).toEqual({
      places: [lodge, { ...lodge, name: 'Killarney', kind: 'city' }, { ...lodge, name: 'Pearson', kind: 'airport' }],
      attribution: ['© OpenStreetMap contributors'],
    })
    expect(service.received).toEqual([
      {
        path: '/api',
        parameters: { q: 'Killarney Lodge', limit: '10', lang: 'en', lat: '45.8', lon: '-78.4' },
        userAgent: expect.stringMatching(/^Wayfare\/\d+\.\d+\.\d+ \(\+http:\/\/localhost\)$/),
        cookie: undefined,
        at: expect.any(Number),
      },
    ])
  })

  it('may be Nominatim, asked as documented', async () => {
    service.answers = [nominatim(killarneyLodge, town)]
    const other = await signIn(open({ GEOCODER: 'nominatim', PUBLIC_URL: '' }))
    const answer = await other.get('/api/places/geocode?q=Killarney%20Lodge&near=45.8364,-78.3791')
    expect(placeSearchResponse.parse(answer.body).places).toEqual([
      lodge,
      { ...lodge, name: 'Killarney', kind: 'city' },
    ])
    expect(service.received).toMatchObject([
      {
        path: '/search',
        parameters: {
          q: 'Killarney Lodge',
          format: 'jsonv2',
          limit: '10',
          addressdetails: '1',
          'accept-language': 'en',
          viewbox: '-80.4,43.8,-76.4,47.8',
        },
        userAgent: expect.stringMatching(/^Wayfare\/\d+\.\d+\.\d+$/),
      },
    ])
    expect((await other.get('/api/places/config')).body).toMatchObject({ geocoder: { name: '127.0.0.1' } })
    await other.get('/api/places/geocode?q=Taveuni&near=-89.5,179.97')
    expect(service.received[1]?.parameters['viewbox']).toBe('178.0,-90.0,180.0,-87.5')
  })

  it('may be switched off', async () => {
    const off = open({ GEOCODER: 'off' })
    const somebody = await signIn(off)
    expect((await somebody.get('/api/places/config')).body).toMatchObject({ geocoder: null })
    expect(await ask('Killarney Lodge', somebody)).toMatchObject({
      status: 503,
      body: { error: { code: 'geocoder_off', message: expect.stringContaining('Ask your administrator') } },
    })
    expect(off.log.filter(({ level }) => Number(level) >= 50)).toEqual([])
    expect(service.received).toEqual([])
  })

  it('gets one question of thirty people who ask the same, at once or later', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => signIn(server)))
    const answers = await Promise.all(
      people.map((person, index) => found(index % 2 ? 'killarney lodge' : 'Killarney  Lodge!', person)),
    )
    for (const places of answers) expect(places).toEqual([lodge])
    expect(await found('KILLARNEY LODGE')).toEqual([lodge])
    expect(service.received).toHaveLength(1)
  })

  it('gets a question again after a failure', async () => {
    service.answers = [raw(500, 'oops'), photon(killarneyLodge)]
    expect(await ask('lodge')).toMatchObject(failed(502, 'geocoder_failed'))
    expect(await found('lodge')).toEqual([lodge])
  })

  it('gets one request per second at most', async () => {
    const polite = open({}, { intervalMs: undefined })
    const by = await signIn(polite)
    const first = await Promise.all(['one', 'two', 'three'].map((query) => ask(query, by)))
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
    const times = service.received.map(({ at }) => at)
    // A busy machine may read one late, and so the next one soon after it.
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThan(500)
    expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeGreaterThan(1500)
  })

  it('is limited per person and hour', async () => {
    for (let count = 0; count < 60; count++) expect((await ask(`lodge ${count % 3}`)).status).toBe(200)
    expect(await ask('lodge 1')).toMatchObject(failed(429, 'too_many_requests'))
    expect((await ask('lodge 1', await signIn(server))).status).toBe(200)
    expect(service.received).toHaveLength(3)
  })

  it('is limited per day for everybody together', async () => {
    const attempts = createAttempts(server.settings, createLimits({}))
    for (let count = 0; count < 5000; count++) await attempts.countGeocoderRequest()
    await expect(attempts.countGeocoderRequest()).rejects.toMatchObject({
      code: 'geocoder_busy',
      retryAfterSeconds: expect.closeTo(24 * 60 * 60, -2),
    })
  })

  const huge = JSON.stringify({ features: [], more: 'x'.repeat(300_000) })
  const bad = {
    'is too busy': [json(429, { message: 'slow down, Killarney' }), 503, 'geocoder_busy'],
    'is unavailable': [raw(503, 'no'), 503, 'geocoder_busy'],
    'refuses the server': [raw(403, 'blocked'), 502, 'geocoder_failed'],
    'answers with a page': [
      raw(200, '<!doctype html><h1>Hi</h1>', { 'Content-Type': 'text/html' }),
      502,
      'geocoder_failed',
    ],
    'answers in another form': [json(200, { places: [] }), 502, 'geocoder_failed'],
    'answers with null': [json(200, null), 502, 'geocoder_failed'],
    'answers with half a text': [raw(200, '{"features":[{"prop'), 502, 'geocoder_failed'],
    'answers with 300 kB': [raw(200, huge), 502, 'geocoder_failed'],
    'sends elsewhere': [raw(302, '', { Location: 'http://127.0.0.1:9/' }), 502, 'geocoder_failed'],
    'is silent': [silence, 504, 'geocoder_timed_out'],
    'never ends': [slowly, 504, 'geocoder_timed_out'],
  } as const

  it.each(Object.entries(bad))(
    'fails with a sentence, and logs no question, if it %s',
    async (_, [response, status, code]) => {
      service.answers = [response]
      const hasty = open({}, { timeoutMs: 400 })
      const answer = await ask('Killarney', await signIn(hasty))
      expect(answer).toMatchObject(failed(status, code))
      expect((answer.body as { error: { message: string } }).error.message).toMatch(/^The place search .*\.$/)
      expect(answer.text).not.toContain('Killarney')
      expect(JSON.stringify(hasty.log)).not.toContain('Killarney')
    },
  )

  it('is left alone for a while once it is too busy', async () => {
    service.answers = [raw(429, '', { 'Retry-After': '120' }), photon(killarneyLodge)]
    expect((await ask('one')).headers.get('retry-after')).toBe('120')
    const next = await ask('two')
    expect(next).toMatchObject(failed(503, 'geocoder_busy'))
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(110)
    expect(service.received).toHaveLength(1)
  })

  it('is reported if it cannot be reached', async () => {
    const unreachable = open({ GEOCODER_URL: 'http://127.0.0.1:9' })
    expect(await ask('one', await signIn(unreachable))).toMatchObject(failed(502, 'geocoder_failed'))
  })

  it('may return places without a name, a position or a country, of which the usable ones are shown', async () => {
    const feature = (properties: object, coordinates: unknown) => ({ properties, geometry: { coordinates } })
    service.answers = [
      json(200, {
        features: [
          feature({ name: 'Nowhere' }, [200, 91]),
          feature({ name: 'No numbers' }, ['1', '2']),
          feature({}, [1, 2]),
          null,
          7,
          feature(
            { street: 'Lake Road', housenumber: '7', countrycode: 'Canada', county: 'Nipissing' },
            [-78.4, 45.6, 300],
          ),
          feature({ name: 'The sea' }, [0, 0]),
        ],
      }),
    ]
    expect(await found('odd')).toEqual([
      { ...lodge, name: 'Lake Road 7', region: 'Nipissing', country: '', lat: 45.6, lon: -78.4 },
      { ...lodge, name: 'The sea', region: '', country: '', lat: 0, lon: 0 },
    ])
  })

  it('may find nothing, and is not asked again for that', async () => {
    service.answers = [photon()]
    for (const _ of [1, 2]) expect(await found('nothing')).toEqual([])
    expect(service.received).toHaveLength(1)
  })

  it('goes on for the others when one who asked leaves', async () => {
    service.answers = [(response) => setTimeout(() => photon(killarneyLodge)(response), 300)]
    const leaving = new AbortController()
    const left = client.send('GET', '/api/places/geocode?q=lodge', { signal: leaving.signal }).catch(() => undefined)
    while (service.received.length === 0) await wait(5)
    const other = found('lodge', await signIn(server))
    leaving.abort()
    expect(await other).toEqual([lodge])
    await left
    expect(service.received).toHaveLength(1)
  })
})
