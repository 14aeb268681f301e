import type { BrowserContext, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { test as base, expect, SERVER_GONE, TestServer } from './fixtures.ts'
import { SEND } from './operations.ts'
import { expectField, field, fillField, openField, saveState } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { watchContext } from './watched-context.ts'

interface JourneyFixtures {
  /** The test's own server, which it may kill. */
  ownServer: TestServer
  openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>
}

const test = base.extend<JourneyFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
  ownServer: async ({}, use) => {
    const server = await TestServer.open()
    await use(server)
    await server.remove()
  },
  openBrowser: async ({ browser, ownServer, watch, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: ownServer.address, ...options })
      opened.push(context)
      watchContext(context, ownServer.address, watch)
      return context
    })
    for (const context of opened) await context.close()
  },
})

const camper = { email: 'sam@example.org', password: 'birch-bark-canoe', full_name: 'Sam Camper', username: 'sam' }

const roadFields = {
  Destination: 'Algonquin Park, Canoe Lake',
  'Departure date': '2031-06-28',
  'Return date': '2031-07-01',
  'Entry gate': 'West Gate, Highway 60',
  'Place 1': 'Toronto',
  'Distance 1': '270 km, 3 h',
  'Place 2': 'Ottawa',
  'Distance 2': '250 km',
  'Map embed URL': 'https://www.openstreetmap.org/export/embed.html?bbox=-79.0,45.3,-78.1,45.9',
}

const airFields = {
  Destination: 'Lisboa — Alfama 🇵🇹',
  'Departure date': '2031-10-02',
  'Return date': '2031-10-12',
  'Departure airport': 'YYZ',
  'Arrival airport': 'LIS',
  'Flight carrier': 'TAP Air Portugal',
  'Flight number': 'TP 258',
  'Map embed URL': 'https://www.google.com/maps/embed?pb=lisboa',
}

const tripRow = (server: TestServer, name: string) =>
  server.database.prepare('select * from trips where name = ? and owner_id is not null').get(name)

async function register(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Create Beta Account' }).click()
  const form = page.getByRole('form', { name: 'Create Beta Account' })
  await form.getByLabel('Full Name*').fill(camper.full_name)
  await form.getByLabel('Username*').fill(camper.username)
  await form.getByLabel('Email Address*').fill(camper.email)
  await form.getByLabel('Password*', { exact: true }).fill(camper.password)
  await form.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
}

