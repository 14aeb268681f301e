import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type AnnouncementView, seenAnnouncementsPath } from '#domain/api/announcements.ts'
import { AppError } from '#domain/errors.ts'
import type { Announcement } from '#domain/plan/announcements.ts'
import { details } from '#domain/plan/details.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParties } from '#domain/testing/people.ts'
import type { Role } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { plan } from '#web/data/root/plan.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { pageEvents } from '#web/data/root/session.ts'
import { listUnsentSeen } from '#web/data/storage/seen-announcements.ts'
import { OverviewTab } from '#web/pages/trip/overview-tab.tsx'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, expectCount, sidewaysScroll } from '#web/testing/screen.ts'

const [robin, ana] = [buildComing('Robin', { id: ROBIN.id }), buildComing('Ana')]

const build = (text: string, minute: number, more: Partial<Announcement> = {}): Announcement => ({
  id: newId(),
  text,
  to: 'everyone',
  people: [],
  by: ana.id,
  at: `2027-06-12T22:${minute}:00.000Z`,
  ...more,
})
const bar = page.getByRole('status').getByText('Ana: new announcement', { exact: true })
const notice = page.getByRole('region', { name: 'New announcement' })

interface Options {
  role?: Role | null
  /** What the server says, and how long it takes. */
  views?: AnnouncementView[]
  takesMs?: number
}

async function openOverview(announcements: Announcement[], { role = 'member', views = [], takesMs = 0 }: Options = {}) {
  const dates = datesOf('2027-07-02', '2027-07-03')
  const values = { people: buildParties(robin, ana), announcements, details: { ...details.empty, ...dates } }
  const opened = await openTrip({ values, trip: { role } })
  const sent: string[] = []
  responses.set(seenAnnouncementsPath(opened.trip.id), async (body, _query, method) => {
    if (navigator.onLine === false) throw new AppError('unreachable')
    if (method === 'POST') {
      sent.push(...(body as { ids: string[] }).ids)
      return body
    }
    await new Promise((resolve) => setTimeout(resolve, takesMs))
    return { views }
  })
  const show = () => opened.show(<OverviewTab trip={opened.trip} failures={{}} />)
  show()
  await expect
    .element(page.getByRole('region', { name: 'Your group' }).or(page.getByText('Looking back')).first())
    .toBeInTheDocument()
  return { ...opened, sent, showAgain: show }
}

const setDate = (now: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
beforeEach(() => void setDate('2027-06-12T22:50:00Z'))
test('the newest that is new is shown until somebody has read it, then the next', async () => {
  const [older, newer] = [build('The hut is booked', 30), build('Bring cash', 31)]
  const { sent, showAgain, trip } = await openOverview([older, newer])
  await expect.element(notice).toHaveTextContent('Ana · Jun 12, 6:31 PM')
  await expect.element(notice.getByText('Bring cash')).toBeVisible()
  const more = notice.getByRole('link', { name: 'Read 1 more' })
  await expect.element(more).toHaveAttribute('href', `/trip/${trip.id}/before#announcements`)
  await expectNoAxeFindings()
  await button('Got it').click()
  await expect.element(notice.getByText('The hut is booked')).toBeVisible()
  await expectCount(page.getByRole('status').getByText('New announcement from Ana: The hut is booked'), 1)
  await expect.element(button('Got it')).toHaveFocus()
  await expectCount(more, 0)
  await button('Got it').click()
  await expectCount(notice, 0)
  await expect.poll(() => sent).toEqual([newer.id, older.id])
  showAgain()
  await expect.element(page.getByRole('region', { name: 'Your group' })).toBeVisible()
  await expectCount(notice, 0)
})

test('is not for its author, nor for those whom it does not address; also after the trip', async () => {
  await openOverview([
    build('Own', 30, { by: ROBIN.id }),
    build('For Ana', 31, { to: 'coming', people: [{ id: ana.id }] }),
  ])
  await expectCount(notice, 0)
  const toRobin = build('For Robin', 31, { to: 'coming', people: [{ id: ROBIN.id }] })
  await openOverview([toRobin])
  await expect.element(notice.getByText('For Robin')).toBeVisible()
  setDate('2027-07-04T16:00:00Z')
  await openOverview([toRobin])
  await expect.element(notice.getByText('For Robin')).toBeVisible()
})

test.each(['everybody', null] as const)('is not for the role %s', async (role) => {
  const opened = await openOverview([], { role: 'owner' })
  opened.editAsOther('announcements', () => [build('The hut is booked', 30)])
  await expect.element(bar).toBeVisible()
  opened.show(<OverviewTab trip={{ ...opened.trip, role }} failures={{}} />)
  await expectCount(bar, 0)
})

test('one that arrives later moves nothing, neither when it comes nor when it goes', async () => {
  const { editAsOther, showAgain } = await openOverview([])
  const topOfHero = () =>
    page.getByRole('heading', { level: 1 }).or(page.getByRole('heading')).first().element().getBoundingClientRect().top
  const before = topOfHero()
  editAsOther('announcements', () => [build('The hut is booked', 30)])
  await expect.element(bar).toBeVisible()
  await expectNoAxeFindings()
  await button('Hide for now').click()
  await expectCount(bar, 0)
  editAsOther('announcements', (all) => [...all, build('Bring boots', 31)])
  await expect.element(bar).toBeVisible()
  await button('Read').click()
  await expect.element(notice).toHaveFocus()
  await expect.element(notice.getByText('Bring boots')).toBeVisible()
  expect(topOfHero()).toBe(before)
  await button('Got it').click()
  await expect.element(notice.getByText('The hut is booked')).toBeVisible()
  expect(topOfHero()).toBe(before)
  // On the next visit it has a place of its own.
  showAgain()
  await expect.element(notice).toBeVisible()
  await expect.poll(topOfHero).toBeGreaterThan(before + 50)
  // A newer one waits until it is read.
  const moved = topOfHero()
  editAsOther('announcements', (all) => [...all, build('Bring cash', 32)])
  await expect.element(notice.getByRole('link', { name: 'Read 1 more' })).toBeVisible()
  await expect.element(notice.getByText('The hut is booked')).toBeVisible()
  expect(topOfHero()).toBe(moved)
})

test('without a connection, what was read does not come back, and is sent later', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const hut = build('The hut is booked', 30)
  const { sent, showAgain } = await openOverview([hut])
  await button('Got it').click()
  await expectCount(notice, 0)
  showAgain()
  await expect.element(page.getByRole('region', { name: 'Your group' })).toBeVisible()
  await expectCount(notice, 0)
  expect(sent).toEqual([])
  online.mockReturnValue(true)
  pageEvents.dispatch('online', new Event('online'))
  await expect.poll(() => sent).toEqual([hut.id])
})

