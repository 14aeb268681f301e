import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { localDate } from '#domain/local-date.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildTicket } from '#domain/testing/tickets.ts'
import { withoutTable } from './failures.ts'
import { expect, expectNoAxeFindings, TestServer, test } from './fixtures.ts'
import { countMatchingRequests, holdRequests, listRequests, pathOf } from './held-requests.ts'
import { countEntries, waitUntilSharedTripPersisted } from './on-device.ts'
import { panel, tab } from './page-parts.ts'
import { touchPhone } from './phone.ts'

test.use({ isSignedIn: true })

const SHARED = /^\/api\/shared\//
const UNKNOWN = '7a3f8c1e-2b4d-4e6f-8a90-1b2c3d4e5f60'
const NOT_FOUND = 'Trip not found or access denied. The trip may be private or the share link may have expired.'
const DENIED = 'Access denied. This trip is private and requires a valid share link.'
const FAILED = 'Failed to load trip. Please check your internet connection and try again.'

const failure = (page: Page) => page.getByRole('main').getByRole('alert')

/** Shares a trip without the dialog. Returns the path of the link. */
function share(server: TestServer, tripId: string, { is_public = false } = {}): string {
  const token = randomUUID()
  server.database
    .prepare('update trips set share_token = ?, is_public = ? where id = ?')
    .run(token, is_public ? 1 : 0, tripId)
  return `/shared/${tripId}?token=${token}&mode=view`
}

const carDetails = buildDetails({
  ...datesOf('2031-06-25', '2031-06-28'),
  destination_name: 'Pog Lake',
  map_embed_url: 'https://www.openstreetmap.org/export/embed.html?layer=mapnik',
  car_trip_distances: [{ id: randomUUID(), place: 'Toronto', distance: '280 km' }],
  car_trip_entry_gate: 'West Gate',
})

/** Lists write requests from now on, except session refreshes, which any click may cause. */
const listWrites = (page: Page) =>
  listRequests(page, (request) => {
    const isWrite = !['GET', 'HEAD'].includes(request.method()) && !pathOf(request).startsWith('/auth/v1/token?')
    return isWrite ? `${request.method()} ${pathOf(request)}` : undefined
  })

/** All controls in the shared view that could change something. */
const editors = (page: Page) =>
  page
    .getByRole('main')
    .locator(
      'input:not([type=hidden]), textarea, select, [contenteditable], [role=checkbox], [role=switch], [draggable=true]',
    )
const mutations = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /add|edit|delete|remove|save|move|upload|choose|history|share|undo/i })

test('PROD-5, ROUTE-7..9, VIEW-7..12, VIEW-15, VIEW-18, PERM-15..18, PERM-20, CALL-DATA-14 a friend reads a whole shared road trip with one request', async ({
  page,
  server,
  createTrip,
  friend,
}) => {
  const id = await createTrip(page, {
    name: 'Algonquin with everybody',
    type: 'car_trip',
    plan: { details: carDetails, notes: [{ id: randomUUID(), text: 'Bring the <b>big</b> tarp\nand rope' }] },
  })
  const link = share(server, id)

  const requestedPaths = listRequests(friend, (request) =>
    pathOf(request).startsWith('/api/') ? pathOf(request) : undefined,
  )
  const written = listWrites(friend)
  await friend.goto(link)
  await expect(friend.getByRole('banner').getByRole('heading', { name: 'Algonquin with everybody' })).toBeVisible()
  await expect(friend.getByText('Viewing shared trip (read-only)')).toBeVisible()
  const banner = friend.getByRole('main').getByRole('paragraph').filter({ hasText: 'This is a shared trip view' })
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  expect(await top(banner)).toBeLessThan(await top(friend.getByRole('tab').first()))
  await expect(banner.getByRole('link', { name: 'Create your own trip' })).toHaveAttribute('href', '/')
  await expect(friend.getByRole('tab')).toHaveText(['Overview', 'Food & Meals', 'Itinerary', 'Checklist'])
  for (const text of ['Pog Lake', 'Wed, Jun 25, 2031', 'Sat, Jun 28, 2031', 'West Gate', 'Toronto', '280 km'])
    await expect(panel(friend)).toContainText(text)
  await expect(panel(friend).getByTitle('Map of Pog Lake')).toBeVisible()
  await expect(panel(friend).getByRole('listitem').filter({ hasText: 'tarp' })).toHaveText(
    /^1\.Bring the <b>big<\/b> tarp\nand rope$/,
  )
  await expect(friend.getByText('View Only Access')).toBeVisible()
  await expect(friend.getByRole('main').getByText('Pog Lake').last()).toBeVisible()
  await expect(friend).toHaveTitle(/Algonquin with everybody/)
  const { pathname, searchParams } = new URL(friend.url())
  expect(await requestedPaths()).toEqual([`/api${pathname}?token=${searchParams.get('token')}`])

  await tab(friend, 'Food & Meals').click()
  await expect(panel(friend).getByText('Picnic Sandwich Bar')).toBeVisible()
  await friend.getByRole('tab', { name: 'Day 2' }).click()
  await expect(panel(friend).getByText('Pancakes & Sausages')).toBeVisible()
  await tab(friend, 'Itinerary').click()
  await expect(panel(friend).getByRole('heading', { name: 'Day 1: Arrival & Setup' })).toBeVisible()
  await expect(panel(friend).getByText('Meet at the West Gate')).toBeVisible()
  await tab(friend, 'Checklist').click()
  await expect(panel(friend).getByText('Ground sheet for each tent')).toBeVisible()
  // The URL contains the tab and keeps the token.
  await friend.reload()
  await expect(tab(friend, 'Checklist')).toHaveAttribute('aria-selected', 'true')
  await expect(panel(friend).getByText('Ground sheet for each tent')).toBeVisible()

  for (const mode of ['mode=edit', '']) {
    await friend.goto(link.replace('mode=view', mode))
    await expect(friend.getByText('Viewing shared trip (read-only)')).toBeVisible()
    await expect(editors(friend)).toHaveCount(0)
  }
  expect(await written()).toEqual([])
})

