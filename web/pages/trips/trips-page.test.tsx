import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TripCard } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN, responses, showPage } from '#web/testing/open-trip.tsx'
import { dialog, expectCount, expectTexts, press } from '#web/testing/screen.ts'
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
