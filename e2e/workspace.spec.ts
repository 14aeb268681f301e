import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { withoutTable } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { countRequests, holdRequests } from './held-requests.ts'
import { markAsSaved, storeSection } from './stored-plan.ts'

const TRIP = /^\/api\/trips\/[0-9a-f-]{36}$/

const tabsOf = (page: Page) => page.getByRole('tablist', { name: 'Trip sections' }).getByRole('tab')
const openTab = (page: Page) => page.getByRole('tablist', { name: 'Trip sections' }).getByRole('tab', { selected: true })

test('WORK-1, WORK-6, WORK-9, WORK-12, ROUTE-6, PERM-7 an own trip opens at its address, on the overview', async ({
  page,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Temagami <b>loop</b>', type: 'car_trip' })
  const release = await holdRequests(page, 'GET', TRIP)
  await page.goto(`/trip/${id}`)
  await expect(page.getByText('Loading trip...')).toBeVisible()
  await expect(page.getByRole('tablist')).toHaveCount(0)
  release()
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText('Temagami <b>loop</b>')
  await expect(page.getByText('Loading trip...')).toHaveCount(0)
  await expect(page.getByText('Note: Details below will be updated frequently')).toBeVisible()
  await expect(openTab(page)).toHaveText('Overview')
  await expect(page).toHaveURL(`/trip/${id}`)
  await expect(page).toHaveTitle('Temagami <b>loop</b> · Overview · Wayfare')
})

test('WORK-2, ERR-49, PERM-7 what cannot be opened leads to the trip list: no such trip, no id at all, a stranger’s trip', async ({
  page,
  server,
  openContext,
  register,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of (400|404)/)
  await signIn(page)
  const strangersPage = await (await openContext()).newPage()
  await signIn(strangersPage, await register())
  const strangers = await createTrip(strangersPage, { name: 'Nobody else’s business', type: 'car_trip' })
  // A link would open it for reading; the workspace stays its owner's.
  server.database.prepare('update trips set is_public = 1 where id = ?').run(strangers)

  for (const id of [randomUUID(), 'not-an-id', strangers]) {
    await page.goto(`/trip/${id}`)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
    await expect(page.getByText('Nobody else’s business')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await strangersPage.goto(`/trip/${strangers}`)
  await expect(strangersPage.getByRole('heading', { level: 1, name: 'Nobody else’s business' })).toBeVisible()
})

test('WORK-2, ERR-49 a trip that the server fails to answer leads to the trip list', async ({
  page,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await signIn(page)
  const id = await createTrip(page, { name: 'Out of order', type: 'car_trip' })
  await page.route(
    ({ pathname }) => TRIP.test(pathname),
    (route) => route.fulfill({ status: 500, body: '' }),
  )
  await page.goto(`/trip/${id}`)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Out of order' })).toBeVisible()
})

test('ERR-22, SAVE-3 a plan that cannot be read leaves its trip open, says so on each tab, and comes by itself', async ({
  page,
  server,
  signIn,
  createTrip,
  allowConsole,
}) => {
  // What would tell of changes cannot be opened meanwhile.
  allowConsole(/status of 500/)
  await signIn(page)
  const id = await createTrip(page, { name: 'Out of order', type: 'air_travel' })
  await storeSection(page, server, id, 'notes', [{ id: randomUUID(), text: 'Bring the tarp' }])
  const box = page.getByRole('tabpanel').getByRole('alert').filter({ hasText: 'Error: Failed to load data' })
  const asked = countRequests(page, 'GET', TRIP)
  await withoutTable(server, 'plan_sections', async () => {
    await page.goto(`/trip/${id}`)
    await expect(page.getByRole('banner').getByRole('heading', { level: 1, name: 'Out of order' })).toBeVisible()
    for (const tab of ['Tickets', 'Itinerary', 'Checklist', 'Food & Meals', 'Overview']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(box, tab).toHaveCount(1)
      await expect(box, tab).toContainText(/make sure the backend is connected.*refresh the page/i)
    }
    await expect.poll(asked, { message: 'it is tried again', timeout: 60_000 }).toBeGreaterThan(4)
    await expect(box).toHaveCount(1)
    await expect(page).toHaveURL(`/trip/${id}`)
  })
  await expect(page.getByLabel('Note 1', { exact: true })).toHaveValue('Bring the tarp', { timeout: 60_000 })
  await expect(box).toHaveCount(0)
})

test('ERR-13, SAVE-3 a section that could not be loaded comes by itself too', async ({ page, server, signIn, createTrip }) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Half of it', type: 'car_trip' })
  markAsSaved(server, id, 'notes')
  server.database
    .prepare('insert into trip_notes (trip_id, id, note_text, order_index) values (?, ?, ?, 0)')
    .run(id, randomUUID(), 'Bring the tarp')
  const asked = countRequests(page, 'GET', TRIP)
  await withoutTable(server, 'trip_notes', async () => {
    await page.goto(`/trip/${id}`)
    await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('Error: Failed to load notes')
    await expect(page.getByLabel('Destination', { exact: true })).toBeVisible()
    // Once to open it, twice because its events name a version that is not here; the others are tries.
    await expect.poll(asked, { timeout: 60_000 }).toBeGreaterThan(4)
  })
  await expect(page.getByLabel('Note 1', { exact: true })).toHaveValue('Bring the tarp', { timeout: 60_000 })
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('WORK-3, WORK-4 an answer without a trip says so, and leads back', async ({ page, signIn, createTrip }) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Gone', type: 'car_trip' })
  await page.route(
    ({ pathname }) => TRIP.test(pathname),
    async (route) => {
      const response = await route.fetch({ maxRetries: 2 })
      await route.fulfill({ response, json: { ...(await response.json()), trip: null } })
    },
  )
  await page.goto(`/trip/${id}`)
  await expect(page.getByText('Trip not found')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await expect(page).toHaveURL('/')
})

test('WORK-5, WORK-7, WORK-8, SHARE-1..6, SHARE-15 the header leads back, and opens the share dialog', async ({
  page,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const road = await createTrip(page, { name: 'Georgian Bay', type: 'car_trip' })
  const air = await createTrip(page, { name: 'Tokyo', type: 'air_travel' })
  const header = page.getByRole('banner')
  const dialog = page.getByRole('dialog', { name: 'Share Trip' })

  await page.goto(`/trip/${road}`)
  const share = header.getByRole('button', { name: 'Share trip' })
  await expect(share).toHaveAttribute('title', 'Share trip')
  await share.click()
  await expect(dialog.getByRole('heading', { name: 'Share Trip' })).toBeVisible()
  await expect(dialog).toContainText('Georgian Bay')
  await expect(dialog).toContainText(/Road Trip\W+No destination set/)
  await expect(dialog).not.toContainText('Air Travel')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(share).toBeFocused()

  await header.getByRole('button', { name: 'Back to trips' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Tokyo' }).click()
  await expect(page).toHaveURL(`/trip/${air}`)
  await page.getByLabel('Destination', { exact: true }).fill('Shinjuku')
  await share.click()
  await expect(dialog).toContainText('Tokyo')
  await expect(dialog).toContainText(/Air Travel\W+Shinjuku/)
  await expect(dialog).not.toContainText('No destination set')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('WORK-10, CONST-25, PROD-20 a road trip has four tabs, worded for camping', async ({ page, signIn, createTrip }) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Massasauga', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await expect(tabsOf(page)).toHaveText(['Overview', 'Food & Meals', 'Itinerary', 'Checklist'])
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('heading', { name: 'Trip Details & Travel Info' })).toBeVisible()
  await tabsOf(page).nth(1).click()
  await expect(panel.getByRole('heading', { name: 'Meal Plan', exact: true })).toBeVisible()
  await tabsOf(page).nth(2).click()
  await expect(panel.getByRole('heading', { name: 'Adventure Itinerary' })).toBeVisible()
  await tabsOf(page).nth(3).click()
  await expect(panel.getByRole('heading', { name: 'Camping Checklist' })).toBeVisible()
})

test('WORK-11, CONST-26, PROD-3, PROD-21 an air trip has five tabs, tickets among them, worded for travel', async ({
  page,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Reykjavik', type: 'air_travel' })
  await page.goto(`/trip/${id}`)
  await expect(tabsOf(page)).toHaveText(['Overview', 'Tickets & Passes', 'Itinerary', 'Checklist', 'Food & Meals'])
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('heading', { name: 'Flight Details & Travel Info' })).toBeVisible()
  await tabsOf(page).nth(1).click()
  await expect(panel.getByText('No tickets added yet')).toBeVisible()
  await tabsOf(page).nth(2).click()
  await expect(panel.getByRole('heading', { name: 'Travel Itinerary' })).toBeVisible()
  await tabsOf(page).nth(3).click()
  await expect(panel.getByRole('heading', { name: 'Travel Checklist' })).toBeVisible()
  await tabsOf(page).nth(4).click()
  await expect(panel.getByRole('heading', { name: 'Travel Meal Plan' })).toBeVisible()
})

test('WORK-10..12 each tab has an address: reload keeps it, back and forward walk through them', async ({
  page,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const road = await createTrip(page, { name: 'Quetico', type: 'car_trip' })
  const air = await createTrip(page, { name: 'Oslo', type: 'air_travel' })
  const tabs = [
    { trip: road, name: 'Quetico', labels: { meals: 'Food & Meals', itinerary: 'Itinerary', checklist: 'Checklist' } },
    { trip: air, name: 'Oslo', labels: { tickets: 'Tickets & Passes' } },
  ]
  for (const { trip, name, labels } of tabs) {
    for (const [tab, label] of Object.entries(labels)) {
      await page.goto(`/trip/${trip}?tab=${tab}`)
      await expect(openTab(page)).toHaveText(label)
      await expect(page).toHaveTitle(`${name} · ${label} · Wayfare`)
    }
  }
  // A tab that this trip does not have.
  await page.goto(`/trip/${road}?tab=tickets`)
  await expect(openTab(page)).toHaveText('Overview')

  await page.goto(`/trip/${road}`)
  await page.getByRole('tab', { name: 'Itinerary' }).click()
  await expect(page).toHaveURL(`/trip/${road}?tab=itinerary`)
  await page.getByRole('tab', { name: 'Checklist' }).click()
  await expect(page).toHaveURL(`/trip/${road}?tab=checklist`)
  await page.reload()
  await expect(openTab(page)).toHaveText('Checklist')
  await page.goBack()
  await expect(openTab(page)).toHaveText('Itinerary')
  await page.goBack()
  await expect(openTab(page)).toHaveText('Overview')
  await expect(page).toHaveURL(`/trip/${road}`)
  await page.goForward()
  await expect(openTab(page)).toHaveText('Itinerary')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page).toHaveURL(`/trip/${road}`)
})

test('WORK-13, WORK-14 each type of trip has its photograph from a stock-photo host, over a drawing that stands without it', async ({
  page,
  signIn,
  createTrip,
  allowConsole,
}) => {
  await signIn(page)
  const road = await createTrip(page, { name: 'By road', type: 'car_trip' })
  const air = await createTrip(page, { name: 'By air', type: 'air_travel' })
  // Lies behind everything, and is no content for a screen reader.
  const photo = page.locator('img[src^="http"]')
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

  allowConsole(/net::ERR_FAILED/)
  await page.route('https://images.unsplash.com/**', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().startsWith('https://images.unsplash.com/'))
  await page.goto(`/trip/${road}`)
  await failed
  await expect(page.getByRole('heading', { level: 1, name: 'By road' })).toBeVisible()
  await expect(photo).toHaveCSS('opacity', '0')
  await expect(photo.locator('..').locator('svg')).toBeVisible()
})

test('WORK-15..17 the footer line shows the destination, and what there is instead for each type of trip', async ({
  page,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const line = (text: string) => page.getByRole('main').getByText(text, { exact: true })
  const fallbacks = { car_trip: 'Algonquin Provincial Park, Ontario, Canada', air_travel: 'Travel Planning Made Easy' } as const
  for (const type of ['car_trip', 'air_travel'] as const) {
    await page.goto(`/trip/${await createTrip(page, { name: 'Somewhere', type })}`)
    await expect(line(fallbacks[type])).toBeVisible()
    await page.getByLabel('Destination', { exact: true }).fill('Point Pelee')
    await expect(line('Point Pelee')).toBeVisible()
    await expect(line(fallbacks[type])).toHaveCount(0)
    await page.getByLabel('Destination', { exact: true }).fill('')
    await expect(line(fallbacks[type])).toBeVisible()
  }
})

test('PROD-2 a trip of either type is planned in details, meals, itinerary, packing checklist and notes', async ({
  page,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const panel = page.getByRole('tabpanel')
  for (const type of ['car_trip', 'air_travel'] as const) {
    await page.goto(`/trip/${await createTrip(page, { name: `Parts ${type}`, type })}`)
    await expect(panel.getByLabel('Destination', { exact: true })).toBeEditable()
    await expect(panel.getByRole('textbox', { name: 'Note 1', exact: true })).toBeEditable()
    const edits = { 'Food & Meals': 'Edit meal plan', Itinerary: 'Add Day', Checklist: 'Edit checklist' }
    for (const [name, edit] of Object.entries(edits)) {
      await page.getByRole('tab', { name }).click()
      await expect(panel.getByRole('button', { name: edit })).toBeEnabled()
    }
  }
})
