import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TripCopy } from '#domain/api/trip-life.ts'
import type { Trip, TripCard } from '#domain/trip.ts'
import { App } from '#web/app/app.tsx'
import { newId } from '#web/data/new-id.ts'
import { plan, tripKey } from '#web/data/root/plan.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { hold } from '#web/testing/hold.ts'
import { openTrip, ROBIN, responses, showPage } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, expectTexts, press } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { cardOf } from '#web/testing/trip-details.ts'

/* Actions on a whole trip: rename, duplicate, archive, delete, restore, leave and transfer ownership. */

const title = page.getByRole('heading', { level: 1 })
const card = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
const statusMessage = (words: string) => page.getByRole('status').filter({ hasText: words })
const address = () => location.pathname

async function choose(trip: string, what: string): Promise<void> {
  await card(trip)
    .getByRole('button', { name: `Rename, duplicate and more: ${trip}` })
    .click()
  await item(what).click()
}

type Method = 'DELETE' | 'PATCH' | 'POST' | 'PUT'
interface Sent {
  method: Method
  path: string
  body: unknown
}

/**
 * Opens a trip that is in the list. What is sent about it is in `sent`, and `respond` says what the server does then.
 * @param changes what differs from a road trip of one's own; what `respond` changes there is what the server has then
 */
async function openListed(changes: Partial<Trip>, respond: (sent: Sent) => unknown = () => null) {
  const { trip, server } = await openTrip({ trip: changes })
  const list = { trips: [cardOf(trip)] }
  const sent: Sent[] = []
  queryCache.set(LIST, list.trips)
  // It is fetched once it is shown, as in the app; only what was fetched is fetched again.
  queryCache.invalidate(tripKey(trip.id))
  responses.set('/api/trips', async () => list)
  for (const path of ['', '/copies', '/archived', '/deleted', '/owner', `/people/${ROBIN.id}`])
    responses.set(`/api/trips/${trip.id}${path}`, async (body, _query, method) => {
      if (method === 'GET') return server.fetchTrip(trip.id)
      const one = { method: method as Method, path, body }
      sent.push(one)
      return respond(one)
    })
  /** What the server has of the listed trip from now on. */
  const change = (more: Partial<TripCard>) => {
    list.trips = list.trips.map((one) => (one.id === trip.id ? { ...one, ...more } : one))
  }
  return { trip, list, sent, change }
}

/** Lists when the person's edits have been sent, as 'flush', among what the test adds to it. */
function noteFlushes(): string[] {
  const order: string[] = []
  vi.spyOn(plan, 'flush').mockImplementation(async () => {
    // A request that does not wait for it comes first.
    await new Promise((resolve) => setTimeout(resolve, 50))
    order.push('flush')
  })
  return order
}

/** The page as after a reload, with the list and the trip from the server. */
function reload(trip: Trip): void {
  queryCache.remove(LIST)
  queryCache.remove(tripKey(trip.id))
  showPage(<App />)
}

test('renames a trip from its header and from its card', async () => {
  const changes: Partial<Trip> = { name: 'To teh lake' }
  const { trip, change } = await openListed(changes, ({ method, body }) => {
    expect(method).toBe('PATCH')
    Object.assign(changes, body)
    change(body as { name: string })
    return null
  })
  showApp(`/trip/${trip.id}`)
  await button('To teh lake: history, rename and more').click()
  await item('Rename').click()
  const name = dialog().getByLabelText('Trip Name')
  await expect.element(name).toHaveFocus()
  await name.fill('   ')
  await press('Enter')
  await expect.element(name).toHaveAccessibleDescription('Please enter a trip name')
  await name.fill('To the lake')
  await press('Enter')
  await expectCount(dialog(), 0)
  await expectTexts(title, ['To the lake'])

  await button('Back to Trips').click()
  await choose('To the lake', 'Rename')
  await dialog().getByLabelText('Trip Name').fill('To the sea')
  await button('Save').click()
  await expect.element(card('To the sea')).toBeVisible()
  reload(trip)
  await card('To the sea').getByRole('link').click()
  await expectTexts(title, ['To the sea'])

  const { trip: theirs } = await openListed({ name: 'To the lake', role: 'member' })
  showApp(`/trip/${theirs.id}`)
  await button('To the lake: history, rename and more').click()
  await expect.element(item('Duplicate')).toBeVisible()
  await expectCount(item('Rename'), 0)
})