async function signIn(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(camper.email)
  await form.getByLabel('Password', { exact: true }).fill(camper.password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
}

async function createTrip(page: Page, name: string, type: 'Road Trip' | 'Air Travel'): Promise<void> {
  await page.getByRole('button', { name: 'Create New Trip' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Trip Name').fill(name)
  await dialog.getByRole('radio', { name: type }).check()
  await dialog.getByRole('button', { name: 'Create Trip' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    if (label.startsWith('Place ')) await page.getByRole('button', { name: 'Add Distance' }).click()
    await fillField(page, label, text)
  }
}

async function expectFields(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await expectField(page, label, text)
}

test('PROD-1, PROD-6, PROD-7, PERM-5, PERM-7, PERM-8, SAVE-12 road and air trips survive a killed server', async ({
  ownServer,
  openBrowser,
  allowConsole,
}) => {
  test.slow()
  allowConsole(SERVER_GONE)
  const before = await openBrowser()
  const page = await before.newPage()
  await register(page)
  await createTrip(page, 'Canoe trip 2031', 'Road Trip')
  await Promise.all([expect(saveState(page)).toHaveText('Saved', { timeout: 60_000 }), fillIn(page, roadFields)])
  await expect
    .poll(() => tripRow(ownServer, 'Canoe trip 2031'))
    .toMatchObject({ map_embed_url: roadFields['Map embed URL'] })
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await createTrip(page, 'Lisbon', 'Air Travel')
  await Promise.all([expect(saveState(page)).toHaveText('Saved', { timeout: 60_000 }), fillIn(page, airFields)])
  await expect.poll(() => tripRow(ownServer, 'Lisbon')).toMatchObject({ map_embed_url: airFields['Map embed URL'] })
  await ownServer.kill()
  await before.close()

  await ownServer.start()
  const after = await (await openBrowser()).newPage()
  await after.goto('/')
  await signIn(after)
  await expect(after.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Demo Algonquin Adventure',
    'Canoe trip 2031',
    'Lisbon',
  ])
  await after.getByRole('link', { name: 'Canoe trip 2031' }).click()
  await expectFields(after, roadFields)
  await after.getByRole('button', { name: 'Back to Trips' }).click()
  await after.getByRole('link', { name: 'Lisbon' }).click()
  await expectFields(after, airFields)
})

test('SAVE-10, SAVE-14, ERR-52 a server killed during a save loses nothing: the page retries until it is back', async ({
  ownServer,
  openBrowser,
  allowConsole,
}) => {
  test.slow()
  allowConsole(SERVER_GONE)
  allowConsole(/will be sent again/)
  const before = await openBrowser()
  const page = await before.newPage()
  await register(page)
  await createTrip(page, 'Power cuts', 'Road Trip')

  // The save does not reach the server.
  await page.route(
    SEND,
    async (route) => {
      await ownServer.kill()
      await route.continue()
    },
    { times: 1 },
  )
  const refused = page.waitForEvent('requestfailed')
  await fillField(page, 'Destination', 'Lake Opeongo')
  await refused
  await fillField(page, 'Entry gate', 'East Gate')
  await expect(saveState(page)).toHaveText('Saving...')
  await ownServer.start()
  await expect
    .poll(() => tripRow(ownServer, 'Power cuts'))
    .toMatchObject({ destination_name: 'Lake Opeongo', car_trip_entry_gate: 'East Gate' })
  await expect(saveState(page)).not.toHaveText('Saving...')
  await expectFields(page, { Destination: 'Lake Opeongo', 'Entry gate': 'East Gate' })

  // The save is stored, but its response is lost.
  await page.route(
    SEND,
    async (route) => {
      await route.fetch({ maxRetries: 2 })
      await ownServer.kill()
      await route.abort()
    },
    { times: 1 },
  )
  const lost = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Add Distance' }).click()
  await fillField(page, 'Place 1', 'Huntsville')
  await fillField(page, 'Distance 1', '90 km')
  await lost
  await fillField(page, 'Distance 1', '91 km')
  await ownServer.start()
  await expect
    .poll(() => tripRow(ownServer, 'Power cuts'))
    .toMatchObject({ car_trip_distances: JSON.stringify({ Huntsville: '91 km' }) })
  await expect(saveState(page)).not.toHaveText('Saving...')
  await before.close()

  const after = await (await openBrowser()).newPage()
  await after.goto('/')
  await signIn(after)
  await after.getByRole('link', { name: 'Power cuts' }).click()
  await expectFields(after, {
    Destination: 'Lake Opeongo',
    'Entry gate': 'East Gate',
    'Place 1': 'Huntsville',
    'Distance 1': '91 km',
  })
  await expect(field(after, 'Place 2')).toHaveCount(0)
})

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, 'reachable with the Tab key').toBeFocused()
}

test('a trip can be created and filled in from the sign-in page by keyboard only', async ({ page, server, person }) => {
  const { keyboard } = page
  await page.goto('/')
  await tabTo(page, page.getByRole('form', { name: 'Sign In' }).getByLabel('Email'))
  await keyboard.type(person.email)
  await tabTo(page, page.getByRole('form', { name: 'Sign In' }).getByLabel('Password', { exact: true }))
  await keyboard.type(person.password)
  await keyboard.press('Enter')

  await tabTo(page, page.getByRole('button', { name: 'Create New Trip' }))
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Trip Name')).toBeFocused()
  await keyboard.type('By keyboard')
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create New Trip' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(dialog.getByLabel('Trip Name')).toBeFocused()
  await keyboard.type('By keyboard')
  await keyboard.press('Tab')
  await expect(dialog.getByRole('radio', { name: 'Road Trip' })).toBeFocused()
  await keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Air Travel' })).toBeChecked()
  await keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('radio', { name: 'Road Trip' })).toBeChecked()
  await tabTo(page, dialog.getByRole('button', { name: 'Create Trip' }))
  await keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'By keyboard' })).toBeVisible()
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
  // The focus moves a moment after the key.
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Food & Meals' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Food & Meals', selected: true })).toBeVisible()
  await keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
  await keyboard.press('Enter')
  await tabTo(page, field(page, 'Destination'))
  await keyboard.type('Grundy Lake')
  await tabTo(page, field(page, 'Departure date'))
  await keyboard.type('08012031')
  await tabTo(page, field(page, 'Return date'))
  await keyboard.type('08052031')
  await tabTo(page, page.getByRole('button', { name: 'Add entry gate' }))
  await keyboard.press('Enter')
  await expect(field(page, 'Entry gate')).toBeFocused()
  await keyboard.type('Main gate')
  await tabTo(page, page.getByRole('button', { name: 'Add Distance' }))
  await keyboard.press('Enter')
  await expect(field(page, 'Place 1')).toBeFocused()
  await keyboard.type('Parry Sound')
  await keyboard.press('Tab')
  await keyboard.type('85 km')
  await tabTo(page, page.getByRole('button', { name: 'Add Distance' }))
  await keyboard.press('Enter')
  await keyboard.type('A mistake')
  await tabTo(page, page.getByRole('button', { name: 'Remove distance 2' }))
  await keyboard.press('Enter')
  await expect(field(page, 'Place 2')).toHaveCount(0)
  await tabTo(page, page.getByRole('button', { name: 'Add map embed URL' }))
  await keyboard.press('Enter')
  await expect(field(page, 'Map embed URL')).toBeFocused()
  await keyboard.type('https://www.openstreetmap.org/grundy')
  await expect
    .poll(() => server.database.prepare('select * from trips where owner_id = ?').get(person.id))
    .toMatchObject({
      name: 'By keyboard',
      type: 'car_trip',
      destination_name: 'Grundy Lake',
      departure_date: '2031-08-01',
      return_date: '2031-08-05',
      car_trip_entry_gate: 'Main gate',
      car_trip_distances: JSON.stringify({ 'Parry Sound': '85 km' }),
      map_embed_url: 'https://www.openstreetmap.org/grundy',
    })
})

