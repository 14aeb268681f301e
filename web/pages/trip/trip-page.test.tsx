import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { AppError } from '#domain/errors.ts'
import { commonSectionNames } from '#domain/plan/index.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { MAX_TRIP_NAME, type TripCard, tripTypes } from '#domain/trip.ts'
import { App } from '#web/app/app.tsx'
import { newId } from '#web/data/new-id.ts'
import { plan, tripKey } from '#web/data/root/plan.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { pageEvents, session } from '#web/data/root/session.ts'
import { deviceStorage } from '#web/data/storage/web-storage.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { holdCalls } from '#web/testing/hold.ts'
import { type OpenedTrip, openTrip, ROBIN, responses, showPage } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectText, expectTexts, press, sidewaysScroll } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { cardOf, fillField, openField, openNote, panel } from '#web/testing/trip-details.ts'

/* The page of a trip: how it opens, its header and its tabs. */

const header = page.getByRole('banner')
const title = header.getByRole('heading', { level: 1 })
const tabs = page.getByRole('tablist', { name: 'Trip sections' }).getByRole('tab')
const openTab = page.getByRole('tablist', { name: 'Trip sections' }).getByRole('tab', { selected: true })
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const expectAddress = (address: string) => expect.poll(() => location.pathname + location.search).toBe(address)
const expectOpen = (name: string) => expectTexts(openTab, [name])
const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()

/** What is transparent or hidden is not shown. */
const VISIBLE = { opacityProperty: true, visibilityProperty: true }

/** The page as after a reload: what is in memory only is lost, but not the address with its state. */
const reload = () => showPage(<App />)

/** What the trip list has. */
function setList(...trips: TripCard[]): void {
  queryCache.set(LIST, trips)
  responses.set('/api/trips', async () => ({ trips }))
}

/** Forgets a trip, and holds the server's next response with it until the returned function is called. */
function holdTrip({ trip, server }: OpenedTrip): () => void {
  const [fetchTrip, { release }] = holdCalls(server.fetchTrip.bind(server))
  server.fetchTrip = fetchTrip
  queryCache.remove(tripKey(trip.id))
  return release
}

/** With them, the header has all of its buttons. */
const people = [buildParty(...['Ana', 'Ben', 'Cleo'].map((name) => buildComing(name)))]

test("WORK-1, WORK-6, WORK-9, WORK-12, ROUTE-6, PERM-7 a person's own trip opens at its URL, on the overview", async () => {
  const opened = await openTrip({ trip: { name: 'Temagami <b>loop</b>' } })
  const release = holdTrip(opened)
  showApp(`/trip/${opened.trip.id}`)
  await expect.element(page.getByText('Loading trip...')).toBeVisible()
  await expectCount(page.getByRole('tablist'), 0)
  release()
  await expectTexts(title, ['Temagami <b>loop</b>'])
  await expectCount(page.getByText('Loading trip...'), 0)
  await expect.element(page.getByText('Note: Details below will be updated frequently')).toBeVisible()
  await expectOpen('Overview')
  await expectAddress(`/trip/${opened.trip.id}`)
  expect(document.title).toBe('Temagami <b>loop</b> · Overview · Wayfare')
})

test('WORK-9 the note above the tabs can be dismissed, per person, device and trip', async () => {
  const { trip } = await openTrip()
  showApp(`/trip/${trip.id}`)
  const note = page.getByText('Note: Details below will be updated frequently')
  const dismiss = button('Dismiss this note')
  await expect.element(dismiss).toBeVisible()
  expect([boxOf(dismiss).width, boxOf(dismiss).height].map(Math.round)).toEqual([44, 44])
  await expectNoAxeFindings()
  await page.viewport(390, 844)
  await expect.poll(() => boxOf(note).height, { message: 'one line' }).toBeLessThan(24)
  ;(dismiss.element() as HTMLElement).focus()
  await press('Enter')
  await expectCount(note, 0)
  await expect.element(openTab).toHaveFocus()
  reload()
  await expectOpen('Overview')
  await expectCount(note, 0)
  // Another trip still shows it, even if an older version of the app had dismissed it on all trips.
  deviceStorage.setItem('wayfare.note-away', ` ${ROBIN.id}`)
  const { trip: other } = await openTrip()
  showApp(`/trip/${other.id}`)
  await expect.element(note).toBeVisible()
  showApp(`/trip/${trip.id}`)
  await expectOpen('Overview')
  await expectCount(note, 0)
  session.enter({ user: { ...ROBIN, id: newId() } })
  showApp(`/trip/${trip.id}`)
  await expect.element(note).toBeVisible()
})

