import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { NewTrip } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import type { TripCard } from '#domain/trip.ts'
import { App } from '#web/app/app.tsx'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { pageEvents, session } from '#web/data/root/session.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { pass } from '#web/testing/clock.ts'
import { openTrip, ROBIN, responses, showPage, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectText, expectTexts } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { cardOf, fillField } from '#web/testing/trip-details.ts'

/* The trip list in the whole app: trips are created there, opened, and seen again on the way back. */

const title = page.getByRole('heading', { level: 1 })
const headings = page.getByRole('main').getByRole('heading', { level: 2 })
const loading = page.getByText('Loading trips...')
const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
const address = () => location.pathname

interface ListServer {
  /** What the server has, newest first. */
  trips: TripCard[]
  /** What was sent to create trips. */
  created: NewTrip[]
  /** Called before each response. */
  before: (method: string) => void | Promise<void>
  /** Called once the server has created a trip, before its response. */
  after: () => void
  /** How often the list was fetched. */
  fetched: number
}

/** Shows the list of a server that creates trips. `named`: the trips that it has at first, which open as one trip. */
async function openList(
  named: readonly (string | Partial<TripCard>)[],
  options: TripOptions = {},
): Promise<ListServer> {
  const changes = { ...options.trip }
  const { trip } = await openTrip({ ...options, trip: changes })
  const server: ListServer = {
    trips: named.map((one) => cardOf(trip, { id: newId(), ...(typeof one === 'string' ? { name: one } : one) })),
    created: [],
    before: () => {},
    after: () => {},
    fetched: 0,
  }
  responses.set('/api/trips', async (body, _query, method) => {
    if (method === 'GET') server.fetched += 1
    else server.created.push(body as NewTrip)
    await server.before(method)
    if (method === 'GET') return { trips: server.trips }
    Object.assign(changes, { name: (body as NewTrip).name })
    const made = cardOf(trip, body as NewTrip)
    if (!server.trips.some(({ id }) => id === made.id)) server.trips = [made, ...server.trips]
    server.after()
    return { trip: made }
  })
  // A person whose trips this device has never stored.
  session.enter({ user: { ...ROBIN, id: newId() } })
  return server
}

async function create(name: string): Promise<void> {
  await button('Create New Trip').click()
  await dialog().getByRole('textbox', { name: 'Trip Name' }).fill(name)
  await dialog().getByRole('button', { name: 'Create Trip' }).click()
}

test('DASH-8 pressing anywhere on a card opens its trip', async () => {
  const server = await openList(['Bruce Peninsula'], { trip: { name: 'Bruce Peninsula' } })
  showApp('/')
  await card('Bruce Peninsula').click({ position: { x: 20, y: 20 } })
  await expect.poll(address).toBe(`/trip/${server.trips[0]?.id}`)
  await expectTexts(title, ['Bruce Peninsula'])
})

test('DASH-17, DASH-18, ERR-9..12 the dialog reports a failed creation and keeps what was typed', async () => {
  const server = await openList([], { type: 'air_travel' })
  const failures = [new AppError('trip_not_created', 'No room is left for trips.'), new AppError('internal_error', '')]
  server.before = (method) => {
    const failure = method === 'POST' && failures.shift()
    if (failure) throw failure
  }
  showApp('/')
  await button('Create New Trip').click()
  const name = dialog().getByRole('textbox', { name: 'Trip Name' })
  const submit = dialog().getByRole('button', { name: 'Create Trip' })
  await name.fill('Gros Morne')
  await dialog().getByRole('radio', { name: 'Air Travel' }).click()
  await submit.click()
  const box = dialog().getByRole('alert')
  await expectTexts(box, ['Error Creating TripNo room is left for trips.'])
  await expect.element(submit).toBeEnabled()
  await submit.click()
  await expectTexts(box, ['Error Creating TripFailed to create trip. Please try again.'])
  await expect.element(name).toHaveValue('Gros Morne')
  await expect.element(dialog().getByRole('radio', { name: 'Air Travel' })).toBeChecked()
  expect(address()).toBe('/')

  await submit.click()
  await expectTexts(title, ['Gros Morne'])
  expect(server.trips).toMatchObject([{ name: 'Gros Morne', type: 'air_travel' }])
})

