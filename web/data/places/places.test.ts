import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FoundPlace, PlaceSearchResponse } from '#domain/api/places.ts'
import type { AppError } from '#domain/errors.ts'
import { FakeBrowser, failure, json } from '../testing/fake-browser.ts'
import type * as Places from './places.ts'

const DEVICE_PLACES = readFileSync(new URL('../../../place-data/device-places.txt', import.meta.url), 'utf8')

const killarney: FoundPlace = {
  name: 'Killarney',
  region: 'Munster',
  country: 'IE',
  lat: 52.06,
  lon: -9.51,
  kind: 'city',
  code: '',
  source: 'gazetteer',
}
const fromServer: PlaceSearchResponse = { places: [killarney], attribution: ['GeoNames'] }
const near = { lat: 45.8364, lon: -78.3791 }

let browser: FakeBrowser
let places: typeof Places
/** Where the bundler puts the file. */
let file: string

beforeEach(async () => {
  browser = new FakeBrowser()
  vi.resetModules()
  places = await import('./places.ts')
  file = (await import('#place-data/device-places.txt?url')).default
})

afterEach(() => {
  browser.close()
  expect(browser.takeLog(), 'unexpected log messages').toEqual([])
})

const haveFile = () => browser.answer(`GET ${file}`, () => new Response(DEVICE_PLACES))
const namesOf = ({ places }: PlaceSearchResponse) => places.map(({ name, country }) => `${name}, ${country}`)
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error as AppError).code,
  )

describe('the search for places', () => {
  it('asks the server, and loads nothing for the device', async () => {
    browser.answer('GET /api/places?q=Killarney+%26+more&near=45.836400%2C-78.379100', json(fromServer))
    expect(await places.searchPlaces('Killarney & more', near)).toEqual(fromServer)
    expect(browser.requests).toHaveLength(1)
  })

  it('asks the device without a network, and loads its places once', async () => {
    browser.online = false
    haveFile()
    const found = await places.searchPlaces('london')
    expect(namesOf(found).slice(0, 2)).toEqual(['London, GB', 'London, CA'])
    expect(found.attribution.join()).toContain('GeoNames')
    expect(namesOf(await places.searchPlaces('yyz'))).toEqual(['Lester B. Pearson International Airport, CA'])
    expect(browser.requests.map(({ path }) => path)).toEqual([file])
  })

  it('asks the device if the server cannot be reached', async () => {
    haveFile()
    expect(namesOf(await places.searchPlaces('munchen'))[0]).toBe('München, DE')
    expect(browser.requests.map(({ path }) => path)).toEqual(['/api/places?q=munchen', file])
  })

  it('says so if the device has no places either, and tries again', async () => {
    browser.online = false
    expect(await codeOf(places.searchPlaces('london'))).toBe('unreachable')
    browser.answer(`GET ${file}`, () => new Response('gone', { status: 404 }))
    expect(await codeOf(places.searchPlaces('london'))).toBe('unreachable')
    haveFile()
    expect(namesOf(await places.searchPlaces('london'))[0]).toBe('London, GB')
  })

  it('says what the server has refused, and does not hide it behind places of the device', async () => {
    browser.answer('GET /api/places?q=london', failure('not_signed_in', 401))
    expect(await codeOf(places.searchPlaces('london'))).toBe('not_signed_in')
    browser.answer('GET /api/places?q=london', failure('internal_error', 500))
    expect(await codeOf(places.searchPlaces('london'))).toBe('internal_error')
  })

  it('refuses an answer in another form', async () => {
    browser.answer('GET /api/places?q=x', json({ places: [{ ...killarney, lat: 91 }], attribution: [] }))
    expect(await codeOf(places.searchPlaces('x'))).toBe('internal_error')
  })
})

describe('the geocoder', () => {
  it('is asked by the server, and its failures have a sentence', async () => {
    browser.answer('GET /api/places/geocode?q=lodge&near=45.836400%2C-78.379100', json(fromServer))
    expect(await places.geocode('lodge', near)).toEqual(fromServer)
    browser.answer('GET /api/places/geocode?q=lodge', failure('geocoder_busy', 503, 'The place search is busy.'))
    await expect(places.geocode('lodge')).rejects.toMatchObject({
      code: 'geocoder_busy',
      message: 'The place search is busy.',
    })
  })

  it('is named before it is asked', async () => {
    const config = { geocoder: { name: 'Photon', attribution: '© OpenStreetMap contributors' }, map: null }
    browser.answer('GET /api/places/config', json(config))
    expect(await places.loadPlaceConfig()).toEqual(config)
  })
})

it('the zone of a position is asked with decimals, never as 1e-7', async () => {
  browser.answer('GET /api/places/zone?at=0.000000%2C-78.379100', json({ zone: 'America/Guayaquil', country: 'EC' }))
  expect(await places.loadZone({ lat: 1e-7, lon: -78.3791 })).toEqual({ zone: 'America/Guayaquil', country: 'EC' })
})