test('VIEW-13, VIEW-14, PERM-15..19 the shared view is read-only on every tab and sends no writes', async ({
  page,
  server,
  signIn,
  createTrip,
  register,
  openContext,
}) => {
  test.slow()
  const friend = await (await openContext(touchPhone)).newPage()
  await signIn(friend, await register())
  const written = listWrites(friend)
  for (const type of ['car_trip', 'air_travel'] as const) {
    const date = localDate.parse('2031-05-02')
    const ticket = buildTicket('Toronto to Lisbon', { date, time: '10:30 AM', confirmationNumber: 'QK7F2P' })
    const plan = { details: carDetails, ...(type === 'air_travel' && { tickets: [ticket] }) }
    const id = await createTrip(page, { name: `Seen by others, ${type}`, type, plan })
    const rows = () =>
      ['trips', 'plan_sections', 'plan_history'].map((table) =>
        server.database.prepare(`select * from ${table} where ${table === 'trips' ? 'id' : 'trip_id'} = ?`).all(id),
      )
    await friend.goto(share(server, id))
    await expect(friend.getByText('Viewing shared trip (read-only)')).toBeVisible()
    const before = rows()
    const tabs = await friend.getByRole('tab').allTextContents()
    for (const name of tabs) {
      await tab(friend, name).click()
      await expect(panel(friend).getByRole('heading', { level: 2 }).first()).toBeVisible()
      const folded = await panel(friend).getByRole('button', { name: /^Show/ }).allTextContents()
      for (const toggle of folded) await panel(friend).getByRole('button', { name: toggle, exact: true }).click()
      await expect(editors(friend), name).toHaveCount(0)
      await expect(mutations(friend), name).toHaveCount(0)
      await expectNoAxeFindings(friend)
    }
    await expect(friend.getByRole('banner').getByRole('button', { name: /history|share/i })).toHaveCount(0)
    // Typing and clicking on texts do nothing either.
    await tab(friend, 'Checklist').click()
    await panel(friend).getByRole('listitem').first().click()
    await friend.keyboard.type('x ')
    await friend.reload()
    await expect(panel(friend).getByRole('listitem').first()).toBeVisible()
    expect(rows()).toEqual(before)
  }
  expect(await written()).toEqual([])
})

test('VIEW-12, VIEW-16, VIEW-17, PERM-19, PERM-21 a public trip opens with any token, and without one', async ({
  page,
  server,
  createTrip,
  friend,
}) => {
  for (const [type, tabs, fallback] of [
    ['car_trip', ['Overview', 'Food & Meals', 'Itinerary', 'Checklist'], 'Algonquin Provincial Park, Ontario, Canada'],
    [
      'air_travel',
      ['Overview', 'Tickets & Passes', 'Itinerary', 'Checklist', 'Food & Meals'],
      'Travel Planning Made Easy',
    ],
  ] as const) {
    const id = await createTrip(page, { name: `Public ${type}`, type })
    share(server, id, { is_public: true })
    for (const query of ['', '?token=wrong&mode=view']) {
      await friend.goto(`/shared/${id}${query}`)
      await expect(friend.getByRole('heading', { name: `Public ${type}` })).toBeVisible()
    }
    await expect(friend.getByRole('tab')).toHaveText([...tabs])
    await expect(friend.getByText(fallback)).toBeVisible()
  }
  await tab(friend, 'Tickets & Passes').click()
  await expect(panel(friend).getByText('No tickets added yet')).toBeVisible()
})

