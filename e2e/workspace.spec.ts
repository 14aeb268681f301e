import { randomUUID } from 'node:crypto'
import { withoutTable } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { countRequests, listRequests } from './held-requests.ts'
import { openField, openNote } from './page-parts.ts'
import { markAsSaved } from './stored-plan.ts'

test.use({ isSignedIn: true })

const TRIP_PART = /^\/api\/trips\/([^/]+)/
const TRIP = /^\/api\/trips\/[0-9a-f-]{36}$/

test('a trip is shown after at most 10 requests, and another tab after at most 13', async ({ page, createTrip }) => {
  await createTrip(page, { name: 'Another one', type: 'car_trip' })
  const id = await createTrip(page, { name: 'In few pieces', type: 'car_trip' })
  const requestedTrips = listRequests(page, (request) => TRIP_PART.exec(new URL(request.url()).pathname)?.[1])
  await page.addInitScript(noteWhenShown)
  const countUntilShown = async (tab: string) => {
    await page.goto(`/trip/${id}${tab}`)
    return (await page.waitForFunction(countBeforeShown)).jsonValue()
  }
  expect(await countUntilShown('')).toBeLessThanOrEqual(10)
  for (const tab of ['meals', 'itinerary', 'checklist'])
    expect(await countUntilShown(`?tab=${tab}`), tab).toBeLessThanOrEqual(13)
  // Of this trip only.
  expect(new Set(await requestedTrips())).toEqual(new Set([id]))
})

/** Runs in the page: marks the moment in which a tab panel appears. */
function noteWhenShown(): void {
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('[role=tabpanel]:not([hidden]) h2')) return
    observer.disconnect()
    performance.mark('shown')
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Runs in the page: the number of requests to its server before that, including the document. Without drawings, which
 * nothing waits for.
 */
function countBeforeShown(): number | undefined {
  const [mark] = performance.getEntriesByName('shown')
  if (!mark) return undefined
  const requests = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(location.origin) && !name.includes('drawing-'))
  return 1 + requests.filter(({ startTime }) => startTime < mark.startTime).length
}

test('ERR-13, SAVE-3 a section that failed to load is retried', async ({ page, server, createTrip }) => {
  await page.clock.install()
  const id = await createTrip(page, { name: 'Half of it', type: 'car_trip' })
  markAsSaved(server, id, 'notes')
  server.database
    .prepare('insert into trip_notes (trip_id, id, note_text, order_index) values (?, ?, ?, 0)')
    .run(id, randomUUID(), 'Bring the tarp')
  const countTripRequests = countRequests(page, 'GET', TRIP)
  const alert = page.getByRole('tabpanel').getByRole('alert')
  await withoutTable(server, 'trip_notes', async () => {
    await page.goto(`/trip/${id}`)
    await expect(alert).toContainText('Error: Failed to load notes')
    await openField(page, 'Destination')
    // One request to open it, two because its events report a missing version; the others are retries.
    await expect
      .poll(async () => {
        await page.clock.runFor(2000)
        return countTripRequests()
      })
      .toBeGreaterThan(4)
  })
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(alert).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await expect(await openNote(page, 1)).toHaveValue('Bring the tarp')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('WORK-13, WORK-14 each type of trip has a stock photograph, over a drawing that is shown without it; a failed host is not requested again in this tab, and logs nothing', async ({
  page,
  createTrip,
  allowConsole,
}) => {
  const road = await createTrip(page, { name: 'By road', type: 'car_trip' })
  const air = await createTrip(page, { name: 'By air', type: 'air_travel' })
  // Behind everything, and hidden from screen readers.
  const photo = page.locator('img[src^="http"]')
  const backdrop = page.locator('.fading-out svg')
  const addresses: string[] = []
  for (const id of [road, air]) {
    await page.goto(`/trip/${id}`)
    await expect(photo).toHaveJSProperty('complete', true)
    expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(photo).not.toHaveCSS('opacity', '0')
    addresses.push((await photo.getAttribute('src')) ?? '')
  }
  expect(addresses.map((address) => new URL(address).host)).toEqual(['images.unsplash.com', 'images.unsplash.com'])
  expect(addresses[0]).not.toBe(addresses[1])

  const photoRequests: string[] = []
  const printed: string[] = []
  // The first failure prints one error, which no page can prevent.
  allowConsole(/net::ERR_FAILED/)
  page.on('console', (message) => message.type() === 'error' && printed.push(message.text()))
  await page.route('https://images.unsplash.com/**', (route) => {
    photoRequests.push(route.request().url())
    return route.abort()
  })
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().startsWith('https://images.unsplash.com/'),
  )
  await page.goto(`/trip/${road}`)
  await failed
  await expect(page.getByRole('heading', { level: 1, name: 'By road' })).toBeVisible()
  await expect(photo).toHaveCount(0)
  await expect(backdrop).toBeVisible()

  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await page.getByRole('link', { name: 'By air' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'By air' })).toBeVisible()
  await expect(backdrop).toBeVisible()
  await page.getByRole('link', { name: 'Group', exact: true }).click()
  await expect(page).toHaveURL(`/trip/${air}/group`)
  await expect(backdrop).toBeVisible()
  await page.reload()
  await expect(backdrop).toBeVisible()
  await expect(photo).toHaveCount(0)
  expect(photoRequests).toHaveLength(1)
  expect(printed).toHaveLength(1)
})