test('DASH-17 a retry creates no second trip if only the first response was lost', async () => {
  const server = await openList([])
  let isLost = true
  showApp('/')
  server.after = () => {
    if (!isLost) return
    isLost = false
    throw new TypeError('The response is lost')
  }
  await create('Wabakimi')
  await expectText(dialog().getByRole('alert'), 'Error Creating Trip')
  await dialog().getByRole('button', { name: 'Create Trip' }).click()
  await expectTexts(title, ['Wabakimi'])
  expect(server.created).toHaveLength(2)
  expect(server.created[1]).toEqual(server.created[0])
  // As the server, which knows it by its id: trip-routes.test.ts.
  expect(server.trips.map(({ name }) => name)).toEqual(['Wabakimi'])
  await button('Back to Trips').click()
  await expectCount(card('Wabakimi'), 1)
  const { fetched } = server
  queryCache.remove(LIST)
  showPage(<App />)
  await expect.poll(() => server.fetched).toBeGreaterThan(fetched)
  await expectCount(card('Wabakimi'), 1)
})

test('ERR-50 a list that fails to load is logged once, without a message, and is retried', async () => {
  const logged: string[] = []
  vi.spyOn(console, 'error').mockImplementation((text) => void logged.push(String(text)))
  const server = await openList(['Wabakimi'])
  let isDown = true
  server.before = () => {
    if (isDown) throw new AppError('internal_error', '')
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  showApp('/')
  await expect.element(button('Create New Trip')).toBeVisible()
  // Twice at once, then once more, and all is as it was.
  await expect.poll(() => vi.advanceTimersByTimeAsync(500).then(() => server.fetched)).toBeGreaterThan(3)
  await expect.element(loading).toBeVisible()
  await expectCount(page.getByRole('alert'), 0)
  await expect.element(page.getByRole('main')).not.toHaveTextContent(/error|fail|wrong|couldn’t/i)
  await expect.element(button('Create New Trip')).toBeVisible()
  expect(logged).toEqual([expect.stringContaining('The trips could not be loaded')])

  isDown = false
  pageEvents.dispatch('online', new Event('online'))
  await expect.element(card('Wabakimi')).toBeVisible()
  await expectCount(loading, 0)
})

test('ERR-50, ROUTE-4 a trip created while the list cannot be loaded is not taken for the whole list', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const server = await openList(['Wabakimi'])
  let isDown = true
  server.before = (method) => {
    if (isDown && method === 'GET') throw new AppError('internal_error', '')
  }
  showApp('/')
  await create('Temagami')
  await expectTexts(title, ['Temagami'])
  await button('Back to Trips').click()
  await expect.element(loading).toBeVisible()
  await expectCount(card('Temagami'), 0)
  isDown = false
  pageEvents.dispatch('online', new Event('online'))
  await expect.element(card('Wabakimi')).toBeVisible()
  await expect.element(card('Temagami')).toBeVisible()
})

test('DASH-24 changes in a trip show on its card without fetching the list again', async () => {
  const server = await openList(['Lake Superior'], { trip: { name: 'Lake Superior' } })
  showApp('/')
  await page.getByRole('link', { name: 'Lake Superior' }).click()
  await fillField('Destination', 'Pukaskwa')
  await fillField('Departure date', '2031-08-02')
  server.before = () => new Promise(() => {})
  await button('Back to Trips').click()
  await expectText(card('Lake Superior'), 'Pukaskwa')
  await expectText(card('Lake Superior'), 'Aug 2, 2031')
})

test('DASH-1, DASH-22 shows trips under way, undated ones, the others by start and past ones apart, and updates at midnight', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: new Date('2026-07-04T23:45:00-04:00'),
    shouldAdvanceTime: true,
  })
  const dated = (name: string, departure_date: string, return_date: string) =>
    ({ name, departure_date, return_date }) as Partial<TripCard>
  // Newest first.
  await openList([
    dated('In August', '2026-08-01', ''),
    dated('Someday', '', ''),
    dated('Ends today', '2026-07-01', '2026-07-04'),
    dated('Last year', '2025-07-01', '2025-07-03'),
    dated('Next year', '2027-02-01', '2027-02-05'),
    dated('Under way', '2026-07-02', '2026-07-10'),
  ])
  showApp('/')
  const upcoming = ['Under way', 'Someday', 'In August', 'Next year']
  await expectTexts(headings, ['Ends today', ...upcoming, 'Past trips', 'Last year'])
  await pass(20 * 60_000)
  await expectTexts(headings, [...upcoming, 'Past trips', 'Ends today', 'Last year'])

  await create('Brand new')
  await expect.poll(address).toMatch(/^\/trip\//)
  await button('Back to Trips').click()
  const withNew = ['Under way', 'Brand new', 'Someday']
  const firstThree = () =>
    headings
      .elements()
      .slice(0, 3)
      .map(({ textContent }) => textContent)
  await expect.poll(firstThree).toEqual(withNew)
  // After a reload it is in the same place.
  queryCache.remove(LIST)
  showPage(<App />)
  await expect.poll(firstThree).toEqual(withNew)
  await card('Brand new').getByRole('link').click()
  await fillField('Departure date', '2026-12-01')
  await button('Back to Trips').click()
  await expectTexts(headings, [
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
