import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, SERVER_GONE } from './fixtures.ts'
import { ASKED, expectLandDrawn, pin, plan, shareOf, smallPhone, test } from './map-page.ts'
import { LAKE } from './map-service.ts'
import { waitUntilAppCached } from './on-device.ts'

/*
 * The detailed map of others, and what loads a map. What a map shows and does is in web/pages/map/map-page.test.tsx,
 * what is there without a network in map-area.spec.ts and tracks.spec.ts.
 */

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

test('an operator who switches the detailed map on reaches devices that have the app of before, and it is asked after somebody agreed, once for the trip, and learns no trip and no person', async ({
  openSignedIn,
  createTrip,
  server,
  maps,
  allowConsole,
}) => {
  test.slow()
  allowConsole(ASKED)
  allowConsole(SERVER_GONE)
  await server.restartWith({ MAP: 'off' })
  const page = await openSignedIn(smallPhone)
  const ids = [
    await createTrip(page, { name: 'To the lake', type: 'car_trip', plan }),
    await createTrip(page, { name: 'To another', type: 'car_trip', plan }),
  ]
  await test.step('the operator switches it on', async () => {
    await page.goto(`/trip/${ids[0]}/map`)
    await waitUntilAppCached(page)
    await expectLandDrawn(page)
    await expect(page.getByRole('button', { name: 'Show detailed map' })).toHaveCount(0)
    await server.restartWith({ MAP: 'on' })
    await endServiceWorker(page)
    // The document is from the cache, its headers are renewed for the next time.
    await page.reload()
    await expect(page.getByRole('button', { name: 'Show detailed map' })).toBeVisible()
    await expect.poll(() => policyOf(page)).toContain(maps.baseUrl)
    await page.reload()
  })

  await test.step('nobody is asked before somebody agrees', async () => {
    await expectLandDrawn(page)
    await expect(page.getByText('Loads from 127.0.0.1, which can see')).toBeVisible()
    expect(maps.received).toEqual([])
    await page.getByRole('button', { name: 'Show detailed map' }).tap()
    await expect.poll(() => shareOf(page, LAKE)).toBeGreaterThan(0.5)
    await expect(pin(page, 'Canisbay Lake')).toBeVisible()
    await expectNoAxeFindings(page)
    expect(
      maps.received.filter(
        (each) => !/^\/(style\.json|tiles\/\d+\/\d+\/\d+|sprites\/day(@2x)?\.(json|png))$/.test(each),
      ),
    ).toEqual([])
  })

  await test.step('and that is for this trip', async () => {
    await page.reload()
    await expect.poll(() => shareOf(page, LAKE)).toBeGreaterThan(0.5)
    await expect(page.getByRole('button', { name: 'Show detailed map' })).toHaveCount(0)
    maps.received.length = 0
    await page.goto(`/trip/${ids[1]}/map`)
    await expectLandDrawn(page)
    expect(maps.received).toEqual([])
  })
})

test('no other page of the app loads the map or the gazetteer, only Overview a picture of the map', async ({
  openContext,
  openSignedIn,
  createTrip,
}) => {
  const visitor = await (await openContext()).newPage()
  const page = await openSignedIn({})
  const asked: string[] = []
  for (const one of [visitor, page]) one.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  const isQuiet = async (one: Page) => {
    await one.waitForLoadState('networkidle')
    expect(asked.filter((path) => /base-map|gazetteer|device-places|add-place|\/api\/places/.test(path))).toEqual([])
  }
  await visitor.goto('/')
  await isQuiet(visitor)
  for (const path of ['/', `/trip/${id}?tab=itinerary`, `/trip/${id}/emergency`, `/trip/${id}/group`]) {
    await page.goto(path)
    await isQuiet(page)
  }
  await page.goto(`/trip/${id}`)
  await expect(page.getByRole('link', { name: 'Canisbay Lake: open' })).toBeVisible()
  await isQuiet(page)
  await page.getByRole('link', { name: 'All 2 places' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('img', { name: /^Where the trip’s places lie/ })).toHaveAttribute('data-drawn', 'true')
  expect(asked.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(5)
  expect(asked.filter((path) => /loaded-map|maplibre|trip-map/.test(path))).toEqual([])
})
