import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newPlace } from '#domain/plan/places.ts'
import { canisbayLake } from '#domain/testing/places.ts'
import { deleteFileCache, listFileCaches, openFileCache } from '#web/browser/cache-storage.ts'
import { openMapArea } from '#web/data/offline/use-map-area.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { closeScreen, openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectText, press, pressOn } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { expectLandDrawn, expectShare } from './testing/shown-map.ts'

// Loaded before the first test, which would wait for it otherwise.
import '#web/pages/map/map-page.tsx'
import './area-control.tsx'
import './loaded-map.tsx'

/* The detailed map of a service, and an area of it that is saved on the device. */

const LAKE = [208, 32, 144]
const NIGHT_LAKE = [64, 16, 80]
const world = [-180, 180, 180, -180, -180].map((lon, at) => [lon, at < 2 || at === 4 ? -85 : 85])

/** One lake as wide as the world. Its tiles and letters are saved, and not drawn, since a worker would load them. */
const styleOf = (colour: readonly number[]) => ({
  version: 8,
  glyphs: 'fonts/{fontstack}/{range}.pbf',
  sources: {
    world: { type: 'geojson', data: { type: 'Polygon', coordinates: [world] } },
    lakes: { type: 'vector', tiles: ['tiles/{z}/{x}/{y}'], maxzoom: 14 },
  },
  layers: [
    { id: 'world', type: 'fill', source: 'world', paint: { 'fill-color': `rgb(${colour.join()})` } },
    {
      id: 'names',
      type: 'symbol',
      source: 'lakes',
      'source-layer': 'lakes',
      layout: { visibility: 'none', 'text-field': 'Lake', 'text-font': ['Noto Sans Regular'] },
    },
  ],
})

/** The service of the map, in place of a network. */
let service: {
  /** What has been asked for. */
  received: string[]
  /** In place of a style. */
  styles: (() => Response)[]
  /** How many more requests are answered: afterwards the network is broken. */
  answersLeft: number
  tileBytes: number
  /** Whether nobody gets a tile who asks now. */
  isHeld: boolean
}

let count = 0
/** Of each test another one, since sizes of tiles are remembered. */
let base: string
const mapOf = (style: string) => ({ name: 'maps.test', style: `${base}/${style}`, dark_style: `${base}/night.json` })

async function answer(address: string, signal: AbortSignal | null | undefined): Promise<Response> {
  service.received.push(address.slice(base.length))
  if (service.answersLeft <= 0) throw new TypeError('Failed to fetch')
  service.answersLeft -= 1
  if (address.endsWith('.json')) {
    const instead = service.styles.shift()
    return instead ? instead() : Response.json(styleOf(address.endsWith('day.json') ? LAKE : NIGHT_LAKE))
  }
  if (!address.includes('/tiles/')) return new Response()
  if (service.isHeld) await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  return new Response(new Uint8Array(service.tileBytes))
}

beforeEach(async () => {
  count += 1
  base = `https://maps-${count}.test`
  service = { received: [], styles: [], answersLeft: Number.POSITIVE_INFINITY, tileBytes: 100, isHeld: false }
  const { fetch } = window
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    return address.startsWith(base) ? answer(address, init?.signal) : fetch(input, init)
  })
  // If the detailed style comes while the bundled map writes the name of a town, the library looks for the town's
  // letters among the saved fonts, in vain. The pin also has others, so its letters are still watched.
  const { warn } = console
  const ofTown = [...new Set('Huntsville')].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'))
  const expected = new RegExp(
    `^Unable to load glyph range .* U\\+(${ofTown.join('|')}) .* Not saved on this device`,
    'i',
  )
  vi.spyOn(console, 'warn').mockImplementation((...said) => {
    if (!expected.test(said.join(' '))) warn(...said)
  })
  vi.spyOn(session, 'refreshNow').mockResolvedValue(undefined as never)
  offerMap('day.json')
  await page.viewport(390, 640)
})

afterEach(async () => {
  // A map may still be about to read what is removed now.
  closeScreen()
  setOnline(true)
  openMapArea(ROBIN.id, 'none')
  for (const name of await listFileCaches()) await deleteFileCache(name)
})

