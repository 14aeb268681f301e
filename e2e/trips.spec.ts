import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { countRequests, holdRequests } from './held-requests.ts'
import { countEntries } from './on-device.ts'
import { fillField } from './page-parts.ts'

const LIST = /^\/api\/trips$/
const DEMO = 'Demo Algonquin Adventure'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create New Trip' })
const cardOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })

type Row = Record<string, unknown>

function tripsOf(server: TestServer, ownerId: string): Row[] {
  return server.database.prepare('select * from trips where owner_id = ?').all(ownerId) as Row[]
}

function insertUnownedTrip(server: TestServer, name: string): void {
  server.database
    .prepare(
      "insert into trips (id, name, type, owner_id, is_public, created_at) values (?, ?, 'car_trip', null, 0, ?)",
    )
    .run(randomUUID(), name, '2024-01-01T00:00:00.000Z')
}

test('PROD-1, DASH-1..7, CALL-DATA-5, CALL-DATA-47, SESS-12 signing in fetches and lists the trips, newest first', async ({
  page,
  server,
  person,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const road = await createTrip(page, { name: 'Canoe weekend', type: 'car_trip' })
  const air = await createTrip(page, { name: 'Lisbon in spring', type: 'air_travel' })
  // In Toronto it is still the previous evening.
  const change = server.database.prepare('update trips set created_at = ?, destination_name = ? where id = ?')
  change.run('2024-05-04T02:00:00.000Z', 'Killarney', road)
  change.run('2024-03-01T17:00:00.000Z', null, air)
  await page.context().clearCookies()

  await page.goto('/')
  const requests = countRequests(page, 'GET', LIST)
  const release = await holdRequests(page, 'GET', LIST)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Loading trips...')).toBeVisible()
  await expect(page.getByText('Create New Trip')).toHaveCount(0)
  release()

  const roadCard = cardOf(page, 'Canoe weekend')
  await expect(roadCard).toContainText('Road Trip')
  await expect(roadCard).toContainText('Killarney')
  await expect(roadCard).toContainText('May 3, 2024')
  await expect(page.getByText('Loading trips...')).toHaveCount(0)
  const airCard = cardOf(page, 'Lisbon in spring')
  await expect(airCard).toContainText('Air Travel')
  await expect(airCard).not.toContainText('Road Trip')
  await expect(airCard).toHaveText('Air TravelLisbon in springCreated Mar 1, 2024')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Canoe weekend',
    'Lisbon in spring',
    DEMO,
  ])
  expect(await requests()).toBe(1)

  const boxes = await Promise.all([roadCard, airCard, cardOf(page, DEMO)].map((card) => card.boundingBox()))
  expect(boxes[0]?.y).toBe(boxes[1]?.y)
  expect(boxes[1]?.x).toBeGreaterThan((boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0))
  expect(boxes[2]?.y).toBe(boxes[1]?.y)
  expect(boxes[2]?.x).toBeGreaterThan((boxes[1]?.x ?? 0) + (boxes[1]?.width ?? 0))
})

