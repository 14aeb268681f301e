import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { canisbayLake } from '#domain/testing/places.ts'
import { raw } from '#server/testing/stand-in.ts'
import { expect, expectNoAxeFindings, OFFLINE, SERVER_GONE } from './fixtures.ts'
import { ASKED, cachedMaps, expectLandDrawn, map, pin, plan, row, shareOf, test } from './map-page.ts'
import { FILE_LAKE, LAKE, makeTileFile } from './map-service.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { showOfflineSwitch } from './page-parts.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import { shareWithEverybody } from './stored-plan.ts'

/* The map: the bundled one, the detailed one of others, offline, by touch and by keyboard. */

/** The content security policy of the cached document. */
const policyOf = (page: Page) =>
  page.evaluate(async () => (await caches.match('/trip/'))?.headers.get('content-security-policy') ?? '')

/** As the browser does after half a minute without work. */
async function endServiceWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

test('the places are on a map of the world that asks nobody: pins open them, and a day hides the others', async ({
  openSignedIn,
  createTrip,
  maps,
}) => {
  const page = await openSignedIn(touchPhone)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}/map`)
  await expectLandDrawn(page)
  await expectNoAxeFindings(page)
  await pin(page, 'Huntsville Hospital').tap()
  await expect(page.getByRole('dialog', { name: 'Huntsville Hospital' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).tap()
  await page.getByLabel('Day', { exact: true }).selectOption({ index: 1 })
  await expect(pin(page, 'Huntsville Hospital')).toHaveCount(0)
  await expect(row(page, 'Huntsville Hospital')).toHaveCount(0)
  await expect(pin(page, 'Canisbay Lake')).toBeVisible()
  await page.getByLabel('Day', { exact: true }).selectOption({ index: 2 })
  await expect(pin(page, 'Huntsville Hospital')).toBeVisible()
  expect(maps.received).toEqual([])
})

test('by keyboard alone the map moves and zooms, and the list opens each place', async ({
  openSignedIn,
  createTrip,
}) => {
  const page = await openSignedIn({ viewport: { width: 1280, height: 800 } })
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}/map`)
  await expectLandDrawn(page)
  const at = async () => (await pin(page, 'Canisbay Lake').boundingBox())?.x ?? 0
  const before = await at()
  await map(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(at).toBeGreaterThan(before + 50)
  const scale = page.locator('.maplibregl-ctrl-scale')
  const nearer = (await scale.textContent()) ?? ''
  await page.getByRole('button', { name: 'Zoom out' }).press('Enter')
  await page.getByRole('button', { name: 'Zoom out' }).press('Enter')
  await expect(scale).not.toHaveText(nearer)
  await row(page, 'Canisbay Lake').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Canisbay Lake' })).toBeVisible()
})

