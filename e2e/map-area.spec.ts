import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { canisbayLake } from '#domain/testing/places.ts'
import { expect, expectNoAxeFindings, OFFLINE, SERVER_GONE } from './fixtures.ts'
import { ASKED, expectLandDrawn, plan, shareOf, test } from './map-page.ts'
import { FILE_LAKE, LAKE, makeTileFile, NIGHT_LAKE } from './map-service.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { showOfflineSwitch } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'

/* An area of the detailed map that is saved on the device. */

const oneLake = { ...plan, places: [canisbayLake] }
/** The browser's words for a service that does not answer. */
const BROKEN = /ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_ABORTED/
const FILE_COLOUR = (FILE_LAKE.match(/[0-9a-f]{2}/g) ?? []).map((part) => Number.parseInt(part, 16)) as typeof LAKE

const control = (page: Page) => page.getByRole('button', { name: 'Save map for offline' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const here = (page: Page) => page.getByText(/^The map around Canisbay Lake is saved on this device: [\d.]+ [kM]B\.$/)

/** Of names on the bundled map that were being drawn when the saved one took its place. */
const LATE_NAME = /Unable to load glyph range .* Not saved on this device/

/** As `shareOf`, also while the map is made again. */
const share = (page: Page, colour: Parameters<typeof shareOf>[1]) => shareOf(page, colour).catch(() => 0)

/** How many files the area has on the device. */
const savedFiles = (page: Page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith('wayfare-map-area '))
    return name === undefined ? 0 : (await (await caches.open(name)).keys()).length
  })

async function zoomIn(page: Page, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await page.getByRole('button', { name: 'Zoom in' }).click()
}

test.beforeEach(async ({ server, maps, allowConsole }) => {
  allowConsole(ASKED)
  allowConsole(OFFLINE)
  allowConsole(SERVER_GONE)
  allowConsole(LATE_NAME)
  const settings = {
    MAP_STYLE_URL: `${maps.baseUrl}/full/day.json`,
    MAP_DARK_STYLE_URL: `${maps.baseUrl}/full/night.json`,
    MAP_PMTILES_URL: '',
  }
  await server.restartWith(settings)
})

// Other tests have the same server.
test.afterAll(({ server, maps }) =>
  server.restartWith({ MAP_STYLE_URL: `${maps.baseUrl}/style.json`, MAP_DARK_STYLE_URL: '', MAP_PMTILES_URL: '' }),
)

test('an area of a service’s map is saved with all it needs, shown without a network by day and night, and removed', async ({
  openSignedIn,
  createTrip,
  maps,
}) => {
  test.slow()
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: oneLake })
  await page.goto(`/trip/${id}/map`)
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  await expectLandDrawn(page)
  await expect(control(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show detailed map' }).tap()
  await expect.poll(() => share(page, LAKE)).toBeGreaterThan(0.5)
  maps.received.length = 0
  await control(page).tap()
  await expect(page.getByText(/^About \d+ kB$/)).toBeVisible()
  await expectNoAxeFindings(page)
  await save(page).tap()
  await expect(here(page)).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await savedFiles(page)).toBeGreaterThan(40)
  // Nobody says where they come from.
  expect(maps.received.filter((each) => !/^\/full\/\S+$/.test(each))).toEqual([])
  for (const part of [
    'day.json',
    'night.json',
    'full@2x.png',
    'full.json',
    'Noto%20Sans%20Regular/256-511',
    'tiles/14/',
  ])
    expect(maps.received.some((each) => each.includes(part))).toBe(true)
  expect(maps.received.filter((each) => each.includes('/tiles/15/'))).toEqual([])

  await page.context().setOffline(true)
  maps.received.length = 0
  await expect.poll(() => share(page, LAKE)).toBeGreaterThan(0.2)
  await page.reload()
  await expect(here(page)).toBeVisible()
  await zoomIn(page, 3)
  await expect.poll(() => share(page, LAKE)).toBeGreaterThan(0.7)
  // Farther in than tiles are saved, they are enlarged.
  await zoomIn(page, 4)
  await expect.poll(() => share(page, LAKE)).toBeGreaterThan(0.7)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => share(page, NIGHT_LAKE)).toBeGreaterThan(0.7)
  // Elsewhere the bundled map is beneath.
  for (let count = 0; count < 9; count++) await page.getByRole('button', { name: 'Zoom out' }).tap()
  await expect.poll(() => share(page, '--good-soft')).toBeGreaterThan(0.2)
  expect(maps.received).toEqual([])

  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: 'Change area' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove map' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove map' }).tap()
  await expect(page.getByText('The map is no longer on this device.')).toBeVisible()
  expect(await savedFiles(page)).toBe(0)
})