test('SHARE-23, VIEW-2 the owner of a replaced link sees what others see, and can share again', async ({
  page,
  server,
  createTrip,
  friend,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const id = await createTrip(page, { name: 'Shared again', type: 'car_trip' })
  const old = share(server, id)
  const current = share(server, id)
  await page.goto(current)
  await expect(page.getByText('Viewing shared trip (read-only)')).toBeVisible()
  for (const [link, message] of [
    [`/shared/${id}`, DENIED],
    [old, NOT_FOUND],
  ] as const) {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1, name: 'Trip Not Found' })).toBeVisible()
    await expect(failure(page)).toHaveText(message)
    await expect(page.getByText('Shared again')).toHaveCount(0)
  }
  await expectNoAxeFindings(page)

  await page.getByRole('button', { name: 'Share again' }).click()
  await expect(page).toHaveURL(`/trip/${id}`)
  const dialog = page.getByRole('dialog', { name: 'Share Trip' })
  await expect(dialog.getByRole('textbox', { name: 'Share link' })).toHaveValue(new URL(current, server.address).href)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Shared again' })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await friend.goto(old)
  await expect(failure(friend)).toHaveText(NOT_FOUND)
  await expect(friend.getByRole('button', { name: 'Share again' })).toHaveCount(0)
})

test('SIGNIN-22 the card of a shared trip explains itself even if its link no longer works', async ({
  page,
  register,
  createTrip,
  server,
  openContext,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const id = await createTrip(page, { name: 'Not for you', type: 'car_trip' })
  const dead = share(server, id)
  share(server, id)
  const guest = await (await openContext()).newPage()
  await guest.goto(dead)
  const { email, password } = await register()
  await guest.getByLabel('Email', { exact: true }).fill(email)
  await guest.getByLabel('Password', { exact: true }).fill(password)
  const sharedResponse = guest.waitForResponse((response) => SHARED.test(new URL(response.url()).pathname))
  await guest.keyboard.press('Enter')
  await expect(guest.getByRole('heading', { name: 'A trip was shared with you' })).toBeVisible()
  expect((await sharedResponse).status()).toBe(404)
  await expect(guest.getByText('Someone sent you a link to view their trip.')).toBeVisible()
  await expect(guest.getByText('Not for you')).toHaveCount(0)
  await guest.getByRole('link', { name: 'Open the shared trip' }).click()
  await expect(failure(guest)).toHaveText(NOT_FOUND)
})

test('VIEW-2..5, PERM-22, PERM-23, ERR-41..43, VALID-27, VALID-28 a broken link says why', async ({
  page,
  server,
  createTrip,
  friend,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const id = await createTrip(page, { name: 'Not for everybody', type: 'car_trip' })
  const other = await createTrip(page, { name: 'Another', type: 'car_trip' })
  const link = share(server, id)
  const token = new URL(share(server, other), server.address).searchParams.get('token')

  const addresses: [string, string][] = [
    // First, because pages that send a request send it twice, perhaps late.
    ['/shared', 'Invalid share link - missing trip ID'],
    ['/shared/', 'Invalid share link - missing trip ID'],
    [`/shared/${id}?token=${token}&mode=view`, NOT_FOUND],
    [`/shared/${UNKNOWN}?token=expired&mode=view`, NOT_FOUND],
    [`/shared/not-an-id?token=x`, NOT_FOUND],
    [`/shared/${id}?token=${'🏕️'.repeat(100)}`, NOT_FOUND],
    [`/shared/${id}?token=x&${new URL(link, server.address).search.slice(1)}`, NOT_FOUND],
    [`/shared/${id}`, DENIED],
    [`/shared/${id}?token=`, DENIED],
  ]
  for (const [address, message] of addresses) {
    const countSharedRequests = countMatchingRequests(friend, (request) => SHARED.test(new URL(request.url()).pathname))
    await friend.goto(address)
    await expect(friend.getByRole('heading', { name: 'Trip Not Found' })).toBeVisible()
    await expect(failure(friend), address).toHaveText(message)
    await expect(friend).toHaveTitle('Trip Not Found · Wayfare')
    await expect(friend.getByText('Not for everybody')).toHaveCount(0)
    expect((await countSharedRequests()) > 0, address).toBe(!/^\/shared\/?$/.test(address))
  }
  // A signed-in person is not asked to sign up.
  await expect(friend.getByRole('main')).not.toContainText(/sign up/i)
  await expect(friend.getByRole('banner').getByRole('link', { name: 'Wayfare, home' })).toBeVisible()
  await expectNoAxeFindings(friend)
  await friend.getByRole('button', { name: 'Go to Wayfare' }).click()
  await expect(friend).toHaveURL('/')

  await friend.route(
    ({ pathname }) => SHARED.test(pathname),
    async (route) => {
      const response = await route.fetch({ maxRetries: 2 })
      await route.fulfill({ response, json: { ...(await response.json()), trip: null } })
    },
    { times: 1 },
  )
  await friend.goto(link)
  await expect(failure(friend)).toHaveText('The shared trip link is invalid or has expired.')
})

test('VIEW-1, ERR-44 the view says that it is loading, and what to do if that fails', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const id = await createTrip(page, { name: 'Loading', type: 'car_trip' })
  const link = share(server, id)
  const release = await holdRequests(page, 'GET', SHARED)
  await page.goto(link)
  await expect(page.getByText('Loading shared trip...')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Loading', exact: true })).toBeVisible()

  let isDown = true
  await page.route(
    ({ pathname }) => SHARED.test(pathname),
    (route) => (isDown ? route.fulfill({ status: 500, body: 'Oh no' }) : route.fallback()),
  )
  await page.goto(link)
  await expect(failure(page)).toHaveText(FAILED)
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Loading', exact: true })).toBeVisible()
})

test('ERR-44 without a connection the view does not claim that the trip does not exist', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED/)
  const link = share(server, await createTrip(page, { name: 'Out of reach', type: 'car_trip' }))
  let isDown = true
  await page.route(
    ({ pathname }) => SHARED.test(pathname),
    (route) => (isDown ? route.abort() : route.fallback()),
  )
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await expect(page).toHaveTitle('No connection · Wayfare')
  await expect(failure(page)).toHaveText(FAILED)
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Out of reach', exact: true })).toBeVisible()
})