test('a press on the map becomes a place, and so does its middle without a mouse', async ({
  openSignedIn,
  createTrip,
}) => {
  const page = await openSignedIn(touchPhone)
  const id = await createTrip(page, {
    name: 'To the lake',
    type: 'car_trip',
    plan: { ...plan, places: [canisbayLake] },
  })
  await page.goto(`/trip/${id}/map`)
  await expectLandDrawn(page)
  const choose = async () => {
    await page.getByRole('button', { name: 'Add place' }).tap()
    await page.getByRole('button', { name: 'Choose on the map' }).tap()
    await expect(page.getByRole('region', { name: 'Choose a point' })).toContainText('Tap the map, or move it')
  }
  await choose()
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await expect(page.getByRole('region', { name: 'Choose a point' })).toHaveCount(0)

  await choose()
  const { x, y, width } = (await map(page).boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.touchscreen.tap(x + width / 4, y + 100)
  await page.getByLabel('Name', { exact: true }).fill('Our canoe')
  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(page.getByRole('listitem').filter({ has: row(page, 'Our canoe') })).toContainText(
    /4\d\.\d+° N, 7\d\.\d+° W/,
  )
  await expect(pin(page, 'Our canoe')).toBeVisible()

  await choose()
  await expect(map(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Choose a point' })).toHaveCount(0)
  await choose()
  await page.getByRole('button', { name: 'Use this point' }).press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('The middle')
  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(pin(page, 'The middle')).toBeVisible()
})

test('the map goes to the first place of a trip, and not where somebody else adds one', async ({
  openSignedIn,
  register,
  server,
  createTrip,
}) => {
  const page = await openSignedIn({ viewport: { width: 1280, height: 800 } })
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip' })
  shareWithEverybody(server, id)
  const friend = await openSignedIn({}, await register({ full_name: 'Alex Friend' }))
  for (const each of [page, friend]) await each.goto(`/trip/${id}/map`)
  const scale = page.locator('.maplibregl-ctrl-scale')
  await expect(scale).toHaveText(/000\skm$/)
  const add = async (by: Page, position: string, name: string) => {
    await by.getByRole('button', { name: 'Add place' }).click()
    await by.getByLabel('Name, coordinates or map link').fill(position)
    await by.getByRole('button', { name: /^Use \d/ }).click()
    await by.getByLabel('Name', { exact: true }).fill(name)
    await by.getByRole('button', { name: 'Add', exact: true }).click()
  }
  await add(page, '45.5666, -78.5991', 'Camp')
  await expect(scale).toHaveText(/^\d\d?\skm$/)
  await expect(pin(page, 'Camp')).toBeInViewport()
  await add(friend, '43.6500, -79.3800', 'Toronto')
  await expect(row(page, 'Toronto')).toBeVisible()
  await expect(scale).toHaveText(/^\d\d?\skm$/)
  await expect(pin(page, 'Camp')).toBeInViewport()
})

test('the detailed map is asked after somebody agreed, once for the trip, and learns no trip and no person', async ({
  openSignedIn,
  createTrip,
  maps,
  allowConsole,
}) => {
  allowConsole(ASKED)
  const page = await openSignedIn(touchPhone)
  const ids = [
    await createTrip(page, { name: 'To the lake', type: 'car_trip', plan }),
    await createTrip(page, { name: 'To another', type: 'car_trip', plan }),
  ]
  await page.goto(`/trip/${ids[0]}/map`)
  await expectLandDrawn(page)
  await expect(page.getByText('Loads from 127.0.0.1, which can see')).toBeVisible()
  expect(maps.received).toEqual([])
  await page.getByRole('button', { name: 'Show detailed map' }).tap()
  await expect.poll(() => shareOf(page, LAKE)).toBeGreaterThan(0.5)
  await expect(pin(page, 'Canisbay Lake')).toBeVisible()
  await expectNoAxeFindings(page)
  expect(
    maps.received.filter((each) => !/^\/(style\.json|tiles\/\d+\/\d+\/\d+|sprites\/day(@2x)?\.(json|png))$/.test(each)),
  ).toEqual([])

  await page.reload()
  await expect.poll(() => shareOf(page, LAKE)).toBeGreaterThan(0.5)
  await expect(page.getByRole('button', { name: 'Show detailed map' })).toHaveCount(0)
  maps.received.length = 0
  await page.goto(`/trip/${ids[1]}/map`)
  await expectLandDrawn(page)
  expect(maps.received).toEqual([])
})

test('an operator who switches the detailed map on reaches devices that have the app of before', async ({
  openSignedIn,
  createTrip,
  server,
  maps,
  allowConsole,
}) => {
  allowConsole(ASKED)
  allowConsole(SERVER_GONE)
  await server.restartWith({ MAP: 'off' })
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}/map`)
  await waitUntilAppCached(page)
  await expectLandDrawn(page)
  await page.reload()
  await expectLandDrawn(page)
  await expect(page.getByRole('button', { name: 'Show detailed map' })).toHaveCount(0)
  await server.restartWith({ MAP: 'on' })
  await endServiceWorker(page)
  // The document is from the cache, its headers are renewed for the next time.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show detailed map' })).toBeVisible()
  await expect.poll(() => policyOf(page)).toContain(maps.baseUrl)
  await page.reload()
  await page.getByRole('button', { name: 'Show detailed map' }).tap()
  await expect.poll(() => shareOf(page, LAKE)).toBeGreaterThan(0.5)
})

test('an operator’s own file of tiles is the detailed map, and one that is cut off leaves the bundled one', async ({
  openSignedIn,
  createTrip,
  server,
  maps,
  allowConsole,
}) => {
  allowConsole(SERVER_GONE)
  allowConsole(/status of 416/)
  const folder = join(server.dataDir, 'map')
  const file = makeTileFile()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'park.pmtiles'), file)
  await server.restartWith({ MAP_STYLE_URL: '', MAP_PMTILES_URL: 'park.pmtiles' })
  try {
    const page = await openSignedIn(touchPhone)
    const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
    await page.goto(`/trip/${id}/map`)
    const [red = 0, green = 0, blue = 0] = (FILE_LAKE.match(/[0-9a-f]{2}/g) ?? []).map((part) =>
      Number.parseInt(part, 16),
    )
    await expect.poll(() => shareOf(page, [red, green, blue])).toBeGreaterThan(0.5)
    await expect(page.getByRole('button', { name: 'Show detailed map' })).toHaveCount(0)
    await expect(pin(page, 'Canisbay Lake')).toBeVisible()

    await writeFile(join(folder, 'park.pmtiles'), file.subarray(0, 60))
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('The detailed map didn’t load. You still see the basic map.')
    await expectLandDrawn(page)
  } finally {
    await server.restartWith({ MAP_STYLE_URL: `${maps.baseUrl}/style.json`, MAP_PMTILES_URL: '' })
  }
})

test('a detailed map that does not load leaves the bundled one, and can be tried again', async ({
  openSignedIn,
  createTrip,
  maps,
  allowConsole,
}) => {
  allowConsole(ASKED)
  allowConsole(/status of 503/)
  maps.answers = [raw(200, '<!doctype html><h1>Sign in to the Wi-Fi</h1>', { 'Content-Type': 'text/html' })]
  const page = await openSignedIn(touchPhone)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}/map`)
  await page.getByRole('button', { name: 'Show detailed map' }).tap()
  const failure = page.getByRole('alert').filter({ hasText: 'The detailed map of 127.0.0.1 didn’t load.' })
  await expect(failure).toBeVisible()
  await expectLandDrawn(page)
  maps.answers = [raw(503, 'busy')]
  await page.getByRole('button', { name: 'Try again' }).tap()
  await expect(failure).toBeVisible()
  maps.answers = []
  await page.getByRole('button', { name: 'Try again' }).tap()
  await expect.poll(() => shareOf(page, LAKE)).toBeGreaterThan(0.5)
  await expect(failure).toHaveCount(0)
})

test('without a network a map that was opened before is there, and so are the places', async ({
  openSignedIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}`)
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  await page.goto(`/trip/${id}/map`)
  await expectLandDrawn(page)
  await expect.poll(() => cachedMaps(page)).toBe(3)
  await page.context().setOffline(true)
  await page.reload()
  await expectLandDrawn(page)
  await expect(pin(page, 'Canisbay Lake')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show detailed map' })).toHaveCount(0)
  await page.context().setOffline(false)
})

test('“Available offline” takes the map along without opening it', async ({
  openSignedIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}`)
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  expect(await cachedMaps(page)).toBe(0)
  await (await showOfflineSwitch(page)).check()
  await expect.poll(() => cachedMaps(page)).toBe(3)
  await page.context().setOffline(true)
  await page.goto(`/trip/${id}/map`)
  await expectLandDrawn(page)
  await page.context().setOffline(false)
})

