import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { MAX_TRIP_NAME } from '#domain/trip.ts'
import { withoutTable } from './failures.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { countRequests, holdRequests } from './held-requests.ts'
import { fillField, openField, openNote, showOfflineSwitch } from './page-parts.ts'
import { markAsSaved } from './stored-plan.ts'

/** With them, the header has all of its buttons. */
const three = [buildParty(...['Ana', 'Ben', 'Cleo'].map((name) => buildComing(name)))]

test.use({ isSignedIn: true })

const TRIP = /^\/api\/trips\/[0-9a-f-]{36}$/

const tabsOf = (page: Page) => page.getByRole('tablist', { name: 'Trip sections' }).getByRole('tab')
const openTab = (page: Page) =>
  page.getByRole('tablist', { name: 'Trip sections' }).getByRole('tab', { selected: true })

test("WORK-1, WORK-6, WORK-9, WORK-12, ROUTE-6, PERM-7 a person's own trip opens at its URL, on the overview", async ({
  page,
  createTrip,
}) => {
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

test('WORK-9 the note above the tabs can be dismissed, per person, device and trip', async ({
  page,
  person,
  signIn,
  createTrip,
  register,
}) => {
  const id = await createTrip(page, { name: 'Quiet', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  const note = page.getByText('Note: Details below will be updated frequently')
  const dismiss = page.getByRole('button', { name: 'Dismiss this note' })
  const box = await dismiss.boundingBox()
  expect([box?.width, box?.height].map((size) => Math.round(size ?? 0))).toEqual([44, 44])
  await expectNoAxeFindings(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await note.boundingBox())?.height, 'one line').toBeLessThan(24)
  await dismiss.press('Enter')
  await expect(note).toHaveCount(0)
  await expect(openTab(page)).toBeFocused()
  await page.reload()
  await expect(openTab(page)).toHaveText('Overview')
  await expect(note).toHaveCount(0)
  // Another trip still shows it, even if an older version of the app had dismissed it on all trips.
  await page.evaluate((key) => localStorage.setItem('wayfare.note-away', ` ${key}`), person.id)
  await page.goto(`/trip/${await createTrip(page, { name: 'Another one', type: 'car_trip' })}`)
  await expect(note).toBeVisible()
  await page.goto(`/trip/${id}`)
  await expect(openTab(page)).toHaveText('Overview')
  await expect(note).toHaveCount(0)
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signIn(page, await register())
  const other = await createTrip(page, { name: 'Not so quiet', type: 'car_trip' })
  await page.goto(`/trip/${other}`)
  await expect(note).toBeVisible()
})

test('OVER-18 on a phone the forecast follows what works without an AI', async ({ page, createTrip }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/trip/${await createTrip(page, { name: 'In order', type: 'car_trip' })}`)
  await showOfflineSwitch(page)
  await expect(page.getByRole('button', { name: 'Get Weather' })).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('region')).toContainText([
    'Trip',
    'Available offline',
    'AI Weather Forecast',
    'Map',
  ])
})

test('a trip is shown after at most 10 requests, and another tab after at most 13', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'In few pieces', type: 'car_trip' })
  await page.addInitScript(noteWhenShown)
  const countUntilShown = async (tab: string) => {
    await page.goto(`/trip/${id}${tab}`)
    return (await page.waitForFunction(countBeforeShown)).jsonValue()
  }
  expect(await countUntilShown('')).toBeLessThanOrEqual(10)
  for (const tab of ['meals', 'itinerary', 'checklist'])
    expect(await countUntilShown(`?tab=${tab}`), tab).toBeLessThanOrEqual(13)
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

test('WORK-2, ERR-49, PERM-7 an unknown trip, an invalid id and a stranger’s trip lead to the trip list', async ({
  page,
  server,
  openContext,
  register,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of (400|404)/)
  const strangersPage = await (await openContext()).newPage()
  await signIn(strangersPage, await register())
  const strangers = await createTrip(strangersPage, { name: 'Nobody else’s business', type: 'car_trip' })
  // Public: a link opens it read-only, but the workspace is for members.
  server.database.prepare('update trips set is_public = 1 where id = ?').run(strangers)

  for (const id of [randomUUID(), 'not-an-id', strangers]) {
    await page.goto(`/trip/${id}`)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText('That trip doesn’t exist, or it isn’t shared with you.')
    await expect(page.getByText('Nobody else’s business')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('That trip doesn’t exist')).toHaveCount(0)
  await page.goto(`/trip/${randomUUID()}`)
  await expect(page.getByText('That trip doesn’t exist')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expect(page.getByText('That trip doesn’t exist')).toHaveCount(0)
  await strangersPage.goto(`/trip/${strangers}`)
  await expect(strangersPage.getByRole('heading', { level: 1, name: 'Nobody else’s business' })).toBeVisible()
})

test('WORK-2, ERR-49 a trip whose request fails leads to the trip list', async ({ page, createTrip, allowConsole }) => {
  allowConsole(/status of 500/)
  const id = await createTrip(page, { name: 'Out of order', type: 'car_trip' })
  await page.route(
    ({ pathname }) => TRIP.test(pathname),
    (route) => route.fulfill({ status: 500, body: '' }),
  )
  await page.goto(`/trip/${id}`)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Out of order' })).toBeVisible()
  await expect(
    page.getByRole('alert').filter({ hasText: /^We couldn’t open .* Please try again in a moment\./ }),
  ).toBeVisible()
})

test('ERR-22, SAVE-3 a plan that cannot be read keeps its trip open, says so on each tab, and is retried', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  // The event stream cannot be opened meanwhile.
  allowConsole(/status of 500/)
  const plan = { notes: [{ id: randomUUID(), text: 'Bring the tarp' }] }
  const id = await createTrip(page, { name: 'Out of order', type: 'air_travel', plan })
  const box = page.getByRole('tabpanel').getByRole('alert').filter({ hasText: 'Error: Failed to load data' })
  const countTripRequests = countRequests(page, 'GET', TRIP)
  await withoutTable(server, 'plan_sections', async () => {
    await page.goto(`/trip/${id}`)
    await expect(page.getByRole('banner').getByRole('heading', { level: 1, name: 'Out of order' })).toBeVisible()
    for (const tab of ['Tickets', 'Itinerary', 'Checklist', 'Food & Meals', 'Overview']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(box, tab).toHaveCount(1)
      await expect(box, tab).toContainText(/make sure the backend is connected.*refresh the page/i)
    }
    await expect.poll(countTripRequests, { message: 'it is retried', timeout: 60_000 }).toBeGreaterThan(4)
    await expect(box).toHaveCount(1)
    await expect(page).toHaveURL(`/trip/${id}`)
  })
  await expect(await openNote(page, 1)).toHaveValue('Bring the tarp', { timeout: 60_000 })
  await expect(box).toHaveCount(0)
})

test('ERR-13, SAVE-3 a section that failed to load is retried too', async ({ page, server, createTrip }) => {
  const id = await createTrip(page, { name: 'Half of it', type: 'car_trip' })
  markAsSaved(server, id, 'notes')
  server.database
    .prepare('insert into trip_notes (trip_id, id, note_text, order_index) values (?, ?, ?, 0)')
    .run(id, randomUUID(), 'Bring the tarp')
  const countTripRequests = countRequests(page, 'GET', TRIP)
  await withoutTable(server, 'trip_notes', async () => {
    await page.goto(`/trip/${id}`)
    await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('Error: Failed to load notes')
    await openField(page, 'Destination')
    // One request to open it, two because its events report a missing version; the others are retries.
    await expect.poll(countTripRequests, { timeout: 60_000 }).toBeGreaterThan(4)
  })
  await expect(await openNote(page, 1)).toHaveValue('Bring the tarp', { timeout: 60_000 })
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('WORK-3, WORK-4 a response without a trip says so, and leads back', async ({ page, person, createTrip }) => {
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
  await expect(page.getByRole('banner').getByRole('button', { name: person.username })).toBeVisible()
  await expect(page.locator('.fading-out svg')).toBeVisible()
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await expect(page).toHaveURL('/')
})

test('WORK-5, WORK-7, WORK-8, SHARE-1..6, SHARE-15 the header leads back and opens the share dialog', async ({
  page,
  createTrip,
}) => {
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

  await header.getByRole('button', { name: 'Back to Trips' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Tokyo' }).click()
  await expect(page).toHaveURL(`/trip/${air}`)
  await fillField(page, 'Destination', 'Shinjuku')
  await share.click()
  await expect(dialog).toContainText('Tokyo')
  await expect(dialog).toContainText(/Air Travel\W+Shinjuku/)
  await expect(dialog).not.toContainText('No destination set')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('WORK-10, CONST-25, PROD-20 a road trip has four tabs, worded for camping', async ({ page, createTrip }) => {
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
  createTrip,
}) => {
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

test('WORK-10..12 each tab has a URL: reload keeps it, back and forward walk through them', async ({
  page,
  createTrip,
}) => {
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

test('WORK-13, WORK-14 each type of trip has a stock photograph, over a drawing that is shown without it', async ({
  page,
  createTrip,
  allowConsole,
}) => {
  const road = await createTrip(page, { name: 'By road', type: 'car_trip' })
  const air = await createTrip(page, { name: 'By air', type: 'air_travel' })
  // Behind everything, and hidden from screen readers.
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
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().startsWith('https://images.unsplash.com/'),
  )
  await page.goto(`/trip/${road}`)
  await failed
  await expect(page.getByRole('heading', { level: 1, name: 'By road' })).toBeVisible()
  await expect(photo).toHaveCount(0)
  await expect(page.locator('.fading-out svg')).toBeVisible()
})

test('WORK-13, WORK-14 a failed stock-photo host is not requested again in this tab, and logs nothing', async ({
  page,
  createTrip,
  allowConsole,
}) => {
  const road = await createTrip(page, { name: 'By road', type: 'car_trip' })
  const air = await createTrip(page, { name: 'By air', type: 'air_travel' })
  const photoRequests: string[] = []
  const printed: string[] = []
  // The first failure prints one error, which no page can prevent.
  allowConsole(/net::ERR_FAILED/)
  page.on('console', (message) => message.type() === 'error' && printed.push(message.text()))
  await page.route('https://images.unsplash.com/**', (route) => {
    photoRequests.push(route.request().url())
    return route.abort()
  })
  const backdrop = page.locator('.fading-out svg')
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().startsWith('https://images.unsplash.com/'),
  )
  await page.goto(`/trip/${road}`)
  await failed

  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await page.getByRole('link', { name: 'By air' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'By air' })).toBeVisible()
  await expect(backdrop).toBeVisible()
  await page.getByRole('link', { name: 'Group', exact: true }).click()
  await expect(page).toHaveURL(`/trip/${air}/group`)
  await expect(backdrop).toBeVisible()
  await page.reload()
  await expect(backdrop).toBeVisible()
  await page.goto(`/trip/${road}`)
  await expect(backdrop).toBeVisible()
  await expect(page.locator('img[src^="http"]')).toHaveCount(0)
  expect(photoRequests).toHaveLength(1)
  expect(printed).toHaveLength(1)
})

test('WORK-15..17 the footer line shows the destination, or a default for each type of trip', async ({
  page,
  createTrip,
}) => {
  const line = (text: string) => page.getByRole('main').getByText(text, { exact: true }).last()
  const fallbacks = {
    car_trip: 'Algonquin Provincial Park, Ontario, Canada',
    air_travel: 'Travel Planning Made Easy',
  } as const
  for (const type of ['car_trip', 'air_travel'] as const) {
    await page.goto(`/trip/${await createTrip(page, { name: 'Somewhere', type })}`)
    await expect(line(fallbacks[type])).toBeVisible()
    await fillField(page, 'Destination', 'Point Pelee')
    await expect(line('Point Pelee')).toBeVisible()
    await expect(line(fallbacks[type])).toHaveCount(0)
    await fillField(page, 'Destination', '')
    await expect(line(fallbacks[type])).toBeVisible()
  }
})

test('PROD-2 a trip of either type has details, meals, itinerary, packing checklist and notes', async ({
  page,
  createTrip,
}) => {
  const panel = page.getByRole('tabpanel')
  for (const type of ['car_trip', 'air_travel'] as const) {
    await page.goto(`/trip/${await createTrip(page, { name: `Parts ${type}`, type })}`)
    await openField(page, 'Destination')
    await openNote(page, 1)
    const edits = { 'Food & Meals': 'Edit meal plan', Itinerary: 'Add Day', Checklist: 'Edit checklist' }
    for (const [name, edit] of Object.entries(edits)) {
      await page.getByRole('tab', { name }).click()
      await expect(panel.getByRole('button', { name: edit }).first()).toBeEnabled()
    }
  }
})

test('pressed tabs and days have no focus ring; those reached by key have one', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Pressed', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  for (const name of ['Checklist', 'Food & Meals']) {
    await tabsOf(page).filter({ hasText: name }).click()
    await expect(openTab(page)).toHaveText(name)
    await expect(openTab(page)).toBeFocused()
    await expect(page.locator(':focus-visible')).toHaveCount(0)
  }
  const days = page.getByRole('tablist', { name: 'Days' }).getByRole('tab')
  await days.nth(1).click()
  await expect(days.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator(':focus-visible')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(days.nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator(':focus-visible')).toHaveText(/Day 3/)
})

test('the bars of the plan and of the group lead to each other by name, and back to the tab one came from', async ({
  page,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Two bars', type: 'car_trip' })
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/trip/${id}?tab=itinerary`)
    // Beside the tabs: the arrow keys stay in the list, and the Tab key reaches it.
    await expect(tabsOf(page)).toHaveCount(4)
    await openTab(page).focus()
    await page.keyboard.press('Tab')
    await expect(link('Group')).toBeFocused()
    await expect(link('Group')).toBeInViewport({ ratio: 1 })
    const box = await link('Group').boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/trip/${id}/group`)
    await page.getByRole('tab', { name: 'Costs' }).click()
    await link('Trip').click()
    await expect(page).toHaveURL(`/trip/${id}?tab=itinerary`)
    await expect(openTab(page)).toHaveText('Itinerary')
  }
})

test('by keyboard the tabs are one stop, at the open one, and Home and End reach both ends', async ({
  page,
  createTrip,
}) => {
  await page.goto(`/trip/${await createTrip(page, { name: 'By keyboard', type: 'car_trip' })}`)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await tab('Overview').focus()
  for (const [key, name] of [
    ['End', 'Checklist'],
    ['ArrowRight', 'Overview'],
    ['ArrowLeft', 'Checklist'],
    ['Home', 'Overview'],
    ['ArrowRight', 'Food & Meals'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(name), key).toBeFocused()
  }
  await expect(openTab(page), 'moving along opens nothing').toHaveText('Overview')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Group', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(tab('Overview')).toBeFocused()
})

test('WORK-10 another tab starts at the top, and going back restores the scroll position', async ({
  page,
  createTrip,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/trip/${await createTrip(page, { name: 'Long tabs', type: 'car_trip' })}`)
  const place = () => page.evaluate(() => Math.round(scrollY))
  /** Scrolls, and waits until the page has painted. */
  const scrollDown = (top: number) =>
    page.evaluate(async (y) => {
      scrollTo({ top: y, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }, top)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const note = page.getByRole('button', { name: 'Edit note 1', exact: true })
  await expect(note).toBeVisible()
  await scrollDown(300)
  await tab('Itinerary').click()
  const heading = page.getByRole('heading', { name: 'Adventure Itinerary', exact: true })
  await expect(heading).toBeInViewport()
  expect(await place()).toBe(0)
  await scrollDown(700)
  await tab('Food & Meals').click()
  await expect(page.getByRole('button', { name: 'Edit meal plan' })).toBeInViewport()
  expect(await place()).toBe(0)
  await tab('Itinerary').click()
  await expect(heading).toBeAttached()
  await expect.poll(place).toBe(700)
  await tab('Overview').click()
  await expect(note).toBeVisible()
  await expect.poll(place).toBe(300)
})

test('on a desktop a long trip name uses all header space that the user name leaves', async ({
  openContext,
  register,
  signIn,
  createTrip,
}) => {
  const page = await (await openContext({ viewport: { width: 1280, height: 800 } })).newPage()
  const username = 'Roberta Featherstone-Montgomery'
  await signIn(page, await register({ username }))
  const name = 'Paddling and hiking with all of our neighbours in Algonquin '.repeat(3).trim()
  await page.goto(`/trip/${await createTrip(page, { name, type: 'car_trip', plan: { people: three } })}`)
  const header = page.getByRole('banner')
  const user = header.getByText(username, { exact: true })
  await expect(user).toBeVisible()
  expect(await user.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0)
  const edges = async () => {
    const [title, people] = await Promise.all([
      header.getByRole('button', { name: `${name}: history, rename and more` }).boundingBox(),
      header.getByRole('button', { name: 'People' }).boundingBox(),
    ])
    return { end: Math.round((title?.x ?? 0) + (title?.width ?? 0)), next: Math.round(people?.x ?? 0) }
  }
  const before = await edges()
  expect(before.next - before.end).toBeLessThan(64)
  // The save status does not move anything.
  await fillField(page, 'Destination', 'Pog Lake')
  await expect(header.getByRole('status')).toHaveText('Saved')
  expect(await edges()).toEqual(before)
})

for (const [how, name] of [
  [
    'with spaces',
    'Paddling and hiking with all of our neighbours in Algonquin '.repeat(4).slice(0, MAX_TRIP_NAME).trim(),
  ],
  ['without spaces', 'W'.repeat(MAX_TRIP_NAME)],
] as const) {
  test(`the longest trip name, ${how}, hides no header button, and a press shows all of it`, async ({
    page,
    createTrip,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const id = await createTrip(page, { name, type: 'car_trip', plan: { people: three } })
    const header = page.getByRole('banner')
    const isWhole = (shown: Locator) =>
      shown.evaluate((text) => {
        const letters = text.getBoundingClientRect()
        return text.scrollHeight <= text.clientHeight + 1 && letters.left >= 0 && letters.right <= innerWidth
      })
    const cut = header.getByRole('button', { name: `${name}: history, rename and more` })
    const whole = header.getByRole('paragraph').filter({ hasText: name })
    for (const { address, buttons } of [
      { address: `/trip/${id}`, buttons: ['Back to Trips', 'People', 'Share trip'] },
      { address: `/trip/${id}/group`, buttons: ['Back to the trip'] },
    ]) {
      await page.goto(address)
      const opened = () => cut.getAttribute('aria-expanded')
      await expect(cut).toBeVisible()
      expect((await cut.boundingBox())?.height).toBeLessThan(60)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      for (const label of buttons)
        await expect(header.getByRole('button', { name: label })).toBeInViewport({ ratio: 1 })

      await cut.click()
      await expect(cut).toHaveAttribute('aria-expanded', 'true')
      await expect.poll(() => isWhole(whole)).toBe(true)
      await expect(whole).toBeInViewport({ ratio: 1 })
      await expectNoAxeFindings(page)
      await page.keyboard.press('Escape')
      await expect.poll(opened).toBe('false')
      await cut.press('Enter')
      await expect.poll(opened).toBe('true')
      await page.keyboard.press('Escape')
      await expect.poll(opened).toBe('false')
    }
    await page.goto('/')
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
}
