import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { noticeChoicesPath, remindersPath } from '#domain/api/notices.ts'
import type { Role } from '#domain/trip.ts'
import { pageEvents } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, responses } from '#web/testing/open-trip.tsx'
import { expectCount, pressOn, sidewaysScroll } from '#web/testing/screen.ts'
import { RemindSwitch } from './remind-switch.tsx'

afterEach(() => vi.restoreAllMocks())

interface Options {
  role?: Role
  /** What the server knows; it is not reached without it. */
  known?: { reminds_since: string | null }
  /** How far above the switch the page begins. */
  above?: string
}

/** Also counts how often the server was asked, and records what it was told. */
async function openSwitch({ role = 'organizer', known, above = '0' }: Options = {}) {
  const { trip, show } = await openTrip({ trip: { role } })
  const sent: unknown[] = []
  let asked = 0
  responses.set(noticeChoicesPath(trip.id), async () => {
    asked++
    if (!known) throw new TypeError('Not reached')
    return { choices: {}, is_off: false, ...known }
  })
  responses.set(remindersPath(trip.id), async (body) => sent.push(body) && null)
  show(
    <>
      <p style={{ marginTop: above }}>Above</p>
      <RemindSwitch trip={trip} />
      <p>Below</p>
    </>,
  )
  await expect.element(page.getByText('Below')).toBeInTheDocument()
  return { trip, sent, asked: () => asked }
}

const remind = () => page.getByRole('switch', { name: 'Remind people who haven’t answered' })
const topOf = (text: string) => page.getByText(text).element().getBoundingClientRect().top

test('an organizer switches reminders on and off, and nothing moves when the switch arrives', async () => {
  await page.viewport(390, 844)
  const { sent } = await openSwitch({ known: { reminds_since: null } })
  const before = topOf('Below')
  await expect.element(remind()).not.toBeChecked()
  expect(topOf('Below')).toBe(before)
  await expect.element(page.getByText('After 3 days, then weekly, three times at most.')).toBeVisible()
  await pressOn(remind(), ' ')
  await expect.element(remind()).toBeChecked()
  await remind().click()
  await expect.element(remind()).not.toBeChecked()
  expect(sent).toEqual([{ is_on: true }, { is_on: false }])
  expect(sidewaysScroll()).toBe(0)
  await expectNoAxeFindings()
})

test('what could not be saved is said, and can be tried again', async () => {
  const { trip } = await openSwitch({ known: { reminds_since: '2027-06-12T10:00:00.000Z' } })
  const path = remindersPath(trip.id)
  responses.set(path, async () => Promise.reject(new TypeError('Not reached')))
  await remind().click()
  await expect.element(page.getByText('That wasn’t saved. Try again in a moment.')).toBeVisible()
  await expect.element(remind()).toBeChecked()
  responses.set(path, async () => null)
  await remind().click()
  await expect.element(remind()).not.toBeChecked()
  await expectCount(page.getByText('That wasn’t saved.'), 0)
})

test('without a network it says that nothing can be changed, and nothing moves', async () => {
  await openSwitch({ known: { reminds_since: '2027-06-12T10:00:00.000Z' } })
  await expect.element(remind()).toBeEnabled()
  const before = topOf('Below')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  pageEvents.dispatch('offline', new Event('offline'))
  await expect.element(page.getByText('You’re offline, so this can’t be changed now.')).toBeVisible()
  await expect.element(remind()).toBeDisabled()
  await expect.element(remind()).toBeChecked()
  expect(topOf('Below')).toBe(before)
  online.mockRestore()
  pageEvents.dispatch('online', new Event('online'))
  await expect.element(remind()).toBeEnabled()
})

test('as long as nobody knows whether it is on, there is no switch and no error', async () => {
  const { asked } = await openSwitch()
  // It is tried again.
  await expect.poll(asked).toBeGreaterThan(1)
  await expectCount(remind(), 0)
  await expectCount(page.getByRole('alert'), 0)
})

test('it asks the server once it is almost on the screen', async () => {
  const { asked } = await openSwitch({ known: { reminds_since: null }, above: '4000px' })
  await new Promise((done) => setTimeout(done, 200))
  expect(asked()).toBe(0)
  page.getByText('Below').element().scrollIntoView()
  await expect.poll(asked).toBe(1)
  await expect.element(remind()).toBeVisible()
})

test.each(['member', 'everybody'] as const)('%s: nobody is asked', async (role) => {
  const { asked } = await openSwitch({ role, known: { reminds_since: null } })
  await new Promise((done) => setTimeout(done, 200))
  expect(asked()).toBe(0)
  await expectCount(remind(), 0)
})
