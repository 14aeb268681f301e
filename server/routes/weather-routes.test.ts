import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { weatherResponse } from '#domain/api/weather.ts'
import { positionText } from '#domain/places/position.ts'
import { newPlace, type Place } from '#domain/plan/places.ts'
import { newCar } from '#domain/plan/rides.ts'
import { buildDetails } from '#domain/testing/details.ts'
import type { Trip } from '#domain/trip.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMemberships, insertTrip } from '#server/testing/rows.ts'
import { json, raw, silence } from '#server/testing/stand-in.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'
import { forecasts, halfAForecast, refuses, TestWeatherService } from '#server/testing/weather-service.ts'

const FIRST = '2031-06-25'
const TOKEN = randomUUID()
const CAMP = { lat: 46.0134, lon: -81.4012 }
const buildPlace = (name: string, lat: number, lon: number, more: Partial<Place> = {}) =>
  newPlace(randomUUID(), { name, kind: 'camp', position: positionText({ lat, lon }), ...more })

describe.each(engines)('the weather on %s', (engine) => {
  let base: TestApp
  let service: TestWeatherService
  let server: TestApp
  let owner: string
  let client: TestClient
  beforeAll(async () => {
    base = await openTestApp(engine)
  })
  afterAll(() => base.remove())
  beforeEach(async () => {
    service = await TestWeatherService.open()
    service.answers = [forecasts(FIRST)]
    server = open()
    owner = await insertAccount(base.db)
    client = await server.openSession({ id: owner })
  })
  afterEach(() => service.close())

  const open = (env: Record<string, string> = {}) =>
    base.openAnother({ env: { WEATHER: 'on', WEATHER_URL: service.baseUrl, ...env } })

  /** A trip to Killarney. */
  async function openTrip(more: Partial<Trip & { share_token: string }> = {}, places: Place[] = []): Promise<Trip> {
    const trip = await insertTrip(base.db, { owner_id: owner, ...more })
    const camp = buildPlace('Killarney', CAMP.lat, CAMP.lon)
    await client.makeSection(trip.id, 'places', [...places, camp])
    const details = buildDetails({ destination_name: 'Killarney', place_id: camp.id })
    expect((await client.makeSection(trip.id, 'details', details)).status).toBe(200)
    return trip
  }

  /** Lets time pass. Sessions end when they are not used, so the owner signs in again. */
  async function pass(minutes: number, app = server): Promise<TestClient> {
    app.wait({ minutes })
    client = await app.openSession({ id: owner })
    return client
  }

  const ask = async (trip: Trip, by = client) => {
    const answer = await by.get(`/api/trips/${trip.id}/weather`)
    expect(answer.status).toBe(200)
    return weatherResponse.parse(answer.body)
  }
  const askOne = async (trip: Trip, by = client) => (await ask(trip, by)).places[0]?.forecast

  it('is asked for the destination, with rounded coordinates and nothing else', async () => {
    const trip = await openTrip()
    const before = server.clock().getTime()
    const answer = await ask(trip)
    expect(answer).toMatchObject({ is_on: true, places: [{ key: '46.00,-81.40' }] })
    const forecast = answer.places[0]?.forecast
    expect(forecast).toMatchObject({ zone: 'America/Toronto', is_current: true })
    expect(forecast?.days).toHaveLength(16)
    expect(forecast?.days[0]).toMatchObject({ date: FIRST, high: 23.4, low: 13.6, code: 2 })
    expect(Date.parse(forecast?.asked_at ?? '')).toBeGreaterThanOrEqual(before)
    expect(service.received).toHaveLength(1)
    const [{ path, query, userAgent } = { path: '', query: {}, userAgent: '' }] = service.received
    expect(path).toBe('/v1/forecast')
    expect(query).toMatchObject({ latitude: '46', longitude: '-81.4', timezone: 'auto', forecast_days: '16' })
    expect(Object.keys(query).toSorted()).toEqual(['daily', 'forecast_days', 'latitude', 'longitude', 'timezone'])
    expect(userAgent).toMatch(/^Wayfare\/\d/)
  })

  it('is asked once for thirty people who open it at once, and once an hour', async () => {
    const trip = await openTrip()
    const ids = await Promise.all(Array.from({ length: 29 }, () => insertAccount(base.db)))
    await insertMemberships(
      base.db,
      ids.map((user_id) => ({ trip_id: trip.id, user_id, role: 'member' })),
    )
    const others = await Promise.all(ids.map((id) => server.openSession({ id })))
    service.delayMs = 50
    const answers = await Promise.all([client, ...others].map((one) => askOne(trip, one)))
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(answers[0]?.is_current).toBe(true)
    expect(service.received).toHaveLength(1)
    await pass(59)
    await ask(trip)
    expect(service.received).toHaveLength(1)
    await pass(2)
    await ask(trip)
    expect(service.received).toHaveLength(2)
  })

  it('of two trips to the same lake is one question', async () => {
    const one = await openTrip()
    await ask(one)
    await ask(await openTrip({}, [buildPlace('Nearly there', CAMP.lat + 0.01, CAMP.lon)]))
    expect(service.received).toHaveLength(1)
  })

  it('has at most six places, the destination first, and none where only cars leave', async () => {
    const home = buildPlace('Home', 43.65, -79.38)
    const others = Array.from({ length: 8 }, (_, index) => buildPlace(`Camp ${index}`, 50 + index, -80))
    const trip = await openTrip({}, [home, ...others])
    const rides = { cars: [{ ...newCar(randomUUID(), owner), place_id: home.id }], riders: [] }
    expect((await client.makeSection(trip.id, 'rides', rides)).status).toBe(200)
    const { places } = await ask(trip)
    expect(places.map(({ key }) => key)).toEqual([
      '46.00,-81.40',
      ...[50, 51, 52, 53, 54].map((lat) => `${lat}.00,-80.00`),
    ])
    expect(service.received).toHaveLength(6)
    expect(service.received.map(({ query }) => query['latitude'])).not.toContain('43.65')
  })

  it('of a trip without places is none, and nothing is asked', async () => {
    expect(await ask(await insertTrip(base.db, { owner_id: owner }))).toEqual({ is_on: true, places: [] })
    expect(service.received).toEqual([])
  })

  it('may be switched off', async () => {
    const trip = await openTrip()
    const off = open({ WEATHER: 'off' })
    expect(await ask(trip, await off.openSession({ id: owner }))).toEqual({ is_on: false, places: [] })
    expect(service.received).toEqual([])
  })

  it('is for guests and readers too, and nobody else', async () => {
    const trip = await openTrip({ share_token: TOKEN })
    const guest = await insertAccount(base.db, { email: null })
    await insertMemberships(base.db, [{ trip_id: trip.id, user_id: guest, role: 'member' }])
    expect(await askOne(trip, await server.openSession({ id: guest, email: null }))).toBeTruthy()
    const stranger = await server.openSession({ id: await insertAccount(base.db) })
    expect(await stranger.get(`/api/trips/${trip.id}/weather`)).toMatchObject(failed(404, 'trip_not_found'))
    const shared = await stranger.get(`/api/shared/${trip.id}/weather?token=${TOKEN}`)
    expect(weatherResponse.parse(shared.body).places).toHaveLength(1)
    expect(await stranger.get(`/api/shared/${trip.id}/weather`)).toMatchObject(failed(404, 'trip_not_found'))
    expect(await server.openClient().get(`/api/trips/${trip.id}/weather`)).toMatchObject(failed(401, 'not_signed_in'))
    expect(service.received).toHaveLength(1)
  })

  it('uses the key of a subscription, and logs neither key nor position', async () => {
    const paid = open({ WEATHER_API_KEY: 'secret-key' })
    service.answers = [refuses(400, 'Parameter apikey is not valid')]
    await ask(await openTrip(), await paid.openSession({ id: owner }))
    expect(service.received[0]?.query['apikey']).toBe('secret-key')
    const log = JSON.stringify(paid.log)
    expect(log).toContain('Parameter apikey is not valid')
    expect(log).not.toMatch(/secret-key|81\.4/)
  })

  const bad = {
    'is busy': refuses(429, 'Minutely API request limit exceeded. Please try again in one minute.'),
    refuses: refuses(400, 'Cannot initialize WeatherVariable from invalid String value x for key daily'),
    fails: raw(502, 'Bad Gateway'),
    'answers with a page': raw(200, '<!doctype html><h1>Sign in to the Wi-Fi</h1>', { 'Content-Type': 'text/html' }),
    'answers with garbage': raw(200, Buffer.from([0xff, 0xfe, 0x00, 0x7b])),
    'answers with another form': json(200, { hourly: {} }),
    'answers with lists of different lengths': json(200, { timezone: 'UTC', daily: { time: [FIRST] } }),
    'answers with half a forecast': halfAForecast,
    'answers with 300 kB': raw(200, `{"x":"${'x'.repeat(300 * 1024)}"}`),
    'sends elsewhere': raw(302, '', { Location: 'http://127.0.0.1:9/' }),
  }

  it.each(Object.entries(bad))('stays as last known if the service %s, and is asked again later', async (_, answer) => {
    const trip = await openTrip()
    const known = await askOne(trip)
    await pass(61)
    service.answers = [answer]
    expect(await askOne(trip)).toEqual({ ...known, is_current: false })
    // It waits a minute before it asks again.
    service.answers = [forecasts(FIRST, [{ high: 30 }])]
    server.wait({ seconds: 55 })
    expect(await askOne(trip)).toEqual({ ...known, is_current: false })
    expect(service.received).toHaveLength(2)
    server.wait({ seconds: 10 })
    const next = await askOne(trip)
    expect([next?.is_current, next?.days[0]?.high]).toEqual([true, 30])
  })

  it('is unknown, not an error, if it was never known', async () => {
    service.answers = [raw(500, '')]
    expect(await askOne(await openTrip())).toBeNull()
  })

  it('that takes too long stays as last known', async () => {
    const hasty = open({ WEATHER_TIMEOUT_SECONDS: '1' })
    const trip = await openTrip()
    const known = await askOne(trip, await hasty.openSession({ id: owner }))
    const by = await pass(61, hasty)
    service.answers = [silence]
    const started = performance.now()
    expect(await askOne(trip, by)).toEqual({ ...known, is_current: false })
    expect(performance.now() - started).toBeLessThan(5000)
    // Nobody else waits for it.
    const again = performance.now()
    expect(await askOne(trip, by)).toEqual({ ...known, is_current: false })
    expect(performance.now() - again).toBeLessThan(900)
    expect(service.received).toHaveLength(2)
  })

  it('waits as long as the service says, at most an hour, and with questions about other places too', async () => {
    const [one, other] = [await openTrip(), await openTrip({}, [])]
    await client.makeSection(other.id, 'places', [buildPlace('Sudbury', 46.5, -81)])
    await client.makeSection(other.id, 'details', buildDetails())
    service.answers = [refuses(429, 'Hourly API request limit exceeded.', { 'Retry-After': '600' })]
    expect(await askOne(one)).toBeNull()
    service.answers = [forecasts(FIRST)]
    await pass(9)
    expect(await askOne(other)).toBeNull()
    expect(service.received).toHaveLength(1)
    await pass(2)
    expect((await askOne(other))?.is_current).toBe(true)
    service.answers = [refuses(429, 'Daily API request limit exceeded.', { 'Retry-After': '86400' })]
    expect(await askOne(one)).toBeNull()
    service.answers = [forecasts(FIRST)]
    await pass(61)
    expect((await askOne(one))?.is_current).toBe(true)
  })

  it('is limited by user and for all, and what is cached does not count', async () => {
    const few = open({ WEATHER_REQUESTS_PER_HOUR: '1' })
    const trip = await openTrip()
    const first = await few.openSession({ id: owner })
    for (const _ of [1, 2, 3]) expect((await askOne(trip, first))?.is_current).toBe(true)
    const by = await pass(61, few)
    // The limit's own clock has not moved.
    expect((await askOne(trip, by))?.is_current).toBe(false)
    expect(service.received).toHaveLength(1)
    const other = await insertAccount(base.db)
    await insertMemberships(base.db, [{ trip_id: trip.id, user_id: other, role: 'member' }])
    expect((await askOne(trip, await few.openSession({ id: other })))?.is_current).toBe(true)

    const closed = open({ WEATHER_REQUESTS_PER_DAY: '1' })
    const places = [buildPlace('Sudbury', 46.5, -81)]
    const { places: listed } = await ask(await openTrip({}, places), await closed.openSession({ id: owner }))
    expect(listed.map(({ forecast }) => forecast !== null).toSorted()).toEqual([false, true])
  })
})