test('OVER-18 on a phone the forecast follows what works without an AI', async () => {
  await page.viewport(390, 844)
  const { trip } = await openTrip()
  showApp(`/trip/${trip.id}`)
  await expectOpen('Overview')
  const offline = page.getByRole('switch', { name: /^Available offline/ })
  // What is far down the page loads when it is near.
  await expect
    .poll(() => {
      scrollTo({ top: scrollY > document.body.scrollHeight - 900 ? 0 : scrollY + 400, behavior: 'instant' })
      return offline.elements().length
    })
    .toBe(1)
  await expect.element(button('Get Weather')).toBeVisible()
  const regions = panel
    .getByRole('region')
    .elements()
    .map(({ textContent }) => textContent ?? '')
  let from = 0
  for (const text of ['Trip', 'Available offline', 'AI Weather Forecast', 'Map']) {
    const at = regions.findIndex((region, place) => place >= from && region.includes(text))
    expect(at, text).toBeGreaterThanOrEqual(from)
    from = at + 1
  }
})

test('WORK-2, ERR-49, PERM-7 an unknown trip, an invalid id and a stranger’s trip lead to the trip list', async () => {
  const { server } = await openTrip()
  setList()
  // The server's response for a stranger's trip is the one for a missing trip: trip-routes.test.ts.
  server.fetchTrip = async (id) => {
    throw new AppError(id === 'not-an-id' ? 'invalid_id' : 'trip_not_found')
  }
  const missed = page.getByRole('alert')
  for (const id of [newId(), 'not-an-id']) {
    showApp(`/trip/${id}`)
    await expectAddress('/')
    await expect.element(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
    await expectTexts(missed, ['That trip doesn’t exist, or it isn’t shared with you.'])
  }
  await button('Dismiss').click()
  await expectCount(page.getByText('That trip doesn’t exist'), 0)
  showApp(`/trip/${newId()}`)
  await expect.element(page.getByText('That trip doesn’t exist')).toBeVisible()
  reload()
  await expect.element(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expectCount(page.getByText('That trip doesn’t exist'), 0)
})

test('WORK-2, ERR-49 a trip whose request fails leads to the trip list', async () => {
  const { trip, server } = await openTrip({ trip: { name: 'Out of order' } })
  setList(cardOf(trip))
  server.fetchTrip = async () => {
    throw new AppError('internal_error', '')
  }
  queryCache.remove(tripKey(trip.id))
  showApp(`/trip/${trip.id}`)
  await expectAddress('/')
  await expect.element(page.getByRole('link', { name: 'Out of order' })).toBeVisible()
  await expectTexts(page.getByRole('alert'), [/^We couldn’t open .* Please try again in a moment\./])
})

test('ERR-22, ERR-27, ERR-31, SAVE-3 a plan that cannot be read keeps its trip open, says so on each tab, and is fetched again', async () => {
  const failed = [...commonSectionNames]
  const values = { notes: [{ id: newId(), text: 'Bring the tarp' }] }
  const { trip } = await openTrip({ type: 'air_travel', trip: { name: 'Out of order' }, values, failed })
  showApp(`/trip/${trip.id}`)
  const box = panel.getByRole('alert').filter({ hasText: 'Error: Failed to load data' })
  await expectTexts(title, ['Out of order'])
  for (const name of ['Tickets', 'Itinerary', 'Checklist', 'Food & Meals', 'Overview']) {
    await page.getByRole('tab', { name }).click()
    await expectCount(box, 1)
    await expectText(box, /make sure the backend is connected.*refresh the page/i)
  }
  await expectAddress(`/trip/${trip.id}`)
  await expectCount(page.getByLabelText('Destination', { exact: true }), 0)
  failed.splice(0)
  pageEvents.dispatch('online', new Event('online'))
  await expectTexts(page.getByRole('region', { name: 'Trip Notes & Reminders' }).getByRole('paragraph'), [
    'Bring the tarp',
  ])
  await expectCount(box, 0)
})

test('ERR-22, ERR-27, ERR-31 details that fail to load say so on the overview, and what to do', async () => {
  const failed: 'details'[] = ['details']
  const { trip } = await openTrip({ type: 'air_travel', trip: { name: 'Broken row' }, failed })
  showApp(`/trip/${trip.id}`)
  const box = panel.getByRole('alert')
  await expectText(box, 'Error: Failed to load data')
  await expectText(box, /make sure the backend is connected.*refresh the page/i)
  await expectTexts(title, ['Broken row'])
  await expectCount(page.getByLabelText('Destination', { exact: true }), 0)
  failed.splice(0)
  queryCache.remove(tripKey(trip.id))
  reload()
  await openField('Flight carrier')
  await expectCount(box, 0)
})

test('WORK-3, WORK-4 a response without a trip says so, and leads back', async () => {
  const { trip } = await openTrip()
  setList()
  vi.spyOn(plan, 'open').mockResolvedValue({ trip: null, failures: {} })
  queryCache.remove(tripKey(trip.id))
  showApp(`/trip/${trip.id}`)
  await expect.element(page.getByText('Trip not found')).toBeVisible()
  await expect.element(header.getByRole('button', { name: ROBIN.username })).toBeVisible()
  await expect.poll(() => document.querySelector('.fading-out svg')?.checkVisibility(VISIBLE)).toBe(true)
  await expectNoAxeFindings()
  await button('Back to Trips').click()
  await expectAddress('/')
})

test('WORK-5, WORK-7, WORK-8, SHARE-1..6, SHARE-15 the header leads back and opens the share dialog', async () => {
  const road = await openTrip({ trip: { name: 'Georgian Bay' } })
  const shareable = async () => ({ is_public: false, share_token: newId() })
  responses.set(`/api/trips/${road.trip.id}/sharing`, shareable)
  setList(cardOf(road.trip))
  const share = header.getByRole('button', { name: 'Share trip' })
  const sheet = page.getByRole('dialog', { name: 'Share Trip' })
  showApp(`/trip/${road.trip.id}`)
  await expect.element(share).toHaveAttribute('title', 'Share trip')
  await share.click()
  await expect.element(sheet.getByRole('heading', { name: 'Share Trip' })).toBeVisible()
  await expectText(sheet, 'Georgian Bay')
  await expectText(sheet, /Road Trip\W+No destination set/)
  await expect.element(sheet).not.toHaveTextContent('Air Travel')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expectCount(sheet, 0)
  await expect.element(share).toHaveFocus()

  await header.getByRole('button', { name: 'Back to Trips' }).click()
  await expectAddress('/')
  const air = await openTrip({ type: 'air_travel', trip: { name: 'Tokyo' } })
  responses.set(`/api/trips/${air.trip.id}/sharing`, shareable)
  setList(cardOf(air.trip), cardOf(road.trip))
  await page.getByRole('link', { name: 'Tokyo' }).click()
  await expectAddress(`/trip/${air.trip.id}`)
  await fillField('Destination', 'Shinjuku')
  await share.click()
  await expectText(sheet, 'Tokyo')
  await expectText(sheet, /Air Travel\W+Shinjuku/)
  await expect.element(sheet).not.toHaveTextContent('No destination set')
  await press('Escape')
  await expectCount(sheet, 0)
})

test('WORK-10, CONST-25, PROD-20 a road trip has four tabs, worded for camping', async () => {
  const { trip } = await openTrip()
  showApp(`/trip/${trip.id}`)
  await expectTexts(tabs, ['Overview', 'Food & Meals', 'Itinerary', 'Checklist'])
  await expect.element(panel.getByRole('heading', { name: 'Trip Details & Travel Info' })).toBeVisible()
  await tabs.nth(1).click()
  await expect.element(panel.getByRole('heading', { name: 'Meal Plan', exact: true })).toBeVisible()
  await tabs.nth(2).click()
  await expect.element(panel.getByRole('heading', { name: 'Adventure Itinerary' })).toBeVisible()
  await tabs.nth(3).click()
  await expect.element(panel.getByRole('heading', { name: 'Camping Checklist' })).toBeVisible()
})

test('WORK-11, CONST-26, PROD-3, PROD-21 an air trip has five tabs, tickets among them, worded for travel', async () => {
  const { trip } = await openTrip({ type: 'air_travel' })
  showApp(`/trip/${trip.id}`)
  await expectTexts(tabs, ['Overview', 'Tickets & Passes', 'Itinerary', 'Checklist', 'Food & Meals'])
  await expect.element(panel.getByRole('heading', { name: 'Flight Details & Travel Info' })).toBeVisible()
  await tabs.nth(1).click()
  await expect.element(panel.getByText('No tickets added yet')).toBeVisible()
  await tabs.nth(2).click()
  await expect.element(panel.getByRole('heading', { name: 'Travel Itinerary' })).toBeVisible()
  await tabs.nth(3).click()
  await expect.element(panel.getByRole('heading', { name: 'Travel Checklist' })).toBeVisible()
  await tabs.nth(4).click()
  await expect.element(panel.getByRole('heading', { name: 'Travel Meal Plan' })).toBeVisible()
})

test('WORK-10..12 each tab has a URL: reload keeps it, back and forward walk through them', async () => {
  const { trip: air } = await openTrip({ type: 'air_travel', trip: { name: 'Oslo' } })
  showApp(`/trip/${air.id}?tab=tickets`)
  await expectOpen('Tickets & Passes')
  await expect.poll(() => document.title).toBe('Oslo · Tickets & Passes · Wayfare')
  const { trip: road } = await openTrip({ trip: { name: 'Quetico' } })
  for (const [id, label] of Object.entries({ meals: 'Food & Meals', itinerary: 'Itinerary', checklist: 'Checklist' })) {
    showApp(`/trip/${road.id}?tab=${id}`)
    await expectOpen(label)
    await expect.poll(() => document.title).toBe(`Quetico · ${label} · Wayfare`)
  }
  showApp(`/trip/${road.id}?tab=tickets`)
  await expectOpen('Overview')

  showApp(`/trip/${road.id}`)
  await tab('Itinerary').click()
  await expectAddress(`/trip/${road.id}?tab=itinerary`)
  await tab('Checklist').click()
  await expectAddress(`/trip/${road.id}?tab=checklist`)
  reload()
  await expectOpen('Checklist')
  history.back()
  await expectOpen('Itinerary')
  history.back()
  await expectOpen('Overview')
  await expectAddress(`/trip/${road.id}`)
  history.forward()
  await expectOpen('Itinerary')
  await tab('Overview').click()
  await expectAddress(`/trip/${road.id}`)
})

test('WORK-15..17 the footer line shows the destination, or a default for each type of trip', async () => {
  const line = (text: string) => page.getByRole('main').getByText(text, { exact: true }).last()
  const fallbacks = {
    car_trip: 'Algonquin Provincial Park, Ontario, Canada',
    air_travel: 'Travel Planning Made Easy',
  }
  for (const type of tripTypes) {
    const { trip } = await openTrip({ type })
    showApp(`/trip/${trip.id}`)
    await expect.element(line(fallbacks[type])).toBeVisible()
    await fillField('Destination', 'Point Pelee')
    await expect.element(line('Point Pelee')).toBeVisible()
    await expectCount(line(fallbacks[type]), 0)
    await fillField('Destination', '')
    await expect.element(line(fallbacks[type])).toBeVisible()
  }
})

test('PROD-2 a trip of either type has details, meals, itinerary, packing checklist and notes', async () => {
  for (const type of tripTypes) {
    const { trip } = await openTrip({ type })
    showApp(`/trip/${trip.id}`)
    await openField('Destination')
    await openNote(1)
    const edits = { 'Food & Meals': 'Edit meal plan', Itinerary: 'Add Day', Checklist: 'Edit checklist' }
    for (const [name, edit] of Object.entries(edits)) {
      await tab(name).click()
      await expect.element(panel.getByRole('button', { name: edit }).first()).toBeEnabled()
    }
  }
})

test('OVER-25 a trip opened from the list shows its name at once and that its plan is loading', async () => {
  const opened = await openTrip({ trip: { name: 'Bon Echo' } })
  setList(cardOf(opened.trip))
  // Nothing of it is loaded yet.
  vi.spyOn(plan, 'isOpen').mockReturnValue(false)
  const find = vi.mocked(plan.find).getMockImplementation()
  vi.spyOn(plan, 'find').mockReturnValue(undefined)
  const release = holdTrip(opened)
  showApp('/')
  await page.getByRole('link', { name: 'Bon Echo' }).click()
  await expectTexts(title, ['Bon Echo'])
  await expect.element(panel.getByText('Loading trip data...')).toBeVisible()
  if (find) vi.spyOn(plan, 'find').mockImplementation(find)
  release()
  await openField('Destination')
  await expectCount(page.getByText('Loading trip data...'), 0)
})

test('pressed tabs and days have no focus ring; those reached by key have one', async () => {
  const { trip } = await openTrip()
  showApp(`/trip/${trip.id}`)
  const rings = () => [...document.querySelectorAll(':focus-visible')].map(({ textContent }) => textContent)
  for (const name of ['Checklist', 'Food & Meals']) {
    await tab(name).click()
    await expectOpen(name)
    await expect.element(openTab).toHaveFocus()
    expect(rings()).toEqual([])
  }
  const days = page.getByRole('tablist', { name: 'Days' }).getByRole('tab')
  await days.nth(1).click()
  await expect.element(days.nth(1)).toHaveAttribute('aria-selected', 'true')
  expect(rings()).toEqual([])
  await press('ArrowRight')
  await expect.element(days.nth(2)).toHaveAttribute('aria-selected', 'true')
  expect(rings()).toEqual([expect.stringMatching(/Day 3/)])
})

test.each([
  [390, 844],
  [1280, 800],
])(
  'the bars of the plan and of the group lead to each other by name, and back to the tab one came from, at %s px',
  async (width, height) => {
    await page.viewport(width, height)
    const { trip } = await openTrip({ members: { people: [], invitations: [] } as never })
    const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    showApp(`/trip/${trip.id}?tab=itinerary`)
    // Beside the tabs: the arrow keys stay in the list, and the Tab key reaches it.
    await expectCount(tabs, 4)
    ;(openTab.element() as HTMLElement).focus()
    await press('Tab')
    await expect.element(link('Group')).toHaveFocus()
    await expect.element(link('Group')).toBeInViewport({ ratio: 1 })
    const box = boxOf(link('Group'))
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    await press('Enter')
    await expectAddress(`/trip/${trip.id}/group`)
    await page.getByRole('tab', { name: 'Costs' }).click()
    await link('Trip').click()
    await expectAddress(`/trip/${trip.id}?tab=itinerary`)
    await expectOpen('Itinerary')
  },
)

test('by keyboard the tabs are one stop, at the open one, and Home and End reach both ends', async () => {
  const { trip } = await openTrip()
  showApp(`/trip/${trip.id}`)
  await expectCount(tabs, 4)
  ;(tab('Overview').element() as HTMLElement).focus()
  for (const [key, name] of [
    ['End', 'Checklist'],
    ['ArrowRight', 'Overview'],
    ['ArrowLeft', 'Checklist'],
    ['Home', 'Overview'],
    ['ArrowRight', 'Food & Meals'],
  ] as const) {
    await press(key)
    await expect.element(tab(name), { message: key }).toHaveFocus()
  }
  // Moving along opens nothing.
  await expectOpen('Overview')
  await press('Tab')
  await expect.element(page.getByRole('link', { name: 'Group', exact: true })).toHaveFocus()
  await press('Tab')
  await expect.element(panel).toHaveFocus()
  await userEvent.tab({ shift: true })
  await userEvent.tab({ shift: true })
  await expect.element(tab('Overview')).toHaveFocus()
})

test('WORK-10 another tab starts at the top, and going back restores the scroll position', async () => {
  await page.viewport(390, 844)
  const { trip } = await openTrip()
  showApp(`/trip/${trip.id}`)
  const place = () => Math.round(scrollY)
  /** Scrolls, and waits until the page has painted. */
  const scrollDown = async (top: number) => {
    scrollTo({ top, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  const note = button('Edit note 1')
  await expect.element(note).toBeVisible()
  await scrollDown(300)
  await tab('Itinerary').click()
  const heading = page.getByRole('heading', { name: 'Adventure Itinerary', exact: true })
  await expect.element(heading).toBeInViewport()
  expect(place()).toBe(0)
  await scrollDown(700)
  await tab('Food & Meals').click()
  await expect.element(button('Edit meal plan')).toBeInViewport()
  expect(place()).toBe(0)
  await tab('Itinerary').click()
  await expect.element(heading).toBeInTheDocument()
  await expect.poll(place).toBe(700)
  await tab('Overview').click()
  await expect.element(note).toBeVisible()
  await expect.poll(place).toBe(300)
})

test('on a desktop a long trip name uses all header space that the user name leaves', async () => {
  const username = 'Roberta Featherstone-Montgomery'
  const name = 'Paddling and hiking with all of our neighbours in Algonquin '.repeat(3).trim()
  const { trip } = await openTrip({ trip: { name }, values: { people } })
  session.enter({ user: { ...ROBIN, username } })
  showApp(`/trip/${trip.id}`)
  const user = header.getByText(username, { exact: true })
  await expect.element(user).toBeVisible()
  expect(user.element().scrollWidth - user.element().clientWidth).toBe(0)
  const next = header.getByRole('button', { name: 'People' })
  await expect.element(next).toBeVisible()
  const edges = () => ({
    end: Math.round(boxOf(header.getByRole('button', { name: `${name}: history, rename and more` })).right),
    next: Math.round(boxOf(next).x),
  })
  const before = edges()
  expect(before.next - before.end).toBeLessThan(64)
  // The save status does not move anything.
  await fillField('Destination', 'Pog Lake')
  await expectTexts(header.getByRole('status'), ['Saved'])
  expect(edges()).toEqual(before)
})

/** Axe on the whole page, with the menu that is open. */
async function expectNoAxeFindingsOnPage(): Promise<void> {
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'], preload: false })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

test.each([
  [
    'with spaces',
    'Paddling and hiking with all of our neighbours in Algonquin '.repeat(4).slice(0, MAX_TRIP_NAME).trim(),
  ],
  ['without spaces', 'W'.repeat(MAX_TRIP_NAME)],
])('the longest trip name, %s, hides no header button, and a press shows all of it', async (_how, name) => {
  await page.viewport(320, 640)
  const members = { people: [], invitations: [] } as never
  const { trip } = await openTrip({ trip: { name }, values: { people }, members })
  setList(cardOf(trip))
  const isWhole = (shown: Locator) => {
    const text = shown.element()
    const letters = text.getBoundingClientRect()
    return text.scrollHeight <= text.clientHeight + 1 && letters.left >= 0 && letters.right <= innerWidth
  }
  const cut = header.getByRole('button', { name: `${name}: history, rename and more` })
  const whole = header.getByRole('paragraph').filter({ hasText: name })
  for (const { address, buttons } of [
    { address: `/trip/${trip.id}`, buttons: ['Back to Trips', 'People', 'Share trip'] },
    { address: `/trip/${trip.id}/group`, buttons: ['Back to the trip'] },
  ]) {
    showApp(address)
    const expectOpened = (is: boolean) => expect.element(cut).toHaveAttribute('aria-expanded', String(is))
    await expect.element(cut).toBeVisible()
    expect(boxOf(cut).height).toBeLessThan(60)
    await expect.poll(sidewaysScroll).toBe(0)
    for (const label of buttons)
      await expect.element(header.getByRole('button', { name: label })).toBeInViewport({ ratio: 1 })

    await cut.click()
    await expectOpened(true)
    await expect.poll(() => isWhole(whole)).toBe(true)
    await expect.element(whole).toBeInViewport({ ratio: 1 })
    await expectNoAxeFindingsOnPage()
    await press('Escape')
    await expectOpened(false)
    ;(cut.element() as HTMLElement).focus()
    await press('Enter')
    await expectOpened(true)
    await press('Escape')
    await expectOpened(false)
  }
  showApp('/')
  await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible()
  expect(sidewaysScroll()).toBe(0)
  await expectCount(dialog(), 0)
})