/** Taps a target, and checks that it is at least 44 px high and that the page does not scroll sideways. */
async function tap(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  expect(box?.height, `height of ${target}`).toBeGreaterThanOrEqual(44)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    'too wide by',
  ).toBeLessThanOrEqual(0)
  await target.tap()
}

test('DASH-23, WORK-5, WORK-11 on a phone a trip can be created and filled in by touch, and everything fits', async ({
  openContext,
  signIn,
  server,
  person,
}) => {
  const context = await openContext(touchPhone)
  const page = await context.newPage()
  await signIn(page)
  await page.goto('/')
  await tap(page, page.getByRole('button', { name: 'Create New Trip' }))
  const dialog = page.getByRole('dialog')
  const standsAt = async () => {
    const { x, y, width, height } = (await dialog.boundingBox()) ?? { x: Number.NaN, y: 0, width: 0, height: 0 }
    return { x, width, end: Math.round(y + height) }
  }
  await expect.poll(standsAt).toEqual({ x: 0, width: 390, end: 844 })
  await tap(page, dialog.getByLabel('Trip Name'))
  await page.keyboard.type('On the phone')
  await dialog.getByRole('radio', { name: 'Air Travel' }).tap()
  await tap(page, dialog.getByRole('button', { name: 'Create Trip' }))
  await expect(page.getByRole('heading', { level: 1, name: 'On the phone' })).toBeVisible()

  // The tabs are at the bottom, within reach of the thumb.
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(5)
  for (const tab of await tabs.all()) {
    const box = await tab.boundingBox()
    expect(box?.y).toBeGreaterThan(700)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    await tap(page, tab)
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }
  await tap(page, tabs.first())
  for (const [label, text] of Object.entries(airFields)) {
    await tap(page, await openField(page, label))
    await fillField(page, label, text)
  }
  await expect(saveState(page).filter({ has: page.locator('svg') })).toHaveText('Saved')
  expect(server.database.prepare('select destination_name from trips where owner_id = ?').get(person.id)).toEqual({
    destination_name: airFields.Destination,
  })
  // The bar does not cover the end of the page.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const last = await page.getByText('Beta v0.9').boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan((await tabs.first().boundingBox())?.y ?? 0)
  await tap(page, page.getByRole('button', { name: 'Back to Trips' }))
  await page.getByRole('link', { name: 'On the phone' }).tap()
  await expectFields(page, airFields)
})
