import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { NOTICES_PATH, READ_NOTICES_PATH } from '#domain/api/notices.ts'
import type { Notice, NoticeKind, NoticeThing } from '#domain/notices/notice.ts'
import { buildComing, buildParties } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { FakeSource } from '#web/data/testing/fake-source.ts'
import { readNotices } from '#web/data/trips/notices.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, expectCount, sidewaysScroll } from '#web/testing/screen.ts'
import { OverviewTab } from './overview-tab.tsx'
import { TripHeader } from './trip-header.tsx'

/* What is new for somebody, in the header of a trip and on Overview. */

afterEach(() => void vi.unstubAllGlobals())

type Told = [kind: NoticeKind, what: NoticeThing, name: string]
const SEAT: Told = ['promise', 'seat_lost', 'Ben']
const POLLS: Told[] = [
  ['asked', 'poll', 'When shall we go?'],
  ['asked', 'poll', 'Where to?'],
]
const NAME = 'Paddling and hiking with all of our neighbours in Algonquin'

/** Shows the header and Overview. What the server says waits for `answer`. */
async function openNew(told: readonly Told[], changes: Partial<Trip> = {}) {
  vi.stubGlobal('EventSource', FakeSource)
  const people = buildParties(buildComing('Robin', { id: ROBIN.id }), buildComing('Ben'), buildComing('Kim'))
  const { trip, show } = await openTrip({ trip: { name: NAME, ...changes }, values: { people } })
  const notices = told.map(
    ([kind, what, name], place): Notice => ({
      ...{ id: newId(), trip_id: trip.id, trip_name: trip.name, kind, about: { what, name }, is_read: false },
      created_at: `2027-06-12T10:${59 - place}:00.000Z`,
    }),
  )
  let requests = 0
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  responses.set(NOTICES_PATH, async () => {
    requests++
    await isAnswered
    return { notices, unread: { [trip.id]: notices.length } }
  })
  responses.set(READ_NOTICES_PATH, async () => null)
  show(
    <>
      <TripHeader trip={trip} destination="" isLoaded menu={null} />
      <OverviewTab trip={trip} failures={{}} />
    </>,
  )
  await expect.element(page.getByText('3 coming')).toBeVisible()
  return { trip, notices, answer, requests: () => requests }
}

const menu = `${NAME}: history, rename and more`
const line = () => page.getByRole('link', { name: /^You’ve lost your seat/ })

/** Where everything is that can be pressed, apart from what is new. */
const placesOf = () =>
  [...document.querySelectorAll('button, a:not([href$="/news"]), h1, h2')].map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect()
    return [x, y, width, height]
  })

test('on a phone the number is on the menu and a line leads to the news; nothing moves when they arrive', async () => {
  await page.viewport(390, 844)
  const { trip, answer, requests } = await openNew([...POLLS, SEAT])
  await expect.poll(requests).toBe(1)
  await expect.element(button(menu)).toBeVisible()
  // The header asks by then, and the page has come to rest.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const before = placesOf()
  answer()
  await expect.element(button(`${menu}, 3 new for you`)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(NAME)
  await expect.element(line()).toHaveTextContent('You’ve lost your seat in Ben’s car. And 2 more.')
  await expect.element(line()).toHaveAttribute('href', `/trip/${trip.id}/news`)
  expect(placesOf()).toEqual(before)
  expect(line().element().closest('[role=status], [role=alert], [aria-live]')).toBeNull()
  expect(line().element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await expectCount(page.getByRole('link', { name: '3 new for you' }), 0)
  expect(sidewaysScroll()).toBe(0)
  await expectNoAxeFindings()
  // Both ask once.
  expect(requests()).toBe(1)
})

test.each([768, 900, 1024, 1280])(
  'at %s px a bell leads to the news, and nothing moves when it arrives',
  async (width) => {
    await page.viewport(width, 900)
    const { trip, answer, requests } = await openNew([SEAT])
    await expect.poll(requests).toBe(1)
    const bell = page.getByRole('link', { name: '1 new for you' })
    await expectCount(bell, 0)
    const before = placesOf()
    answer()
    await expect.element(bell).toHaveAttribute('href', `/trip/${trip.id}/news`)
    await expect.element(line()).toHaveTextContent(/^You’ve lost your seat in Ben’s car\.$/)
    expect(placesOf()).toEqual(before)
    await expectNoAxeFindings()
  },
)

test('what was read is neither in the header nor on Overview', async () => {
  const { trip, notices, answer } = await openNew([SEAT])
  answer()
  await expect.element(line()).toBeVisible()
  await readNotices(trip.id, notices)
  await expectCount(line(), 0)
  await expect.element(button(menu)).toBeVisible()
  await expectCount(page.getByRole('link', { name: /new for you/ }), 0)
})

test('an announcement is only counted: Overview shows the whole of it', async () => {
  const { answer } = await openNew([['announcement', 'announcement', 'Ben']])
  answer()
  await expect.element(button(`${menu}, 1 new for you`)).toBeVisible()
  await expectCount(page.getByRole('link', { name: /^Ben:/ }), 0)
})

test.each([
  ['readers', { role: null }],
  ['trips of everybody', { role: 'everybody' }],
] as const)('%s ask for no news', async (_, changes) => {
  const { requests } = await openNew([SEAT], changes)
  await expect.element(button(menu)).toBeVisible()
  // After the page has been painted, when others ask.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))
  expect(requests()).toBe(0)
  await expectCount(line(), 0)
})
