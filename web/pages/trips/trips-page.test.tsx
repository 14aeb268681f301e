import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NOTICES_PATH, type NoticesResponse, READ_NOTICES_PATH } from '#domain/api/notices.ts'
import { AppError } from '#domain/errors.ts'
import type { Notice } from '#domain/notices/notice.ts'
import type { TripCard } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { findPersistedNotices, persistNotices } from '#web/data/storage/persisted-notices.ts'
import { deviceStorage } from '#web/data/storage/web-storage.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { holdResponse } from '#web/testing/hold.ts'
import { type OpenedTrip, openTrip, ROBIN, responses, showPage } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts, press, pressOn, sidewaysScroll } from '#web/testing/screen.ts'
import { countAnimations } from '#web/ui/testing/count-animations.ts'
import { TripsPage } from './trips-page.tsx'

const headings = page.getByRole('heading', { level: 2 })
const cardOf = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })

/** A trip of one's own, without dates. */
const tripNamed = (name: string, more: Partial<TripCard> = {}): TripCard => ({
  id: newId(),
  name,
  type: 'car_trip',
  owner_id: ROBIN.id,
  is_public: false,
  role: 'owner',
  members_edit: true,
  template_revision: 2,
  taken: null,
  picture: null,
  created_at: '2026-07-01T12:00:00.000Z',
  destination_name: '',
  departure_date: '',
  return_date: '',
  is_archived: false,
  deleted_at: null,
  ...more,
})

/** Shows the list. Counts what is asked of the server about it. */
async function openList(trips: TripCard[]): Promise<OpenedTrip & { requests: () => number }> {
  let requests = 0
  queryCache.set(LIST, trips)
  responses.set('/api/trips', async () => {
    requests++
    return { trips }
  })
  const opened = await openTrip()
  showAgain()
  return { ...opened, requests: () => requests }
}

const showAgain = () => showPage(<TripsPage menu={null} onReachTrip={() => {}} />)

test('DASH-9..16, DASH-19, CONST-22, VALID-1, VALID-2, VALID-4, ERR-8 the dialog for a new trip asks for a name and a type, and rejects a blank name', async () => {
  const { requests } = await openList([tripNamed('Pog Lake')])
  const card = page.getByRole('button', { name: 'Create New Trip' })
  await expect.element(card).toHaveStyle({ borderStyle: 'dashed' })
  const before = requests()
  await expectCount(dialog(), 0)
  await card.click()

  await expect.element(page.getByRole('dialog', { name: 'Create New Trip' })).toBeVisible()
  const name = dialog().getByRole('textbox', { name: 'Trip Name' })
  const button = dialog().getByRole('button', { name: 'Create Trip' })
  const alert = dialog().getByRole('alert')
  await expect.element(name).toHaveFocus()
  const types = dialog().getByRole('group', { name: 'Trip Type' }).getByRole('radio')
  await expectCount(types, 2)
  const [road, air] = [
    dialog().getByRole('radio', { name: 'Road Trip' }),
    dialog().getByRole('radio', { name: 'Air Travel' }),
  ]
  await expect.element(road).toBeChecked()
  await expect.element(road).toHaveAccessibleDescription(/camping/i)
  await expect.element(air).not.toBeChecked()

  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await userEvent.fill(name, '   ')
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await press('Enter')
  await expect.element(alert).toHaveTextContent('Please enter a trip name')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await card.click()
  await expectCount(alert, 0)
  // A click that is forced, since the button looks disabled, does not wait until the dialog is in its place.
  await expect.element(name).toHaveFocus()
  await expect.poll(countAnimations).toBe(0)
  await button.click({ force: true })
  await expect.element(alert).toHaveTextContent('Please enter a trip name')
  await expect.element(name).toHaveFocus()
  await userEvent.fill(name, 'Long Lake')
  await expect.element(button).not.toHaveAttribute('aria-disabled', 'true')
  await userEvent.fill(name, '')
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')

  await userEvent.fill(name, 'Thought better of it')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expectCount(dialog(), 0)
  expect(requests()).toBe(before)
  await expectTexts(headings, ['Pog Lake'])
})

