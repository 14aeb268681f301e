import { beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { AppError } from '#domain/errors.ts'
import { localDate } from '#domain/local-date.ts'
import { newLine, newMealDay } from '#domain/plan/meals.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildTicket } from '#domain/testing/tickets.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { sharedCopies } from '#web/data/root/shared-copies.ts'
import { AUTOSAVE_PAUSE_MS } from '#web/data/sync/sender.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { holdResponse } from '#web/testing/hold.ts'
import { type OpenedTrip, openTrip, ROBIN, responses, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, expectCount, expectText, expectTexts, type } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { deny, share } from './testing/share.ts'

/* What readers of a share link see. Nothing answers an edit here, so a request to change something is an error. */

const UNKNOWN = '7a3f8c1e-2b4d-4e6f-8a90-1b2c3d4e5f60'
const NOT_FOUND = 'Trip not found or access denied. The trip may be private or the share link may have expired.'
const DENIED = 'Access denied. This trip is private and requires a valid share link.'
const FAILED = 'Failed to load trip. Please check your internet connection and try again.'

const main = page.getByRole('main')
const panel = page.getByRole('tabpanel')
const tabs = page.getByRole('tab')
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const failure = main.getByRole('alert')
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const isReadOnly = page.getByText('Viewing shared trip (read-only)')

/** Controls that could change something. */
const editors = () =>
  document.querySelectorAll(
    [
      'input:not([type=hidden])',
      'textarea',
      'select',
      '[contenteditable]',
      '[role=checkbox]',
      '[role=switch]',
      '[draggable=true]',
    ]
      .map((one) => `main ${one}`)
      .join(),
  ).length
const mutations = main.getByRole('button', {
  name: /add|edit|delete|remove|save|move|upload|choose|history|share|undo/i,
})

const carDetails = buildDetails({
  ...datesOf('2031-06-25', '2031-06-28'),
  destination_name: 'Pog Lake',
  car_trip_distances: [{ id: newId(), place: 'Toronto', distance: '280 km' }],
  car_trip_entry_gate: 'West Gate',
})

async function openShared(options: TripOptions, query?: string): Promise<OpenedTrip> {
  const opened = await openTrip(options)
  const link = share(opened)
  showApp(query === undefined ? link : link.replace(/\?.*/, query))
  return opened
}

/** Opens an address as after a reload: nothing is in memory. */
function reload(address: string): void {
  queryCache.forgetPerson()
  showApp(address)
}

beforeEach(async () => {
  await sharedCopies.dropAll()
  // What the trips page asks, to which some of these lead.
  responses.set('/api/trips', async () => ({ trips: [] }))
})

test.each(['car_trip', 'air_travel'] as const)(
  'VIEW-13, VIEW-14, PERM-15..19 the shared view is read-only on every tab and sends no writes: %s',
  async (tripType) => {
    await page.viewport(390, 844)
    const date = localDate.parse('2031-05-02')
    const ticket = buildTicket('Toronto to Lisbon', { date, time: '10:30 AM', confirmationNumber: 'QK7F2P' })
    const { server } = await openShared({
      type: tripType,
      values: { details: carDetails, ...(tripType === 'air_travel' && { tickets: [ticket] }) },
    })
    await expect.element(isReadOnly).toBeVisible()
    const names = tabs.elements().map((one) => one.textContent ?? '')
    expect(names.length).toBeGreaterThan(3)
    for (const name of names) {
      await tab(name).click()
      await expect.element(panel.getByRole('heading', { level: 2 }).first()).toBeVisible()
      const folded = panel
        .getByRole('button', { name: /^Show/ })
        .elements()
        .map((one) => one.textContent ?? '')
      for (const toggle of folded) await panel.getByRole('button', { name: toggle, exact: true }).click()
      expect(editors(), name).toBe(0)
      await expectCount(mutations, 0)
      await expectNoAxeFindings()
    }
    await expectCount(page.getByRole('banner').getByRole('button', { name: /history|share/i }), 0)
    // Typing and clicking on texts do nothing either.
    await tab('Checklist').click()
    await panel.getByRole('listitem').first().click()
    await type('x ')
    // Longer than edits wait for a pause in typing.
    await new Promise((resolve) => setTimeout(resolve, AUTOSAVE_PAUSE_MS + 200))
    expect(server.received).toEqual([])
  },
)

test.each([
  ['car_trip', ['Overview', 'Food & Meals', 'Itinerary', 'Checklist'], 'Algonquin Provincial Park, Ontario, Canada'],
  [
    'air_travel',
    ['Overview', 'Tickets & Passes', 'Itinerary', 'Checklist', 'Food & Meals'],
    'Travel Planning Made Easy',
  ],
] as const)(
  'VIEW-12, VIEW-16, VIEW-17, PERM-19, PERM-21 a public trip opens with any token, and without one: %s',
  async (tripType, names, fallback) => {
    const opened = await openTrip({ type: tripType, trip: { name: `Public ${tripType}`, is_public: true } })
    share(opened)
    for (const query of ['', '?token=wrong&mode=view']) {
      reload(`/shared/${opened.trip.id}${query}`)
      await expect.element(heading(`Public ${tripType}`)).toBeVisible()
    }
    await expectTexts(tabs, names)
    await expect.element(page.getByText(fallback)).toBeVisible()
    if (tripType === 'car_trip') return
    await tab('Tickets & Passes').click()
    await expect.element(panel.getByText('No tickets added yet')).toBeVisible()
  },
)

test('SHARE-23, VIEW-2 the owner of a replaced link sees what others see, and can share again', async () => {
  const opened = await openTrip({ trip: { name: 'Shared again' } })
  const { id } = opened.trip
  responses.set(`/api/trips/${id}/sharing`, async () => ({ is_public: false, share_token: 'current' }))
  const link = share(opened)
  showApp(link)
  await expect.element(isReadOnly).toBeVisible()
  share(opened, { dead_link: { can_share: true } })
  for (const [address, message] of [
    [`/shared/${id}`, DENIED],
    [`/shared/${id}?token=old&mode=view`, NOT_FOUND],
  ] as const) {
    reload(address)
    await expect.element(heading('Trip Not Found')).toBeVisible()
    await expect.element(failure).toHaveTextContent(message)
    await expectCount(page.getByText('Shared again'), 0)
  }
  await expectNoAxeFindings()

  await button('Share again').click()
  await expect.poll(() => location.pathname).toBe(`/trip/${id}`)
  const dialog = page.getByRole('dialog', { name: 'Share Trip' })
  await expect
    .element(dialog.getByRole('textbox', { name: 'Share link' }))
    .toHaveValue(`${location.origin}/shared/${id}?token=current&mode=view`)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectCount(dialog, 0)
  // After a reload, which keeps the state of the history's entry.
  const { state } = history
  showApp(`/trip/${id}`)
  history.replaceState(state, '', location.href)
  await expect.element(heading('Shared again')).toBeVisible()
  await expectCount(dialog, 0)

  // Others learn nothing of the trip.
  deny(id)
  reload(`/shared/${id}?token=old&mode=view`)
  await expect.element(failure).toHaveTextContent(NOT_FOUND)
  await expectCount(button('Share again'), 0)
})

test('VIEW-2..5, PERM-22, PERM-23, ERR-41..43, VALID-27, VALID-28 a broken link says why', async () => {
  const { trip } = await openTrip({ trip: { name: 'Not for everybody' } })
  const asked = vi.fn()
  for (const id of [trip.id, UNKNOWN, 'not-an-id'])
    responses.set(`/api/shared/${id}`, async (_body, query) => {
      asked(query.getAll('token'))
      throw new AppError('trip_not_found')
    })
  const tents = '🏕️'.repeat(100)
  const addresses: [address: string, message: string, asked: string[] | undefined][] = [
    ['/shared', 'Invalid share link - missing trip ID', undefined],
    ['/shared/', 'Invalid share link - missing trip ID', undefined],
    [`/shared/${trip.id}?token=of-another&mode=view`, NOT_FOUND, ['of-another']],
    [`/shared/${UNKNOWN}?token=expired&mode=view`, NOT_FOUND, ['expired']],
    ['/shared/not-an-id?token=x', NOT_FOUND, ['x']],
    [`/shared/${trip.id}?token=${tents}`, NOT_FOUND, [tents]],
    [`/shared/${trip.id}?token=y&token=for-readers&mode=view`, NOT_FOUND, ['y']],
    [`/shared/${trip.id}`, DENIED, []],
    [`/shared/${trip.id}?token=`, DENIED, []],
  ]
  for (const [address, message, tokens] of addresses) {
    asked.mockClear()
    reload(address)
    await expect.element(page.getByRole('heading', { name: 'Trip Not Found' })).toBeVisible()
    await expect.element(failure).toHaveTextContent(message)
    await expect.poll(() => document.title).toBe('Trip Not Found · Wayfare')
    await expectCount(page.getByText('Not for everybody'), 0)
    expect(asked.mock.calls[0]?.[0], address).toEqual(tokens)
  }
  // A signed-in person is not asked to sign up.
  await expect.element(main).not.toHaveTextContent(/sign up/i)
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Wayfare, home' })).toBeVisible()
  await expectNoAxeFindings()
  await button('Go to Wayfare').click()
  await expect.poll(() => location.pathname).toBe('/')

  const opened = await openTrip()
  showApp(share(opened, { trip: null }))
  await expect.element(failure).toHaveTextContent('The shared trip link is invalid or has expired.')
})

test('VIEW-1, ERR-44 the view says that it is loading, and what to do if that fails', async () => {
  const opened = await openTrip({ trip: { name: 'Loading' } })
  const link = share(opened)
  const path = `/api/shared/${opened.trip.id}`
  const answer = responses.get(path)
  const { release } = holdResponse(path)
  showApp(link)
  await expect.element(page.getByText('Loading shared trip...')).toBeVisible()
  release()
  await expect.element(heading('Loading')).toBeVisible()

  let isDown = true
  responses.set(path, async (...asked) => {
    if (isDown) throw new AppError('internal_error')
    return answer?.(...asked)
  })
  reload(link)
  await expect.element(failure).toHaveTextContent(FAILED)
  isDown = false
  await button('Try again').click()
  await expect.element(heading('Loading')).toBeVisible()
})

test('ERR-44 without a connection the view does not claim that the trip does not exist', async () => {
  const opened = await openTrip({ trip: { name: 'Out of reach' } })
  const link = share(opened)
  const path = `/api/shared/${opened.trip.id}`
  const answer = responses.get(path)
  responses.set(path, async () => {
    throw new AppError('unreachable')
  })
  showApp(link)
  await expect.element(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await expect.poll(() => document.title).toBe('No connection · Wayfare')
  await expect.element(failure).toHaveTextContent(FAILED)
  if (answer) responses.set(path, answer)
  await button('Try again').click()
  await expect.element(heading('Out of reach')).toBeVisible()
})

test('ERR-22, VIEW-7 a shared trip with an unreadable plan says so, recovers, and keeps its persisted copy', async () => {
  const opened = await openTrip({ trip: { name: 'Out of order' }, values: { details: carDetails } })
  const link = share(opened)
  const path = `/api/shared/${opened.trip.id}`
  const answer = responses.get(path)
  if (!answer) throw new Error('The trip is not shared')
  const box = panel.getByRole('alert')
  const destination = panel.getByText('Pog Lake').first()
  const failed = { error: { code: 'data_not_loaded', message: 'Failed to load data' } }
  const unreadable: typeof answer = async (...asked) => {
    const read = (await answer(...asked)) as { sections: object }
    const sections = Object.fromEntries(Object.keys(read.sections).map((name) => [name, failed]))
    return { ...read, sections, documents: failed }
  }
  showApp(link)
  await expect.element(destination).toBeVisible()
  await expect.poll(() => sharedCopies.find(`${ROBIN.id} ${opened.trip.id} for-readers`)).toBeDefined()

  responses.set(path, unreadable)
  reload(link)
  await expect.element(heading('Out of order')).toBeVisible()
  await expectText(box, 'Error: Failed to load data')
  await expectText(box, /make sure the backend is connected.*refresh the page/i)
  responses.set(path, answer)
  await expect.element(destination).toBeVisible()
  await expectCount(box, 0)

  responses.set(path, unreadable)
  reload(link)
  await expectText(box, 'Error: Failed to load data')
  responses.set(path, async () => {
    throw new AppError('unreachable')
  })
  reload(link)
  await expect.element(page.getByText('You’re offline. This is the trip as it was on')).toBeVisible()
  await expect.element(destination).toBeVisible()
})

test('a reader by share link gets no fields of meals', async () => {
  const { meals, snacks } = newMealDay('car_trip', 1)
  const ingredients = ['2 kg flour', '40 eggs', '3 L milk'].map((text) => newLine(newId(), text))
  const breakfast = { ...meals.breakfast, name: 'Pancakes', description: 'Two pans', ingredients }
  await openShared({ values: { meals: { 1: { meals: { ...meals, breakfast }, snacks } } } })
  await tab('Food & Meals').click()
  const card: Locator = page.getByRole('region', { name: 'Breakfast', exact: true })
  await card.getByText('40 eggs').click()
  await card.getByRole('heading', { name: 'Pancakes' }).click()
  expect(editors()).toBe(0)
  await expectCount(page.getByRole('button', { name: /^Edit / }), 0)
})