test('a copy opens at once, with the name, ticks and people that somebody wants', async () => {
  const changes: Partial<Trip> = { name: 'Achray' }
  const order = noteFlushes()
  const { trip, list, sent } = await openListed(changes, ({ path, body }) => {
    order.push(path)
    const { id, name } = body as TripCopy
    Object.assign(changes, { name })
    const copy = cardOf(trip, { id, name })
    list.trips = [copy, ...list.trips]
    return { trip: copy }
  })
  showApp(`/trip/${trip.id}?tab=checklist`)
  await button(/^Achray: history, rename/).click()
  await item('Duplicate').click()
  await expect.element(dialog().getByLabelText('Trip Name')).toHaveValue('Achray (copy)')
  await expectNoAxeFindings()
  await dialog()
    .getByRole('switch', { name: /^Keep ticks/ })
    .click()
  await button('Duplicate').click()
  await expectTexts(title, ['Achray (copy)'])
  expect(address()).toBe(`/trip/${(sent[0] as Sent & { body: TripCopy }).body.id}`)

  await button('Back to Trips').click()
  await choose('Achray', 'Duplicate')
  await dialog().getByLabelText('Trip Name').fill('Next year')
  await dialog()
    .getByRole('switch', { name: /^Include people/ })
    .click()
  await button('Duplicate').click()
  await expectTexts(title, ['Next year'])
  expect(order).toEqual(['flush', '/copies', 'flush', '/copies'])
  // What the server does with it: trip-life-routes.test.ts.
  const others = { with_duties: true, with_rides: true }
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/copies',
      body: { id: expect.any(String), name: 'Achray (copy)', with_people: false, with_ticks: true, ...others },
    },
    {
      method: 'POST',
      path: '/copies',
      body: { id: expect.any(String), name: 'Next year', with_people: true, with_ticks: false, ...others },
    },
  ])
})

test('cancelling while a trip is copied stays on the page, and the copy appears in the list', async () => {
  const { released, release: answer } = hold()
  const { trip, list, sent } = await openListed({ name: 'Achray' }, async ({ body }) => {
    await released
    const copy = cardOf(trip, { id: (body as TripCopy).id, name: (body as TripCopy).name })
    list.trips = [copy, ...list.trips]
    return { trip: copy }
  })
  showApp('/')
  await choose('Achray', 'Duplicate')
  await button('Duplicate').click()
  await expect.poll(() => sent.length).toBe(1)
  await button('Cancel').click()
  await expectCount(dialog(), 0)
  answer()
  await expect.element(card('Achray (copy)')).toBeVisible()
  expect(address()).toBe('/')
  await expect.element(card('Achray')).toBeVisible()
})