test('DASH-8 pressing anywhere on a card opens its trip', async ({ page, signIn, createTrip }) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Bruce Peninsula', type: 'car_trip' })
  await page.goto('/')
  await cardOf(page, 'Bruce Peninsula').click({ position: { x: 20, y: 20 } })
  await expect(page).toHaveURL(`/trip/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Bruce Peninsula' })).toBeVisible()
})

test('DASH-15, DASH-20..23, VALID-3, PERM-5, PERM-6, PROD-6, CALL-DATA-6, CALL-DATA-7, CALL-DATA-46, DATA-5, DATA-8 creating a road trip stores one row and opens it', async ({
  page,
  server,
  person,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Create New Trip' }).click()
  const release = await holdRequests(page, 'POST', LIST)
  const request = page.waitForRequest((sent) => sent.method() === 'POST' && LIST.test(new URL(sent.url()).pathname))
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Trip Name' }).fill('  French River  ')
  await dialog.getByRole('button', { name: 'Create Trip' }).click()
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Create Trip' })).toHaveCount(0)
  const sent = (await request).postDataJSON() as { id: string }
  expect(sent).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
    name: 'French River',
    type: 'car_trip',
  })
  release()

  await expect(page).toHaveURL(`/trip/${sent.id}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const answer = (await (await (await request).response())?.json()) as { trip: Row }
  expect(answer.trip).toMatchObject({
    id: sent.id,
    name: 'French River',
    type: 'car_trip',
    owner_id: person.id,
    is_public: false,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  expect(tripsOf(server, person.id)).toEqual([
    {
      id: sent.id,
      name: 'French River',
      type: 'car_trip',
      owner_id: person.id,
      is_public: 0,
      members_edit: 1,
      template_revision: 3,
      share_token: null,
      created_at: answer.trip['created_at'],
      deleted_at: null,
      destination_name: null,
      departure_date: null,
      return_date: null,
      departure_airport_code: null,
      arrival_airport_code: null,
      map_embed_url: null,
      car_trip_distances: null,
      car_trip_entry_gate: null,
      air_travel_flight_info: null,
      eating: null,
      expected: null,
      adopted: null,
      place_id: null,
      time_zone: null,
      picture: null,
      hides_documents: 0,
      reminds_since: null,
    },
  ])

  // At the top at once, both before and after the list is fetched again.
  const releaseList = await holdRequests(page, 'GET', LIST)
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings.first()).toHaveText('French River')
  releaseList()
  await page.reload()
  await expect(headings).toHaveText(['French River', DEMO])
})

test('DASH-1, DASH-22 shows trips under way, undated ones, the others by start and past ones apart, and updates at midnight', async ({
  page,
  context,
  server,
  signIn,
  createTrip,
}) => {
  await page.clock.install({ time: new Date('2026-07-04T23:45:00-04:00') })
  await signIn(page)
  const dates = server.database.prepare('update trips set departure_date = ?, return_date = ? where id = ?')
  const create = async (name: string, departure: string | null, back: string | null) =>
    dates.run(departure, back, await createTrip(page, { name, type: 'car_trip' }))
  await create('Under way', '2026-07-02', '2026-07-10')
  await create('Next year', '2027-02-01', '2027-02-05')
  await create('Last year', '2025-07-01', '2025-07-03')
  await create('Ends today', '2026-07-01', '2026-07-04')
  await create('Someday', null, null)
  await create('In August', '2026-08-01', null)

  await page.goto('/')
  // The demo trip's dates follow the server's clock.
  const headings = page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasNotText: DEMO })
  const upcoming = ['Under way', 'Someday', 'In August', 'Next year']
  await expect(headings).toHaveText(['Ends today', ...upcoming, 'Past trips', 'Last year'])
  await page.clock.fastForward('20:00')
  await expect(headings).toHaveText([...upcoming, 'Past trips', 'Ends today', 'Last year'])

  await page.getByRole('button', { name: 'Create New Trip' }).click()
  await dialogOf(page).getByLabel('Trip Name').fill('Brand new')
  await dialogOf(page).getByRole('button', { name: 'Create Trip' }).click()
  await expect(page).toHaveURL(/\/trip\//)
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  const withNew = ['Under way', 'Brand new', 'Someday']
  await expect(headings.first()).toHaveText('Under way')
  expect((await headings.allTextContents()).slice(0, 3)).toEqual(withNew)
  // Another tab of the browser has it in the same place.
  const other = await context.newPage()
  await other.goto('/')
  const listed = other.getByRole('main').getByRole('heading', { level: 2 })
  await expect(listed.filter({ hasText: 'Brand new' })).toBeVisible()
  expect((await listed.filter({ hasNotText: DEMO }).allTextContents()).slice(0, 3)).toEqual(withNew)
  await other.close()
  await cardOf(page, 'Brand new').getByRole('link').click()
  await fillField(page, 'Departure date', '2026-12-01')
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await expect(headings).toHaveText([
    'Under way',
    'Someday',
    'In August',
    'Brand new',
    'Next year',
    'Past trips',
    'Ends today',
    'Last year',
  ])
})

