import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { seenAnnouncementsPath } from '#domain/api/announcements.ts'
import { AppError } from '#domain/errors.ts'
import type { Announcement } from '#domain/plan/announcements.ts'
import { details } from '#domain/plan/details.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParties } from '#domain/testing/people.ts'
import type { Role } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { pageEvents } from '#web/data/root/session.ts'
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
const notice = page.getByRole('region', { name: 'New announcement' })

async function openOverview(announcements: Announcement[], role: Role | null = 'member') {
  const dates = datesOf('2027-07-02', '2027-07-03')
  const values = { people: buildParties(robin, ana), announcements, details: { ...details.empty, ...dates } }
  const opened = await openTrip({ values, trip: { role } })
  const sent: string[] = []
  responses.set(seenAnnouncementsPath(opened.trip.id), async (body) => {
    if (navigator.onLine === false) throw new AppError('unreachable')
    sent.push(...(body as { ids: string[] }).ids)
    return null
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
afterEach(() => void vi.useRealTimers())

test('the newest that is new is shown until somebody has read it, then the next', async () => {
  const [older, newer] = [build('The hut is booked', 30), build('Bring cash', 31)]
  const { sent, showAgain, trip } = await openOverview([older, newer])
  await expect.element(notice).toHaveTextContent('Ana · Jun 12, 6:31 PM')
  await expect.element(notice.getByText('Bring cash')).toBeVisible()
  const more = notice.getByRole('link', { name: 'and 1 more' })
  await expect.element(more).toHaveAttribute('href', `/trip/${trip.id}/before#announcements`)
  await expectNoAxeFindings()
  await button('Got it').click()
  await expect.element(notice.getByText('The hut is booked')).toBeVisible()
  await expectCount(more, 0)
  await button('Got it').click()
  await expectCount(notice, 0)
  await expect.poll(() => sent).toEqual([newer.id, older.id])
  showAgain()
  await expect.element(page.getByRole('region', { name: 'Your group' })).toBeVisible()
  await expectCount(notice, 0)
})

test('is not for its author, nor for those whom it does not address, nor after the trip', async () => {
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
  await expectCount(notice, 0)
})

test.each(['everybody', null] as const)('is not for the role %s', async (role) => {
  const opened = await openOverview([], 'owner')
  opened.editAsOther('announcements', () => [build('The hut is booked', 30)])
  await expect.element(notice).toBeVisible()
  opened.show(<OverviewTab trip={{ ...opened.trip, role }} failures={{}} />)
  await expectCount(notice, 0)
})

test('one that arrives later moves nothing, neither when it comes nor when it goes', async () => {
  const { editAsOther, showAgain } = await openOverview([])
  const topOfHero = () => page.getByRole('heading').first().element().getBoundingClientRect().top
  const before = topOfHero()
  editAsOther('announcements', () => [build('The hut is booked', 30)])
  await expect.element(notice).toBeVisible()
  expect(topOfHero()).toBe(before)
  // On the next visit it has a place of its own.
  showAgain()
  await expect.element(notice).toBeVisible()
  await expect.poll(topOfHero).toBeGreaterThan(before + 50)
  // A newer one waits until it is read.
  const moved = topOfHero()
  editAsOther('announcements', (all) => [...all, build('Bring cash', 31)])
  await expect.element(notice.getByRole('link', { name: 'and 1 more' })).toBeVisible()
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

test('on a phone, a long text without spaces is cut, and shown whole on request', async () => {
  await page.viewport(390, 844)
  await openOverview([build('x'.repeat(1000), 30)])
  await expect.element(button('Show all')).toBeVisible()
  const height = () => notice.element().clientHeight
  const cut = height()
  expect(cut).toBeLessThan(300)
  expect(sidewaysScroll()).toBe(0)
  await button('Show all').click()
  await expectCount(button('Show all'), 0)
  expect(height()).toBeGreaterThan(cut + 200)
  expect(sidewaysScroll()).toBe(0)
  await expectNoAxeFindings()
})