test('where the device is shows after a press, and is sent to nobody', async ({ openSignedIn, createTrip }) => {
  const page = await openSignedIn(touchPhone)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 45.57231, longitude: -78.61123 })
  await page.goto(`/trip/${id}/map`)
  await expectLandDrawn(page)
  const sent: string[] = []
  page.on('request', (request) => void sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.getByRole('button', { name: 'Show where I am' }).tap()
  await expect(page.locator('.maplibregl-user-location-dot')).toBeVisible()
  await expect.poll(() => shareOf(page, '--good-soft')).toBeGreaterThan(0.3)
  expect(sent.filter((each) => /45\.57|78\.61/.test(each))).toEqual([])
  await page.context().clearPermissions()
})

test('a browser that cannot draw a map shows where the places lie, and all of them in the list', async ({
  openSignedIn,
  createTrip,
}) => {
  const page = await openSignedIn(touchPhone)
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...rest])
    } as typeof getContext
  })
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}/map`)
  const picture = page.getByRole('img', { name: /^Where the trip’s places lie: Canisbay Lake/ })
  await expect(picture).toHaveAttribute('data-drawn', 'true')
  await expect(picture).toContainText('Huntsville Hospital')
  await expect(page.getByText('This browser can’t draw a map. The list has all places.')).toBeVisible()
  await expect(row(page, 'Huntsville Hospital')).toBeVisible()
  await expectNoAxeFindings(page)
})

test('a map whose workers the system has ended meanwhile draws again', async ({ openSignedIn, createTrip }) => {
  const page = await openSignedIn({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(() => {
    const workers: Worker[] = []
    Object.assign(globalThis, { workers })
    globalThis.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options)
        workers.push(this)
      }
    }
  })
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}/map`)
  await expectLandDrawn(page)
  await page.clock.install()
  const setHidden = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  const ended = await page.evaluate(() => {
    const { workers } = globalThis as unknown as { workers: Worker[] }
    for (const worker of workers) worker.terminate()
    return workers.length
  })
  expect(ended).toBeGreaterThan(0)
  await setHidden(true)
  await page.clock.fastForward(6 * 60_000)
  await setHidden(false)
  await map(page).focus()
  for (let count = 0; count < 4; count++) await page.keyboard.press('-')
  await expectLandDrawn(page)
})

test('no other page of the app loads the map, only Overview a picture of it', async ({ openSignedIn, createTrip }) => {
  const page = await openSignedIn({})
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  for (const path of ['/', `/trip/${id}`, `/trip/${id}?tab=itinerary`, `/trip/${id}/emergency`, `/trip/${id}/group`]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(asked.filter((path) => /base-map/.test(path))).toEqual([])
  }
  await page.goto(`/trip/${id}`)
  await page.getByRole('link', { name: 'All 2 places' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('img', { name: /^Where the trip’s places lie/ })).toHaveAttribute('data-drawn', 'true')
  expect(asked.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(5)
  expect(asked.filter((path) => /loaded-map|maplibre|trip-map/.test(path))).toEqual([])
})