/** What the server says of the detailed map, from now on. */
function offerMap(style: string): void {
  queryCache.remove(['places/config'])
  responses.set('/api/places/config', async () => ({ geocoder: null, map: { ...mapOf(style), pmtiles: '' } }))
}

function setOnline(isOnline: boolean): void {
  if (isOnline) Reflect.deleteProperty(navigator, 'onLine')
  else Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

async function openMap(places = [canisbayLake]): Promise<string> {
  const { trip } = await openTrip({ values: { places } })
  showApp(`/trip/${trip.id}/map`)
  return trip.id
}

/** As a page that is opened again: what is saved is read from the device. */
function openAgain(tripId: string): void {
  openMapArea(ROBIN.id, 'none')
  showApp(`/trip/${tripId}/map`)
}

const control = button('Save map for offline')
const save = button('Save')
const here = page.getByText(/^The map around Canisbay Lake is saved on this device: [\d.]+ [kM]B\.$/)
const size = page.getByText(/^About \d+ kB$/)
const alert = page.getByRole('alert')

/** The map requests the letters of its pins late. If that fails, the library prints a warning. */
const expectLettersLoaded = () =>
  expect.poll(() => service.received.some((path) => path.includes('/fonts/'))).toBe(true)

async function savedFiles(): Promise<number> {
  const name = (await listFileCaches()).find((each) => each.startsWith('wayfare-map-area '))
  return (name !== undefined && (await (await openFileCache(name))?.keys())?.length) || 0
}

async function zoomIn(times: number): Promise<void> {
  for (let time = 0; time < times; time++) await button('Zoom in').click()
}

test('a detailed map that does not load leaves the bundled one, and can be tried again', async () => {
  service.styles = [
    () => new Response('<!doctype html><h1>Sign in to the Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } }),
    () => new Response('busy', { status: 503 }),
  ]
  await openMap()
  await button('Show detailed map').click()
  const failure = alert.filter({ hasText: 'The detailed map of maps.test didn’t load.' })
  await expect.element(failure).toBeVisible()
  await expectLandDrawn()
  await button('Try again').click()
  await expect.poll(() => service.styles).toEqual([])
  await expect.element(failure).toBeVisible()
  await button('Try again').click()
  await expectShare(LAKE, 0.5)
  await expectCount(failure, 0)
})

test('by keyboard alone an area is chosen, cancelled, saved and removed', async () => {
  await openMap()
  await pressOn(button('Show detailed map'), 'Enter')
  await expectShare(LAKE, 0.5)
  await pressOn(control, 'Enter')
  await expect.element(page.getByRole('radio', { name: 'Around all places and tracks' })).toHaveFocus()
  await press('ArrowDown')
  await expect.element(page.getByRole('radio', { name: '5 km around each place and track' })).toBeChecked()
  await press('Escape')
  await expect.element(control).toHaveFocus()
  await press('Enter')
  await expect.element(size).toBeVisible()
  await expectNoAxeFindings()
  service.isHeld = true
  await press('Enter')
  await expect.element(page.getByText(/^Saving the map: \d+%$/)).toBeVisible()
  await press('Tab')
  await expect.element(button('Cancel')).toHaveFocus()
  await press('Enter')
  await expect.element(control).toBeVisible()
  expect(await savedFiles()).toBe(0)
  service.isHeld = false
  await expect.element(control).toHaveFocus()
  await press('Enter')
  await expect.element(size).toBeVisible()
  await press('Enter')
  await expect.element(here).toBeVisible()
  await expectNoAxeFindings()
  await pressOn(button('Remove map'), 'Enter')
  await press('Tab')
  await press('Enter')
  await expect.element(page.getByText('The map is no longer on this device.')).toBeVisible()
  expect(await savedFiles()).toBe(0)
})

test('a network that breaks in the middle leaves what is there, and it goes on', async () => {
  const id = await openMap()
  await button('Show detailed map').click()
  await expectShare(LAKE, 0.5)
  await expectLettersLoaded()
  await control.click()
  await expect.element(size).toBeVisible()
  service.answersLeft = 40
  await save.click()
  const some = alert.filter({ hasText: /\d+% of the map is saved on this device\./ })
  await expectText(some, 'The map service isn’t responding.')
  await expectNoAxeFindings()
  const files = await savedFiles()
  expect(files).toBeGreaterThan(20)
  service.answersLeft = 8
  await button('Try again').click()
  await expect.poll(savedFiles).toBeGreaterThan(files)
  await expectText(some, 'The map service isn’t responding.')

  // The part is of use, and a page that was closed meanwhile goes on too.
  service.answersLeft = 0
  openAgain(id)
  await expect.element(some).toBeVisible()
  await expect.element(alert.getByText('You see the one saved on this device.')).toBeVisible()
  service.answersLeft = Number.POSITIVE_INFINITY
  service.received.length = 0
  await button('Continue').click()
  await expect.element(here).toBeVisible()
  expect(service.received.filter((each) => each.includes('/fonts/'))).toEqual([])
})

test('an area that is too large says so, and a smaller one can be saved', async () => {
  const hospital = newPlace('00000000-0000-4000-8000-00000000ca40', {
    name: 'Huntsville Hospital',
    kind: 'hospital',
    position: '45.33690,-79.20530',
    zone: 'America/Toronto',
  })
  await openMap([canisbayLake, hospital])
  await button('Show detailed map').click()
  await expectShare(LAKE, 0.5)
  service.tileBytes = 150_000
  await control.click()
  await expect
    .element(page.getByText('That’s more than 60 MB, the most you can save. Choose another area'))
    .toBeVisible()
  await expect.element(save).toBeDisabled()
  await expectNoAxeFindings()
  await page.getByRole('radio', { name: 'What the map shows now' }).click()
  await expect.element(page.getByText('the most you can save. Zoom in on the map.')).toBeVisible()
  await zoomIn(4)
  await expect.element(page.getByText(/^About [\d.]+ MB$/)).toBeVisible()
  await expect.element(save).toBeEnabled()
  await page.getByRole('radio', { name: '5 km around each place and track' }).click()
  await expect.element(page.getByText(/^About [\d.]+ MB$/)).toBeVisible()
  service.tileBytes = 1000
  await save.click()
  await expect.element(here).toBeVisible()
})

test('a browser that stores no more, or nothing, is told', async () => {
  const { put } = Cache.prototype
  vi.spyOn(Cache.prototype, 'put').mockImplementation(function (this: Cache, key, response) {
    if (String(key).includes('/tiles/13/')) throw new DOMException('Quota exceeded.', 'QuotaExceededError')
    return put.call(this, key, response)
  })
  const id = await openMap()
  await button('Show detailed map').click()
  await control.click()
  await expect.element(size).toBeVisible()
  await save.click()
  await expectText(alert, 'This browser has no space left.')
  await button('Remove map').click()
  await dialog().getByRole('button', { name: 'Remove map' }).click()
  await expect.element(control).toBeVisible()

  vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 1000, usage: 900 })
  openAgain(id)
  await control.click()
  await expect.element(page.getByText(/but this browser has room for 1 kB/)).toBeVisible()
  await expect.element(save).toBeDisabled()
  vi.spyOn(CacheStorage.prototype, 'open').mockRejectedValue(new DOMException('No', 'SecurityError'))
  openAgain(id)
  await expect.element(page.getByText('This browser can’t save the map. Private windows never can')).toBeVisible()
  await expectCount(control, 0)
})

test('an area of another map still works offline, and is offered again', async () => {
  const id = await openMap()
  await button('Show detailed map').click()
  await expectLettersLoaded()
  await control.click()
  await expect.element(size).toBeVisible()
  await save.click()
  await expect.element(here).toBeVisible()
  offerMap('night.json')
  service.received.length = 0
  openAgain(id)
  await expect.element(page.getByText('The detailed map has changed since.')).toBeVisible()
  await expectShare(NIGHT_LAKE, 0.5)
  await expectLettersLoaded()
  setOnline(false)
  service.answersLeft = 0
  service.received.length = 0
  openAgain(id)
  await expect.element(here).toBeVisible()
  await zoomIn(3)
  await expectShare(LAKE, 0.7)
  expect(service.received).toEqual([])
  service.answersLeft = Number.POSITIVE_INFINITY
  setOnline(true)
  await button('Save again').click()
  await expectCount(page.getByText('The detailed map has changed since.'), 0)
  await expect.element(here).toBeVisible()
})