test('PROD-7, CONST-21, DATA-6, DATA-7 stores an air trip as such, and rejects any third type', async ({
  page,
  server,
  person,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Create New Trip' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Trip Name' }).fill('Porto')
  await dialogOf(page).getByRole('radio', { name: 'Air Travel' }).check()
  await dialogOf(page).getByRole('button', { name: 'Create Trip' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Porto' })).toBeVisible()
  const [trip] = tripsOf(server, person.id)
  expect(trip?.['type']).toBe('air_travel')
  expect(() => server.database.prepare("update trips set type = 'boat_trip' where id = ?").run(trip?.['id'])).toThrow(
    /CHECK/,
  )
  expect(server.database.prepare('select owner_id, type from trips where name = ?').get(DEMO)).toEqual({
    owner_id: null,
    type: 'car_trip',
  })
})

test('DASH-17, DASH-18, ERR-9..12 the dialog reports a failed creation and keeps what was typed', async ({
  page,
  server,
  person,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await signIn(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Create New Trip' }).click()
  const dialog = dialogOf(page)
  const name = dialog.getByRole('textbox', { name: 'Trip Name' })
  const button = dialog.getByRole('button', { name: 'Create Trip' })
  await name.fill('Gros Morne')
  await dialog.getByRole('radio', { name: 'Air Travel' }).check()

  const bodies = [JSON.stringify({ error: { code: 'trip_not_created', message: 'No room is left for trips.' } }), '']
  await page.route('**/api/trips', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: bodies.shift() ?? '' })
      : route.fallback(),
  )
  await button.click()
  const box = dialog.getByRole('alert')
  await expect(box).toHaveText('Error Creating TripNo room is left for trips.')
  await expect(button).toBeEnabled()
  await button.click()
  await expect(box).toHaveText('Error Creating TripFailed to create trip. Please try again.')
  await expect(name).toHaveValue('Gros Morne')
  await expect(dialog.getByRole('radio', { name: 'Air Travel' })).toBeChecked()
  await expect(page).toHaveURL('/')
  expect(tripsOf(server, person.id)).toEqual([])

  await page.unroute('**/api/trips')
  await button.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gros Morne' })).toBeVisible()
  expect(tripsOf(server, person.id)).toMatchObject([{ name: 'Gros Morne', type: 'air_travel' }])
})

test('DASH-17 a retry creates no second trip if only the first response was lost', async ({
  page,
  server,
  person,
  signIn,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED/)
  await signIn(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Create New Trip' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Trip Name' }).fill('Wabakimi')
  await page.route(
    '**/api/trips',
    async (route) => {
      await route.fetch({ maxRetries: 2 })
      await route.abort()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Create Trip' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Error Creating Trip')
  expect(tripsOf(server, person.id)).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Create Trip' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wabakimi' })).toBeVisible()
  expect(tripsOf(server, person.id)).toHaveLength(1)
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await expect(cardOf(page, 'Wabakimi')).toHaveCount(1)
})

test('ERR-50 a list that fails to load is logged once, without a message, and is retried', async ({
  page,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|The trips could not be loaded/)
  await signIn(page)
  await createTrip(page, { name: 'Wabakimi', type: 'car_trip' })
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('The trips could not be loaded')) logged.push(message.type())
  })
  let isDown = true
  await page.route('**/api/trips', (route) => (isDown ? route.fulfill({ status: 500, body: '' }) : route.fallback()))
  const countListRequests = countRequests(page, 'GET', LIST)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Create New Trip' })).toBeVisible()
  // Twice at once, then once more, and all is as it was.
  await expect.poll(countListRequests).toBeGreaterThan(3)
  await expect(page.getByText('Loading trips...')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(/error|fail|wrong|couldn’t/i)
  await expect(page.getByRole('button', { name: 'Create New Trip' })).toBeVisible()
  expect(logged).toEqual(['error'])

  isDown = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(cardOf(page, 'Wabakimi')).toBeVisible()
  await expect(page.getByText('Loading trips...')).toHaveCount(0)
})