test('with eight trips or more they can be searched by name or destination', async () => {
  const names = ['Temagami', 'Bruce Trail', 'Québec by train', 'French River', 'Wabakimi', 'Sandbanks', 'Killarney']
  const search = page.getByRole('searchbox', { name: 'Find a trip' })
  const trips = names.map((name) => tripNamed(name))
  await openList(trips)
  await expectCount(headings, 7)
  await expectCount(search, 0)

  await openList([tripNamed('Canoe weekend', { destination_name: 'Lake Temagami' }), ...trips])
  await expectCount(headings, 8)
  await userEvent.fill(search, 'temagami')
  await expectTexts(headings, ['Canoe weekend', 'Temagami'])
  // Locators don't know the role of a search.
  const said = document.querySelector<HTMLElement>('search [role=status]')
  const expectSaid = (text: string) => expect.poll(() => said?.textContent).toBe(text)
  await expectSaid('2 trips found')
  await userEvent.fill(search, 'QUEBEC')
  await expectTexts(headings, ['Québec by train'])
  await expectSaid('1 trip found')
  await userEvent.fill(search, 'Zanzibar')
  await expectCount(headings, 0)
  await expectSaid('No trip matches “Zanzibar”.')
  await expect.element(said).toBeInViewport()
  await expectNoAxeFindings()
  await press('Escape')
  await expect.element(search).toHaveValue('')
  await expect.element(search).toHaveFocus()
  await expectSaid('')
  await expectCount(headings, 8)
  const cross = page.getByRole('button', { name: 'Clear the search' })
  await expectCount(cross, 0)
  await userEvent.fill(search, 'QUEBEC')
  await cross.click()
  await expect.element(search).toHaveValue('')
  await expect.element(search).toHaveFocus()
  await expectCount(headings, 8)

  // The search is not remembered.
  await userEvent.fill(search, 'Wabakimi')
  await expectTexts(headings, ['Wabakimi'])
  showAgain()
  await expectCount(headings, 8)
  await expect.element(search).toHaveValue('')
})

test("each trip has its own picture, and trips of others show one's role", async () => {
  const own = [1, 2, 3, 4, 5, 6].map((n) => tripNamed(`Canoe weekend ${n}`))
  const theirs = tripNamed('Thanksgiving at Killarney', { owner_id: newId(), role: 'member' })
  const demo = tripNamed('Demo Algonquin Adventure', { owner_id: null, role: 'everybody' })
  await openList([theirs, ...own, demo])
  await expect.element(cardOf('Thanksgiving at Killarney')).toHaveTextContent('Member')
  await expect.element(cardOf('Canoe weekend 1')).not.toHaveTextContent(/Owner|Member|Organizer/)
  await expect.element(cardOf(demo.name)).not.toHaveTextContent(/Owner|Member|Organizer/)

  const drawn = () => [...document.querySelectorAll('li svg[style]')].map((picture) => picture.outerHTML)
  const before = drawn()
  expect(before).toHaveLength(8)
  expect(new Set(before).size).toBe(8)
  showAgain()
  await expect.element(cardOf('Thanksgiving at Killarney')).toBeVisible()
  expect(drawn()).toEqual(before)
})

const invitation = (trip_name: string, more: Partial<Notice> = {}): Notice => ({
  id: newId(),
  trip_id: newId(),
  trip_name,
  kind: 'invited',
  about: { what: 'trip', name: 'Ben Lake' },
  created_at: '2026-07-02T12:00:00.000Z',
  is_read: false,
  join_path: `/join/${trip_name}`,
  ...more,
})

interface ListNews {
  trips?: TripCard[]
  /** What the server says, once `answer` was called. */
  news: Partial<NoticesResponse>
  /** What this device knows from earlier. */
  known?: readonly Notice[]
}

