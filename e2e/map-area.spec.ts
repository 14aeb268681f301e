import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { canisbayLake } from '#domain/testing/places.ts'
import { expect, OFFLINE, SERVER_GONE } from './fixtures.ts'
import { ASKED, expectLandDrawn, pin, plan, shareOf, smallPhone, test } from './map-page.ts'
import { FILE_LAKE, LAKE, makeTileFile, NIGHT_LAKE } from './map-service.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { showOfflineSwitch } from './page-parts.ts'
import { phoneWithApp, touchPhone } from './phone.ts'

/*
 * An area of the detailed map that is saved on the device. How it is chosen, and what fails, is in
 * web/features/map/saved-area.test.tsx.
 */

const oneLake = { ...plan, places: [canisbayLake] }
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

test.beforeEach(({ allowConsole }) => {
  allowConsole(ASKED)
  allowConsole(OFFLINE)
  allowConsole(SERVER_GONE)
  allowConsole(LATE_NAME)
})

// Other tests have the same server.
test.afterAll(({ server, maps }) =>
  server.restartWith({ MAP_STYLE_URL: `${maps.baseUrl}/style.json`, MAP_DARK_STYLE_URL: '', MAP_PMTILES_URL: '' }),
)

test('an area of a service’s map is saved with all it needs, shown without a network by day and night, and goes with “Available offline”', async ({
  openSignedIn,
  createTrip,
  server,
  maps,
}) => {
  test.slow()
  await server.restartWith({
    MAP_STYLE_URL: `${maps.baseUrl}/full/day.json`,
    MAP_DARK_STYLE_URL: `${maps.baseUrl}/full/night.json`,
    MAP_PMTILES_URL: '',
  })
  const page = await openSignedIn(smallPhone)
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
  await save(page).tap()
  await expect(here(page)).toBeVisible()
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
  await page.goto(`/trip/${id}`)
  const offline = await showOfflineSwitch(page)
  await expect(offline).toBeChecked()
  await offline.uncheck()
  await expect.poll(() => savedFiles(page)).toBe(0)
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

test('an operator’s own file of tiles is the detailed map, and one that is cut off leaves the bundled one', async ({
  openSignedIn,
  createTrip,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 416/)
  const folder = join(server.dataDir, 'map')
  const file = makeTileFile()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'park.pmtiles'), file)
  await server.restartWith({ MAP_STYLE_URL: '', MAP_DARK_STYLE_URL: '', MAP_PMTILES_URL: 'park.pmtiles' })
  const page = await openSignedIn(touchPhone)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}/map`)
  await expect.poll(() => share(page, FILE_COLOUR)).toBeGreaterThan(0.5)
  await expect(page.getByRole('button', { name: 'Show detailed map' })).toHaveCount(0)
  await expect(pin(page, 'Canisbay Lake')).toBeVisible()

  await writeFile(join(folder, 'park.pmtiles'), file.subarray(0, 60))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The detailed map didn’t load. You still see the basic map.')
  await expectLandDrawn(page)
})
