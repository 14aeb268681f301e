import type { Page } from '@playwright/test'
import { newPlace } from '#domain/plan/places.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { canisbayLake } from '#domain/testing/places.ts'
import { expect, expectNoAxeFindings, OFFLINE, test } from './fixtures.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { phoneWithApp } from './phone.ts'

/* The still map on Overview: a picture of the bundled map, which opens the map. More: web/app/still-map.test.tsx. */

const hospital = newPlace('00000000-0000-4000-8000-00000000ca40', {
  name: 'Huntsville Hospital',
  kind: 'hospital',
  position: '45.33690,-79.20530',
})
const plan = {
  details: { ...buildDetails(datesOf('2031-06-11', '2031-06-13')), place_id: canisbayLake.id },
  places: [hospital, canisbayLake],
}

const panel = (page: Page) => page.getByRole('region', { name: 'Destination Map' })
const picture = (page: Page) =>
  panel(page).getByRole('img', {
    name: 'Where the trip’s places lie: Canisbay Lake and Huntsville Hospital. Farthest apart: 54 km',
  })
const link = (page: Page) => panel(page).getByRole('link')

test('OVER-20 a trip without a map of its own shows a picture of it, which loads when it is near and opens it; without a network the places are on a plain ground', async ({
  openSignedIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  allowConsole(/ERR_FAILED/)
  const page = await openSignedIn(phoneWithApp)
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(new URL(request.url()).pathname))
  const pieces = () => loaded.filter((path) => /still-map|base-map/.test(path))
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}`)
  await expect(panel(page).getByText('No map configured for this trip')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(pieces()).toEqual([])
  const room = (await link(page).boundingBox())?.height

  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  await page.context().setOffline(true)
  await page.reload()
  await panel(page).scrollIntoViewIfNeeded()
  await expect(picture(page)).toHaveAttribute('data-drawn', 'false')
  await expect(picture(page)).toContainText('Canisbay Lake')
  await expect(picture(page)).toContainText('20 km')
  // The map is there as soon as the network is.
  await page.context().setOffline(false)
  await expect(picture(page)).toHaveAttribute('data-drawn', 'true')
  expect((await link(page).boundingBox())?.height).toBe(room)
  expect(pieces().length).toBeGreaterThan(1)
  await expect(picture(page)).toContainText('Huntsville Hospital')
  await expect(picture(page)).toContainText('20 km')
  await expect(link(page)).toHaveAccessibleName(/^Where the trip’s places lie: .*All 2 places$/)
  await expectNoAxeFindings(page)
  await picture(page).tap()
  await expect(page).toHaveURL(new RegExp(`/trip/${id}/map$`))

  // The page of the map caches all of it.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const found = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
        return found.flat().some(({ url }) => url.includes('base-map'))
      }),
    )
    .toBe(true)
  await page.context().setOffline(true)
  await page.goto(`/trip/${id}`)
  await panel(page).scrollIntoViewIfNeeded()
  await expect(picture(page)).toHaveAttribute('data-drawn', 'true')
  await page.context().setOffline(false)
})