test('ERR-22, VIEW-7 a shared trip with an unreadable plan says so, recovers, and keeps its persisted copy', async ({
  page,
  server,
  createTrip,
  friend,
  allowConsole,
}) => {
  allowConsole(/net::ERR_/)
  const id = await createTrip(page, { name: 'Out of order', type: 'car_trip', plan: { details: carDetails } })
  const box = friend.getByRole('tabpanel').getByRole('alert')
  const link = share(server, id)
  const destination = friend.getByRole('tabpanel').getByText('Pog Lake').first()
  await friend.goto(link)
  await expect(destination).toBeVisible()
  await waitUntilSharedTripPersisted(friend)
  await withoutTable(server, 'plan_sections', async () => {
    await friend.goto(link)
    await expect(friend.getByRole('heading', { level: 1, name: 'Out of order' })).toBeVisible()
    await expect(box).toContainText('Error: Failed to load data')
    await expect(box).toContainText(/make sure the backend is connected.*refresh the page/i)
  })
  await expect(destination).toBeVisible({ timeout: 60_000 })
  await expect(box).toHaveCount(0)

  await withoutTable(server, 'plan_sections', async () => {
    await friend.goto(link)
    await expect(box).toContainText('Error: Failed to load data')
    await friend.route(
      ({ pathname }) => SHARED.test(pathname),
      (route) => route.abort(),
    )
    await friend.goto(link)
    await expect(friend.getByText('You’re offline. This is the trip as it was on')).toBeVisible()
    await expect(destination).toBeVisible()
  })
})

test('VIEW-7 a shared trip opened before opens while the server is unreachable, and says how old it is', async ({
  page,
  server,
  createTrip,
  friend,
  allowConsole,
}) => {
  allowConsole(/net::ERR_|status of 404/)
  const id = await createTrip(page, { name: 'In the park', type: 'car_trip' })
  const link = share(server, id)
  await friend.goto(link)
  await expect(friend.getByRole('heading', { name: 'In the park' })).toBeVisible()
  await waitUntilSharedTripPersisted(friend)

  let isCut = true
  await friend.route(
    ({ pathname }) => SHARED.test(pathname),
    (route) => (isCut ? route.abort() : route.fallback()),
  )
  await friend.goto(link)
  await expect(friend.getByRole('heading', { name: 'In the park' })).toBeVisible()
  await expect(friend.getByText('You’re offline. This is the trip as it was on')).toBeVisible()
  await tab(friend, 'Checklist').click()
  await expect(panel(friend).getByText('Ground sheet for each tent')).toBeVisible()

  // Losing access deletes the copy.
  share(server, id)
  isCut = false
  await friend.goto(link)
  await expect(failure(friend)).toHaveText(NOT_FOUND)
  await expect.poll(() => countEntries(friend, 'wayfare-shared')).toBe(0)
  isCut = true
  await friend.goto(link)
  await expect(failure(friend)).toHaveText(FAILED)
})