test('an area of an operator’s file has its exact size, is shown without a network, and goes with a sign-out', async ({
  openSignedIn,
  createTrip,
  server,
  person,
}) => {
  test.slow()
  const folder = join(server.dataDir, 'map')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'lake.pmtiles'), makeTileFile())
  await server.restartWith({ MAP_STYLE_URL: '', MAP_DARK_STYLE_URL: '', MAP_PMTILES_URL: 'lake.pmtiles' })
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: oneLake })
  await page.goto(`/trip/${id}/map`)
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  await expect.poll(() => share(page, FILE_COLOUR)).toBeGreaterThan(0.5)
  await control(page).tap()
  const size = page.getByText(/^\d+ kB$/)
  await expect(size).toBeVisible()
  const before = await size.textContent()
  await save(page).tap()
  await expect(here(page)).toContainText(`: ${before}.`)
  await page.context().setOffline(true)
  await page.reload()
  await expect(here(page)).toBeVisible()
  await zoomIn(page, 3)
  await expect.poll(() => share(page, FILE_COLOUR)).toBeGreaterThan(0.7)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: person.username }).tap()
  await page.getByRole('menuitem', { name: 'Sign Out' }).tap()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => savedFiles(page)).toBe(0)
})

test('a network that breaks in the middle leaves what is there, and it goes on', async ({
  openSignedIn,
  createTrip,
  maps,
  allowConsole,
}) => {
  test.slow()
  allowConsole(BROKEN)
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: oneLake })
  await page.goto(`/trip/${id}/map`)
  await page.getByRole('button', { name: 'Show detailed map' }).tap()
  await expect.poll(() => share(page, LAKE)).toBeGreaterThan(0.5)
  await control(page).tap()
  await expect(page.getByText(/^About \d+ kB$/)).toBeVisible()
  maps.answersLeft = 40
  await save(page).tap()
  const alert = page.getByRole('alert').filter({ hasText: /\d+% of the map is saved on this device\./ })
  await expect(alert).toContainText('The map service isn’t responding.')
  await expectNoAxeFindings(page)
  const files = await savedFiles(page)
  expect(files).toBeGreaterThan(20)
  maps.answersLeft = 15
  await page.getByRole('button', { name: 'Try again' }).tap()
  await expect.poll(() => savedFiles(page)).toBeGreaterThan(files)
  await expect(alert).toContainText('The map service isn’t responding.')

  // The part is of use, and a page that was closed meanwhile goes on too.
  maps.answersLeft = 0
  await page.reload()
  await expect(alert).toBeVisible()
  await page.getByRole('alert').getByText('You see the one saved on this device.').waitFor()
  maps.answersLeft = Number.POSITIVE_INFINITY
  maps.received.length = 0
  await page.getByRole('button', { name: 'Continue' }).tap()
  await expect(here(page)).toBeVisible()
  expect(maps.received.filter((each) => each.includes('/fonts/'))).toEqual([])
})