test('what was seen on another device is not shown, however late that is known', async () => {
  const hut = build('The hut is booked', 30)
  const views = [{ announcement_id: hut.id, person_id: ROBIN.id, seen_at: '2027-06-12T22:40:00.000Z' }]
  const { sent } = await openOverview([hut], { views, takesMs: 600 })
  await expect.element(page.getByText('The hut is booked')).not.toBeVisible()
  await expectCount(page.getByText('The hut is booked'), 0)
  expect(sent).toEqual([])
})

test('a slow server is not waited for', async () => {
  await openOverview([build('The hut is booked', 30)], { takesMs: 6000 })
  await expect.element(page.getByText('The hut is booked')).not.toBeVisible()
  await expect.element(notice).toBeVisible()
})

test('what the server has lost is sent again', async () => {
  const [hut, cash] = [build('The hut is booked', 30), build('Bring cash', 31)]
  const { sent, showAgain, trip } = await openOverview([hut])
  await button('Got it').click()
  await expect.poll(() => sent).toEqual([hut.id])
  expect(listUnsentSeen(ROBIN.id, trip.id)).toEqual([])
  // Another announcement is why the server is asked.
  const store = plan.find(trip.id, 'announcements')
  store?.edit((all) => [...all, cash], 'at-once')
  queryCache.invalidate(['announcement views', trip.id])
  showAgain()
  await expect.poll(() => sent).toEqual([hut.id, hut.id])
})

test('two announcements are not confirmed by one double press', async () => {
  const [older, newer] = [build('The hut is booked', 30), build('Bring cash', 31)]
  const { sent } = await openOverview([older, newer])
  await expect.element(button('Got it')).toBeVisible()
  const gotIt = button('Got it').element() as HTMLElement
  gotIt.click()
  await expect.element(notice.getByText('The hut is booked')).toBeVisible()
  gotIt.click()
  await expect.element(button('Got it')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Got it')).not.toHaveAttribute('aria-disabled')
  await expect.element(notice.getByText('The hut is booked')).toBeVisible()
  expect(sent).toEqual([newer.id])
})

test('the line of a late one does not cover what has the focus', async () => {
  const { editAsOther } = await openOverview([], { role: 'owner' })
  const covered = document.createElement('input')
  covered.ariaLabel = 'Covered'
  Object.assign(covered.style, { position: 'absolute', inset: '0 auto auto 0', height: '44px' })
  page.getByRole('status').first().element().parentElement?.append(covered)
  covered.focus()
  editAsOther('announcements', () => [build('The hut is booked', 30)])
  const line = page.getByText('Ana: new announcement', { exact: true })
  await expectCount(line, 1)
  await expect.element(line).not.toBeVisible()
  covered.blur()
  await expect.element(line).toBeVisible()
  covered.remove()
})

test('one of a device whose clock is ahead was sent just now', async () => {
  await openOverview([build('The hut is booked', 30, { at: '2029-01-01T00:00:00.000Z' })])
  await expect.element(notice).toHaveTextContent('Ana · just now')
})

test('on a phone, a long text is shown whole before it can be confirmed', async () => {
  await page.viewport(390, 844)
  await openOverview([build('x'.repeat(1000), 30)])
  await expect.element(button('Show all')).toBeVisible()
  await expectCount(button('Got it'), 0)
  const height = () => notice.element().clientHeight
  const cut = height()
  expect(cut).toBeLessThan(300)
  expect(sidewaysScroll()).toBe(0)
  await button('Show all').click()
  await expectCount(button('Show all'), 0)
  await expect.element(button('Got it')).toHaveFocus()
  expect(height()).toBeGreaterThan(cut + 200)
  expect(sidewaysScroll()).toBe(0)
  await expectNoAxeFindings()
  await openOverview([build('y'.repeat(500), 30)])
  await expect.element(button('Got it')).toBeVisible()
  await expectCount(button('Show all'), 0)
})
