import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { expect, expectNoAxeFindings, TestServer, test } from './fixtures.ts'
import { listRequests, pathOf } from './held-requests.ts'
import { countEntries, waitUntilSharedTripPersisted } from './on-device.ts'
import { panel, tab } from './page-parts.ts'

/* A reader of a share link, on the server and on a device. What all readers see: web/app/shared-trip.test.tsx. */

test.use({ isSignedIn: true })

const SHARED = /^\/api\/shared\//
const NOT_FOUND = 'Trip not found or access denied. The trip may be private or the share link may have expired.'
const FAILED = 'Failed to load trip. Please check your internet connection and try again.'

const failure = (page: Page) => page.getByRole('main').getByRole('alert')

/** Shares a trip without the dialog. Returns the path of the link. */
function share(server: TestServer, tripId: string): string {
  const token = randomUUID()
  server.database.prepare('update trips set share_token = ?, is_public = 0 where id = ?').run(token, tripId)
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
  const rowsOf = (table: 'plan_sections' | 'plan_history') =>
    server.database.prepare(`select * from ${table} where trip_id = ?`).all(id)
  const before = [rowsOf('plan_sections'), rowsOf('plan_history')]

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
  expect([rowsOf('plan_sections'), rowsOf('plan_history')]).toEqual(before)
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