test('an area that is too large says so, and a smaller one can be saved', async ({
  openSignedIn,
  createTrip,
  maps,
}) => {
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}/map`)
  await page.getByRole('button', { name: 'Show detailed map' }).tap()
  await expect.poll(() => share(page, LAKE)).toBeGreaterThan(0.5)
  maps.ballast = 150_000
  await control(page).tap()
  await expect(page.getByText('That’s more than 60 MB, the most you can save. Choose another area')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await expectNoAxeFindings(page)
  await page.getByRole('radio', { name: 'What the map shows now' }).tap()
  await expect(page.getByText('the most you can save. Zoom in on the map.')).toBeVisible()
  await zoomIn(page, 4)
  await expect(page.getByText(/^About [\d.]+ MB$/)).toBeVisible()
  await expect(save(page)).toBeEnabled()
  await page.getByRole('radio', { name: '5 km around each place and track' }).tap()
  await expect(page.getByText(/^About [\d.]+ MB$/)).toBeVisible()
  maps.ballast = 1000
  await save(page).tap()
  await expect(here(page)).toBeVisible()
})

test('by keyboard alone an area is chosen, cancelled, saved and removed', async ({
  openSignedIn,
  createTrip,
  maps,
}) => {
  const page = await openSignedIn({ viewport: { width: 1280, height: 800 } })
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: oneLake })
  await page.goto(`/trip/${id}/map`)
  await page.getByRole('button', { name: 'Show detailed map' }).press('Enter')
  await expect.poll(() => share(page, LAKE)).toBeGreaterThan(0.5)
  await control(page).press('Enter')
  await expect(page.getByRole('radio', { name: 'Around all places and tracks' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: '5 km around each place and track' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(control(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^About \d+ kB$/)).toBeVisible()
  maps.ballast = 200_000
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Saving the map: \d+%$/)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(control(page)).toBeVisible()
  expect(await savedFiles(page)).toBe(0)
  maps.ballast = 0
  await expect(control(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^About \d+ kB$/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(here(page)).toBeVisible()
  await page.getByRole('button', { name: 'Remove map' }).press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The map is no longer on this device.')).toBeVisible()
})

test('a browser that stores no more, or nothing, is told', async ({ openSignedIn, createTrip }) => {
  const page = await openSignedIn(phoneWithApp)
  await page.addInitScript(() => {
    const { put } = Cache.prototype
    Cache.prototype.put = async function (this: Cache, key, response) {
      if (String(key).includes('/tiles/13/')) throw new DOMException('Quota exceeded.', 'QuotaExceededError')
      return put.call(this, key, response)
    }
  })
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: oneLake })
  await page.goto(`/trip/${id}/map`)
  await page.getByRole('button', { name: 'Show detailed map' }).tap()
  await control(page).tap()
  await expect(page.getByText(/^About \d+ kB$/)).toBeVisible()
  await save(page).tap()
  await expect(page.getByRole('alert')).toContainText('This browser has no space left.')
  await page.getByRole('button', { name: 'Remove map' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove map' }).tap()
  await expect(control(page)).toBeVisible()

  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 1000, usage: 900 })
  })
  await page.reload()
  await control(page).tap()
  await expect(page.getByText(/but this browser has room for 1 kB/)).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await page.addInitScript(() => {
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('No', 'SecurityError'))
  })
  await page.reload()
  await expect(page.getByText('This browser can’t save the map. Private windows never can')).toBeVisible()
  await expect(control(page)).toHaveCount(0)
})

test('an area of another map still works offline, is offered again, and goes with “Available offline”', async ({
  openSignedIn,
  createTrip,
  server,
  maps,
}) => {
  test.slow()
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: oneLake })
  await page.goto(`/trip/${id}/map`)
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  await page.getByRole('button', { name: 'Show detailed map' }).tap()
  await control(page).tap()
  await expect(page.getByText(/^About \d+ kB$/)).toBeVisible()
  await save(page).tap()
  await expect(here(page)).toBeVisible()
  await server.restartWith({ MAP_STYLE_URL: `${maps.baseUrl}/full/night.json` })
  await page.reload()
  await expect(page.getByText('The detailed map has changed since.')).toBeVisible()
  await expect.poll(() => share(page, NIGHT_LAKE)).toBeGreaterThan(0.5)
  await page.context().setOffline(true)
  await page.reload()
  await expect(here(page)).toBeVisible()
  await zoomIn(page, 3)
  await expect.poll(() => share(page, LAKE)).toBeGreaterThan(0.7)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save again' }).tap()
  await expect(page.getByText('The detailed map has changed since.')).toHaveCount(0)
  await expect(here(page)).toBeVisible()
  await page.goto(`/trip/${id}`)
  const offline = await showOfflineSwitch(page)
  await expect(offline).toBeChecked()
  await offline.uncheck()
  await expect.poll(() => savedFiles(page)).toBe(0)
})