test('past trips are listed apart, and archived trips are hidden', async () => {
  const { trip, list, sent, change } = await openListed({ name: 'Maybe' }, ({ body }) => {
    change(body as { is_archived: boolean })
    return null
  })
  const over = { id: newId(), name: 'Last summer', departure_date: '2025-07-01', return_date: '2025-07-04' }
  const overCard = cardOf(trip, over as Partial<TripCard>)
  list.trips = [...list.trips, overCard]
  queryCache.set(LIST, list.trips)
  responses.set(`/api/trips/${over.id}/archived`, async () => {
    list.trips = list.trips.map((one) => (one.id === over.id ? { ...one, is_archived: true } : one))
    return null
  })
  showApp('/')
  const past = page.getByRole('region', { name: 'Past trips' })
  await expectTexts(past.getByRole('link'), ['Last summer'])

  await choose('Maybe', 'Archive')
  await expect.element(button('Archived (1)')).toBeVisible()
  await expect.element(card('Maybe')).not.toBeInTheDocument()
  await choose('Last summer', 'Archive')
  await expectCount(past, 0)
  await button('Archived (2)').click()
  await expect.element(card('Maybe')).toBeVisible()
  await expectNoAxeFindings()
  reload(trip)
  await expect.element(button('Archived (2)')).toBeVisible()
  await expect.element(card('Maybe')).not.toBeInTheDocument()

  await button('Archived (2)').click()
  await choose('Maybe', 'Unarchive')
  await expect.element(button('Archived (1)')).toBeVisible()
  await expect.element(card('Maybe')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([{ is_archived: true }, { is_archived: false }])
})

test('archives a trip from its own menu, says where it went, and restores it there', async () => {
  const { trip, change } = await openListed({ name: 'Maybe' }, ({ method, path, body }) => {
    expect([method, path]).toEqual(['PUT', '/archived'])
    change(body as { is_archived: boolean })
    return null
  })
  showApp(`/trip/${trip.id}`)
  const openMenu = () => button(/^Maybe: history, rename/).click()
  await openMenu()
  await item('Archive').click()
  await expect.element(statusMessage('Moved to Archived')).toBeVisible()
  await expectNoAxeFindings()
  await button('Undo').click()
  await expect.element(statusMessage('Moved back to your trips')).toBeVisible()
  await button('Back to Trips').click()
  await expect.element(card('Maybe')).toBeVisible()
  await expectCount(button(/^Archived/), 0)

  await card('Maybe').getByRole('link').click()
  await openMenu()
  await item('Archive').click()
  await expect.element(statusMessage('Moved to Archived')).toBeVisible()
  await button('Back to Trips').click()
  await button('Archived (1)').click()
  await card('Maybe').getByRole('link').click()
  await expectTexts(title, ['Maybe'])
  reload(trip)
  await openMenu()
  await item('Unarchive').click()
  await expect.element(statusMessage('Moved back to your trips')).toBeVisible()
  await openMenu()
  await expect.element(item('Archive')).toBeVisible()
})

test('a deleted trip can be restored or deleted for good', async () => {
  const { trip, list, sent, change } = await openListed({ name: 'Achray' }, ({ method, body }) => {
    if (method === 'DELETE') list.trips = []
    else change({ deleted_at: (body as { is_deleted: boolean }).is_deleted ? '2026-07-02T12:00:00.000Z' : null })
    return null
  })
  /** The initial text of every live region that is added to the page. */
  const initialTexts: string[] = []
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue
      const all = [...(node.matches('[role=status]') ? [node] : []), ...node.querySelectorAll('[role=status]')]
      initialTexts.push(...all.map((region) => region.textContent ?? ''))
    }
  })
  showApp(`/trip/${trip.id}`)
  await button(/^Achray: history, rename/).click()
  await item('Delete').click()
  await expectText(dialog(), 'You can restore it within 30 days.')
  await expect.element(button('Cancel')).toHaveFocus()
  observer.observe(document.body, { childList: true, subtree: true })
  await button('Delete').click()
  await expect.poll(address).toBe('/')
  await expect.element(statusMessage('“Achray” was deleted.')).toBeVisible()
  observer.disconnect()
  // It is announced: the live region existed before its text.
  expect(initialTexts.length).toBeGreaterThan(0)
  expect(initialTexts.filter((words) => words.includes('was deleted'))).toEqual([])
  await expectCount(card('Achray'), 0)

  // Restored from the list.
  reload(trip)
  await button('Deleted (1)').click()
  const inList = page.getByRole('main').getByRole('listitem').getByRole('button', { name: 'Restore' })
  await expect.element(inList).toBeVisible()
  await expectNoAxeFindings()
  await inList.click()
  await expect.element(card('Achray')).toBeVisible()

  await choose('Achray', 'Delete')
  await button('Delete').click()
  await statusMessage('“Achray” was deleted.').getByRole('button', { name: 'Restore' }).click()
  await expect.element(card('Achray')).toBeVisible()
  await expectCount(page.getByText('“Achray” was deleted.'), 0)

  await choose('Achray', 'Delete')
  await button('Delete').click()
  await button('Deleted (1)').click()
  await button('Delete permanently').click()
  await dialog().getByRole('button', { name: 'Delete permanently' }).click()
  await expectCount(dialog(), 0)
  await expectCount(button(/^Deleted/), 0)
  expect(sent.at(-1)).toEqual({ method: 'DELETE', path: '', body: undefined })
})