test('ROUTE-15, ROUTE-16, SIGNIN-22, VIEW-6, VIEW-8 without an account a link opens only if the operator allows it, or else after signing in', async ({
  page,
  register,
  createTrip,
  server,
  openContext,
  allowConsole,
}) => {
  const id = await createTrip(page, { name: 'For everybody', type: 'car_trip' })
  const link = share(server, id)
  const guest = await (await openContext()).newPage()
  await guest.goto(link)
  await expect(guest.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect(guest.getByText('A trip was shared with you. Sign in, or create an account, to open it.')).toBeVisible()
  await expect(guest.getByText('For everybody')).toHaveCount(0)
  // Nobody who was sent a trip is led into an account that everybody knows.
  await expect(guest.getByRole('status')).toHaveText(/beta users? joined/)
  await expect(guest.getByText('Demo credentials')).toHaveCount(0)
  await expectNoAxeFindings(guest)
  const { email, password } = await register()
  await guest.getByLabel('Email', { exact: true }).fill(email)
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.keyboard.press('Enter')
  await expect(guest.getByRole('heading', { name: 'A trip was shared with you' })).toBeVisible()
  await expect(guest).toHaveURL('/')
  await expect(guest.getByText('For everybody', { exact: true })).toBeVisible()
  await expectNoAxeFindings(guest)
  await guest.getByRole('link', { name: 'Open the shared trip' }).click()
  await expect(guest.getByRole('heading', { name: 'For everybody' })).toBeVisible()
  await guest.goBack()
  await expect(guest.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expect(guest.getByText('A trip was shared with you')).toHaveCount(0)

  const open = await TestServer.open({ SHARE_WITHOUT_SIGN_IN: 'true' })
  try {
    const trip = randomUUID()
    const insert = `insert into trips (id, name, type, is_public, created_at) values (?, 'Open to all', 'air_travel', 0, '2026-07-01T12:00:00.000Z')`
    open.database.prepare(insert).run(trip)
    const visitor = await (await openContext({ baseURL: open.address })).newPage()
    allowConsole(/status of 404/)
    await visitor.goto(share(open, trip))
    await expect(visitor.getByRole('heading', { name: 'Open to all' })).toBeVisible()
    await expect(visitor.getByText('Viewing shared trip (read-only)')).toBeVisible()
    await expect(editors(visitor)).toHaveCount(0)
    await tab(visitor, 'Checklist').click()
    await expect(panel(visitor).getByRole('listitem').first()).toBeVisible()
    await visitor.goto(`/shared/${trip}?token=wrong`)
    await expect(failure(visitor)).toHaveText(NOT_FOUND)
    await visitor.getByRole('link', { name: 'Sign up for a beta account' }).click()
    await expect(visitor).toHaveURL('/')
    await visitor.goto(`/trip/${trip}`)
    await expect(visitor.getByRole('form', { name: 'Sign In' })).toBeVisible()
    // Close before the server stops: pending requests would fail.
    await visitor.context().close()
  } finally {
    await open.remove()
  }
})

test('SIGNIN-22, SIGNIN-23 after registering at a share link, somebody comes back to exactly that link', async ({
  page,
  createTrip,
  server,
  openContext,
}) => {
  const link = `${share(server, await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' }))}&tab=itinerary`
  const guest = await (await openContext()).newPage()
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Create Beta Account' }).click()
  const form = guest.getByRole('form', { name: 'Create Beta Account' })
  await form.getByLabel('Full Name*', { exact: true }).fill('Alex Friend')
  await form.getByLabel('Username*', { exact: true }).fill('alex')
  await form.getByLabel('Email Address*', { exact: true }).fill(`${randomUUID()}@example.org`)
  await form.getByLabel('Password*', { exact: true }).fill('pine-needles')
  await form.locator('button[type=submit]').click()
  await expect(guest.getByRole('heading', { name: 'A trip was shared with you' })).toBeVisible()
  await expect(guest).toHaveURL('/')
  await guest.getByRole('link', { name: 'Open the shared trip' }).click()
  await expect(guest).toHaveURL(link)
  await expect(guest.getByRole('heading', { name: 'Lisbon in May' })).toBeVisible()
})
