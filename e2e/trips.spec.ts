import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { countRequests, holdRequests } from './held-requests.ts'
import { countEntries } from './on-device.ts'

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

test('DASH-15, DASH-20..23, VALID-3, PERM-5, PERM-6, PROD-6, PROD-7, CONST-21, CALL-DATA-6, CALL-DATA-7, CALL-DATA-46, DATA-5..8 creating a road trip stores one row and opens it; an air trip is stored as such, and no third type', async ({
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

  await page.getByRole('button', { name: 'Create New Trip' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Trip Name' }).fill('Porto')
  await dialogOf(page).getByRole('radio', { name: 'Air Travel' }).check()
  await dialogOf(page).getByRole('button', { name: 'Create Trip' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Porto' })).toBeVisible()
  const trip = tripsOf(server, person.id).find(({ name }) => name === 'Porto')
  expect(trip?.['type']).toBe('air_travel')
  expect(() => server.database.prepare("update trips set type = 'boat_trip' where id = ?").run(trip?.['id'])).toThrow(
    /CHECK/,
  )
  expect(server.database.prepare('select owner_id, type from trips where name = ?').get(DEMO)).toEqual({
    owner_id: null,
    type: 'car_trip',
  })
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
