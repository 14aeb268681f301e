import type { Page } from '@playwright/test'
import { killarneyLodge, photon, TestGeocoder } from '#server/testing/geocoder.ts'
import { test as base, expect, expectNoAxeFindings, TestServer } from './fixtures.ts'
import { touchPhone } from './phone.ts'

/* Parks, lakes and campsites, which a service of others knows. */

/** A server with a local Photon. */
const test = base.extend<{ fresh: undefined }, { geocoder: TestGeocoder; server: TestServer }>({
  geocoder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const geocoder = await TestGeocoder.open()
      await use(geocoder)
      await geocoder.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ geocoder }, use) => {
      const server = await TestServer.open({ GEOCODER: 'photon', GEOCODER_URL: geocoder.baseUrl })
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  fresh: [
    async ({ geocoder }, use) => {
      geocoder.received.length = 0
      await use(undefined)
    },
    { auto: true },
  ],
})

const find = (page: Page) => page.getByLabel('Name, coordinates or map link')
const result = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('button', { name })
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `${name}: open` }) })

async function search(page: Page, query: string): Promise<void> {
  await find(page).fill(query)
  await page.getByRole('button', { name: 'Search parks and campsites' }).tap()
}

test('is asked after a press and an agreement, once for the trip, and learns nothing about the person', async ({
  openSignedIn,
  createTrip,
  geocoder,
}) => {
  geocoder.answers = [photon(killarneyLodge, { ...killarneyLodge, name: 'Killarney Kanoes', value: 'attraction' })]
  const page = await openSignedIn(touchPhone)
  const id = await createTrip(page, { name: 'To the lodge', type: 'car_trip' })
  await page.goto(`/trip/${id}/map`)
  await page.getByRole('button', { name: 'Add place' }).tap()
  await search(page, 'killarney lodge')
  await expect(page.getByRole('dialog')).toContainText(
    'Your search and roughly where the trip is are sent to 127.0.0.1.',
  )
  expect(geocoder.received).toEqual([])
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Search with 127.0.0.1' }).tap()
  await expect(result(page, /^Killarney Lodge/)).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('© OpenStreetMap contributors')
  await expectNoAxeFindings(page)

  // The wrong one first.
  await result(page, /^Killarney Kanoes/).tap()
  await page.getByRole('button', { name: 'Back to search' }).tap()
  await result(page, /^Killarney Lodge/).tap()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Killarney Lodge')
  await page.getByLabel('This is the destination').tap()
  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(row(page, 'Killarney Lodge')).toContainText(/Destination.*45\.5571° N, 78\.4083° W/)
  expect(geocoder.received).toHaveLength(1)
  const [{ parameters, cookie }] = geocoder.received as [TestGeocoder['received'][number]]
  expect(parameters).toEqual({ q: 'killarney lodge', limit: '10', lang: 'en' })
  expect(cookie).toBeUndefined()

  // Agreed already; now it looks around the destination.
  await page.reload()
  await page.getByRole('button', { name: 'Add place' }).tap()
  await search(page, 'canoe lake')
  await expect(result(page, /^Killarney Lodge/)).toBeVisible()
  expect(geocoder.received.at(-1)?.parameters).toMatchObject({ q: 'canoe lake', lat: '45.6', lon: '-78.4' })
})