/** Shows the list with what is new. `read` has what was sent as read. */
async function openNews({ trips = [tripNamed('Pog Lake')], news, known = [] }: ListNews) {
  queryCache.forgetPerson()
  const read: unknown[] = []
  responses.set(READ_NOTICES_PATH, async (body) => read.push(body) && null)
  await openTrip()
  const { release: answer } = holdResponse(NOTICES_PATH, async () => ({ notices: [], unread: {}, ...news }))
  for (const notice of known) persistNotices(ROBIN.id, notice.trip_id, { notices: [notice], unread: 1 })
  queryCache.set(LIST, trips)
  responses.set('/api/trips', async () => ({ trips }))
  showAgain()
  await expect.element(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  return { read, answer }
}

/** Where each heading is on the page, or the card that it is in: a card under the pointer rises a little. */
const places = () =>
  page
    .getByRole('heading')
    .elements()
    .map((heading) => [heading.textContent, (heading.closest('li') ?? heading).getBoundingClientRect().top])

const newsOf = (name: string) => cardOf(name).getByRole('link', { name: /new for you/ })
const invitations = page.getByRole('region', { name: 'Invitations' })
const seeIt = (trip: string) => page.getByRole('link', { name: `See the invitation: ${trip}` })

test.each([390, 1280])('each card says how much is new in its trip, and nothing moves, at %s px', async (width) => {
  await page.viewport(width, 844)
  const [lake, sea, demo] = [
    tripNamed('Pog Lake'),
    tripNamed('Sea', { role: 'member' }),
    tripNamed('Demo', { owner_id: null, role: 'everybody' }),
  ]
  const trips = [lake, sea, demo, tripNamed('Deleted', { deleted_at: '2026-07-01T12:00:00.000Z' })]
  const unread = Object.fromEntries(trips.map(({ id }) => [id, 2]))
  const { answer } = await openNews({ trips, news: { unread: { ...unread, [sea.id]: 0 } } })
  await expect.element(cardOf('Sea')).toBeVisible()
  // Its code loads later.
  await expect.element(button(/^Deleted/)).toBeVisible()
  const before = places()
  answer()
  await expect.element(newsOf('Pog Lake')).toHaveAttribute('href', `/trip/${lake.id}/news`)
  await expect.element(newsOf('Pog Lake')).toHaveAccessibleName('2 new for you: Pog Lake')
  expect(places()).toEqual(before)
  await expectCount(page.getByRole('link', { name: /new for you/ }), 1)
  const { width: across, height } = newsOf('Pog Lake').element().getBoundingClientRect()
  expect(Math.min(across, height)).toBeGreaterThanOrEqual(44)
  // It is above the link that covers the card.
  const { left, top } = newsOf('Pog Lake').element().getBoundingClientRect()
  expect(document.elementFromPoint(left + 5, top + 5)?.closest('a')).toBe(newsOf('Pog Lake').element())
  await expectNoAxeFindings()
  expect(sidewaysScroll()).toBe(0)
})

test('an invitation that this device knows is shown at once, and opens when the server says its link', async () => {
  await page.viewport(390, 844)
  const lake = invitation('To the lake')
  const { answer, read } = await openNews({ known: [lake], news: { notices: [lake], unread: { [lake.trip_id]: 1 } } })
  await expect.element(invitations).toHaveTextContent('Ben Lake invited you to “To the lake”')
  await expect.element(button(/^See the invitation/)).toHaveAttribute('aria-busy', 'true')
  const before = places()
  answer()
  await expect.element(seeIt('To the lake')).toHaveAttribute('href', '/join/To the lake')
  expect(places()).toEqual(before)
  await expectNoAxeFindings()
  expect(sidewaysScroll()).toBe(0)

  await button(/^Dismiss/).click()
  await expectCount(invitations, 0)
  expect(read).toEqual([{ ids: [lake.id], until: lake.created_at }])
  showAgain()
  await expect.element(cardOf('Pog Lake')).toBeVisible()
  await expectCount(invitations, 0)
})

test('invitations that come later are counted beside the title, and shown when somebody asks', async () => {
  await page.viewport(390, 844)
  const [sea, lake] = [invitation('Sea', { about: { what: 'trip' } }), invitation('To the lake')]
  const others = [
    invitation('Dismissed', { is_read: true }),
    invitation('Pog Lake', { trip_id: '00000000-0000-4000-8000-000000000001' }),
  ]
  const { answer } = await openNews({
    trips: [tripNamed('Pog Lake', { id: '00000000-0000-4000-8000-000000000001' })],
    news: { notices: [sea, lake, ...others] },
  })
  await expect.element(cardOf('Pog Lake')).toBeVisible()
  const before = places()
  answer()
  await expect.element(button('2 invitations')).toBeVisible()
  expect(places()).toEqual(before)
  await expectNoAxeFindings()
  expect(sidewaysScroll()).toBe(0)
  await pressOn(button('2 invitations'), 'Enter')
  await expect.element(invitations).toHaveFocus()
  await expectTexts(invitations.getByRole('heading'), [
    'You’re invited to “Sea”',
    'Ben Lake invited you to “To the lake”',
  ])
  await expectCount(button('2 invitations'), 0)
  await press('Tab')
  await expect.element(seeIt('Sea')).toHaveFocus()
  await press('Tab')
  await press('Enter')
  await expectTexts(invitations.getByRole('heading'), ['Ben Lake invited you to “To the lake”'])
  await expect.element(button('Dismiss: To the lake')).toHaveFocus()
})

test('of many invitations the newest three are shown first', async () => {
  const many = Array.from({ length: 7 }, (_, at) => invitation(`Trip ${at + 1}`))
  const { answer } = await openNews({ news: { notices: many } })
  answer()
  await button('7 invitations').click()
  await expectCount(invitations.getByRole('heading'), 3)
  await button('Show all 7 invitations').click()
  await expectCount(invitations.getByRole('heading'), 7)
})

test('an invitation that is withdrawn while it is shown says so in its place', async () => {
  const lake = invitation('To the lake')
  const { answer, read } = await openNews({ known: [lake], news: {} })
  await expect.element(invitations).toBeVisible()
  answer()
  await expect.element(invitations).toHaveTextContent('This invitation is no longer open.')
  await expectCount(seeIt('To the lake'), 0)
  await button(/^Dismiss/).click()
  await expectCount(invitations, 0)
  expect(read).toEqual([])
})

test('without a network the counts are those that this device knows, and no invitation is shown', async () => {
  const lake = tripNamed('Pog Lake')
  const known = [invitation('To the lake'), invitation('Pog Lake', { trip_id: lake.id, kind: 'promise' })]
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { answer } = await openNews({ trips: [lake], known, news: {} })
  await expect.element(newsOf('Pog Lake')).toHaveTextContent('1 new for you')
  await expectCount(invitations, 0)
  answer()
})

test('what another user was told is not shown, and a failed dismissal says so', async () => {
  const [lake, own] = [tripNamed('Pog Lake'), invitation('Own')]
  const theirs = invitation('Theirs')
  persistNotices(newId(), theirs.trip_id, { notices: [theirs], unread: 1 })
  persistNotices(newId(), lake.id, { notices: [], unread: 5 })
  const { answer } = await openNews({ trips: [lake], known: [own], news: { notices: [own] } })
  await expectTexts(invitations.getByRole('heading'), [/Own/])
  await expectCount(page.getByRole('link', { name: /new for you/ }), 0)
  answer()
  responses.set(READ_NOTICES_PATH, async () => Promise.reject(new AppError('invalid_request', 'No.')))
  await button(/^Dismiss/).click()
  await expect.element(invitations.getByRole('alert')).toHaveTextContent('That wasn’t saved.')
  await expect.element(seeIt('Own')).toBeVisible()
})

test('what the server says about all trips is stored on the device, without links', async () => {
  const [lake, sea, left] = [tripNamed('Pog Lake'), tripNamed('Sea'), newId()]
  const told = (trip_id: string) => invitation('Pog Lake', { kind: 'promise', trip_id, join_path: undefined })
  const [known, old, fresh] = [told(lake.id), told(left), told(lake.id)]
  const notices = [fresh, invitation('To the lake')]
  const { answer } = await openNews({
    trips: [lake, sea],
    known: [known, old],
    news: { notices, unread: { [lake.id]: 7, [sea.id]: 1 } },
  })
  answer()
  await expect.element(newsOf('Sea')).toBeVisible()
  expect(findPersistedNotices(ROBIN.id, lake.id)).toEqual({ notices: [fresh], unread: 7 })
  expect(findPersistedNotices(ROBIN.id, left)).toBeUndefined()
  expect(
    deviceStorage
      .keys()
      .map((key) => deviceStorage.getItem(key))
      .join(),
  ).not.toContain('/join/')

  // A full list may not have all notices of a trip.
  responses.set(NOTICES_PATH, async () => ({ notices: Array.from({ length: 100 }, () => told(sea.id)), unread: {} }))
  queryCache.invalidate(['notices'])
  await expectCount(newsOf('Sea'), 0)
  expect(findPersistedNotices(ROBIN.id, lake.id)).toEqual({ notices: [fresh], unread: 0 })
  expect(findPersistedNotices(ROBIN.id, sea.id)?.notices).toHaveLength(30)
})

test('an invitation to an address that may be somebody else’s names no trip, and leads to the mail', async () => {
  const unnamed = invitation('', { about: { what: 'trip' }, join_path: undefined })
  const { answer, read } = await openNews({ news: { notices: [unnamed] } })
  answer()
  await button('1 invitation').click()
  await expect.element(invitations.getByRole('heading')).toHaveTextContent('You’re invited to a trip')
  await expect.element(invitations).toHaveTextContent('Open the link in the email we sent to robin@example.org.')
  await expectCount(invitations.getByRole('link'), 0)
  await expectNoAxeFindings()
  await button('Dismiss').click()
  await expectCount(invitations, 0)
  expect(read).toEqual([{ ids: [unnamed.id], until: unnamed.created_at }])
})