test('a member leaves a trip from its card, by keyboard only', async () => {
  const order = noteFlushes()
  const { list, sent } = await openListed({ name: 'Achray', role: 'organizer' }, ({ path }) => {
    order.push(path)
    list.trips = []
    return null
  })
  showApp('/')
  const menu = card('Achray').getByRole('button', { name: /^Rename, duplicate/ })
  await expect.element(menu).toBeVisible()
  ;(menu.element() as HTMLElement).focus()
  const openDialog = async () => {
    await press('Enter')
    await expect.element(item('Rename')).toHaveFocus()
    await press('End')
    await expect.element(item('Leave')).toHaveFocus()
    await press('Enter')
    await expect.element(button('Cancel')).toHaveFocus()
  }
  await openDialog()
  await press('Escape')
  await expect.element(menu).toHaveFocus()
  await openDialog()
  await userEvent.tab()
  await expect.element(button('Leave')).toHaveFocus()
  await press('Enter')
  await expectCount(dialog(), 0)
  await expectCount(card('Achray'), 0)
  expect(sent).toEqual([{ method: 'DELETE', path: `/people/${ROBIN.id}`, body: undefined }])
  expect(order).toEqual(['flush', `/people/${ROBIN.id}`])
})

test('offline, an action says that nothing was done', async () => {
  let isOffline = true
  const { change } = await openListed({ name: 'Achray' }, ({ body }) => {
    if (isOffline) throw new TypeError('There is no network')
    change(body as { name: string })
    return null
  })
  showApp('/')
  await choose('Achray', 'Rename')
  await dialog().getByLabelText('Trip Name').fill('To the sea')
  await button('Save').click()
  await expectTexts(dialog().getByRole('alert'), ['We couldn’t reach the server. Please check your connection.'])
  await expect.element(dialog().getByLabelText('Trip Name')).toHaveValue('To the sea')
  isOffline = false
  await button('Save').click()
  await expect.element(card('To the sea')).toBeVisible()
})

test('transfers ownership of a trip to a person with an account', async () => {
  const { trip, sent, change } = await openListed({ name: 'Achray' }, () => {
    change({ role: 'organizer' })
    return null
  })
  const alex = { id: newId(), username: 'alex', full_name: 'Alex Friend' }
  const demo = { id: newId(), username: 'demo', full_name: 'Demo' }
  // The shared demo account is a member too, but cannot become the owner.
  const alone = access(planner(ROBIN, 'owner'), { ...planner(demo, 'organizer'), can_own: false })
  let people = alone
  responses.set(`/api/trips/${trip.id}/people`, async () => people)
  showApp('/')
  await choose('Achray', 'Transfer ownership')
  await expectText(dialog(), 'No one else on this trip has an account.')
  await button('Cancel').click()
  people = { ...alone, people: [...alone.people, planner(alex, 'member')] }
  queryCache.remove(['people', trip.id])
  await choose('Achray', 'Transfer ownership')
  const heirs = dialog().getByRole('radio')
  await expectCount(heirs, 1)
  await expect.element(button('Transfer')).toBeDisabled()
  await heirs.click()
  await expectNoAxeFindings()
  await button('Transfer').click()
  await expectCount(dialog(), 0)
  await expectText(card('Achray'), 'Organizer')
  expect(sent).toEqual([{ method: 'PUT', path: '/owner', body: { user_id: alex.id } }])
})