test('ERR-50, ROUTE-4 a trip created while the list cannot be loaded is not taken for the whole list', async ({
  page,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|The trips could not be loaded/)
  await signIn(page)
  await createTrip(page, { name: 'Wabakimi', type: 'car_trip' })
  let isDown = true
  await page.route('**/api/trips', (route) =>
    isDown && route.request().method() === 'GET' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await page.goto('/')
  await page.getByRole('button', { name: 'Create New Trip' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Trip Name' }).fill('Temagami')
  await dialogOf(page).getByRole('button', { name: 'Create Trip' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Temagami' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await expect(page.getByText('Loading trips...')).toBeVisible()
  await expect(cardOf(page, 'Temagami')).toHaveCount(0)
  isDown = false
  await expect(cardOf(page, 'Wabakimi')).toBeVisible({ timeout: 60_000 })
  await expect(cardOf(page, 'Temagami')).toBeVisible()
})

test('ERR-50, WORK-2 the persisted list stays while the server cannot load it', async ({
  page,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|The trips could not be loaded/)
  await signIn(page)
  await createTrip(page, { name: 'Wabakimi', type: 'car_trip' })
  await page.goto('/')
  await expect(cardOf(page, 'Wabakimi')).toBeVisible()
  await expect.poll(() => countEntries(page, 'wayfare-trips')).toBeGreaterThan(0)
  await page.route('**/api/trips', (route) => route.fulfill({ status: 500, body: '' }))
  const countListRequests = countRequests(page, 'GET', LIST)
  await page.reload()
  await expect.poll(countListRequests).toBeGreaterThan(3)
  await expect(cardOf(page, 'Wabakimi')).toBeVisible()
  await expect(page.getByText('Loading trips...')).toHaveCount(0)
})

test('SESS-13 the next person who signs in sees nothing of the previous one', async ({
  page,
  register,
  signIn,
  createTrip,
  person,
  allowConsole,
}) => {
  // A card may be under the pointer once the menu closes, and be prefetched after the sign-out.
  allowConsole(/status of 401/)
  await signIn(page)
  await createTrip(page, { name: 'A surprise for Kim', type: 'car_trip' })
  await page.goto('/')
  await expect(cardOf(page, 'A surprise for Kim')).toBeVisible()
  await page.getByRole('button', { name: person.username }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()

  const kim = await register({ full_name: 'Kim' })
  const release = await holdRequests(page, 'GET', LIST)
  await page.getByLabel('Email', { exact: true }).fill(kim.email)
  await page.getByLabel('Password', { exact: true }).fill(kim.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Where to next, Kim?')).toBeVisible()
  await expect(page.getByText('Loading trips...')).toBeVisible()
  await expect(page.getByText('A surprise for Kim')).toHaveCount(0)
  release()
  await expect(cardOf(page, DEMO)).toBeVisible()
  await expect(page.getByText('A surprise for Kim')).toHaveCount(0)
})

test('PERM-11..14, CONST-24 a beta user sees the demo trip and their own, others see all they may open', async ({
  page,
  server,
  openContext,
  register,
  signIn,
  createTrip,
}) => {
  const unowned = `Everybody's picnic ${randomUUID().slice(0, 8)}`
  insertUnownedTrip(server, unowned)
  const [beta, other] = [await register(), await register()]
  server.database.prepare('update profiles set is_beta_user = 0 where id = ?').run(other.id)
  const otherPage = await (await openContext()).newPage()
  await signIn(page, beta)
  await signIn(otherPage, other)
  await createTrip(page, { name: 'Of the beta user', type: 'car_trip' })
  // Another person's trip, despite its name.
  await createTrip(otherPage, { name: DEMO, type: 'air_travel' })

  await page.goto('/')
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  // The demo trip has dates.
  await expect(headings).toHaveText(['Of the beta user', DEMO])
  await expect(cardOf(page, DEMO)).toContainText('Road Trip')

  await otherPage.goto('/')
  await expect(cardOf(otherPage, unowned)).toBeVisible()
  await expect(cardOf(otherPage, DEMO)).toHaveCount(2)
  await expect(otherPage.getByText('Of the beta user')).toHaveCount(0)
})

test('DASH-24 changes in a trip show on its card without fetching the list again', async ({
  page,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  await createTrip(page, { name: 'Lake Superior', type: 'car_trip' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Lake Superior' }).click()
  await fillField(page, 'Destination', 'Pukaskwa')
  await fillField(page, 'Departure date', '2031-08-02')
  await holdRequests(page, 'GET', LIST)
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await expect(cardOf(page, 'Lake Superior')).toContainText('Pukaskwa')
  await expect(cardOf(page, 'Lake Superior')).toContainText('Aug 2, 2031')
})
