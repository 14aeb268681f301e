import type { Page } from '@playwright/test'
import { newBed } from '#domain/plan/beds.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildPlannedDays } from '#domain/testing/planned-day.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { expect, expectNoAxeFindings, OFFLINE, test } from './fixtures.ts'
import { forgetApp } from './forget-app.ts'
import { MAX_SHIFT, noteShifts, sumOf } from './layout-shifts.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { waitUntilQuiet } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'

/* What one person should see now: without a signal, and without moving anything. */

/** A moment in the browser's time zone. */
const at = (time: string) => new Date(`${time}-04:00`)

const card = (page: Page, name: string | RegExp = 'Today') => page.getByRole('region', { name })
const part = (page: Page, name: 'Now' | 'Next') => card(page).getByRole('region', { name })
const group = (page: Page) => card(page, 'Your group')

/** The plan of day 2 for somebody who drives and cooks, with Ben, who has not answered, in their car. */
const planDay2 = (me: string, dates: Partial<TripDates>) => ({ details: buildDetails(dates), ...buildPlannedDays(me) })

test('a phone without a signal shows now and next without scrolling, and what is open for the group', async ({
  openSignedIn,
  createTrip,
  person,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const page = await openSignedIn(phoneWithApp)
  await page.clock.install({ time: at('2031-06-12T09:30:00') })
  const beds = { beds: [{ ...newBed(crypto.randomUUID()), places: 1 }], sleepers: [{ id: person.id, bed: '' }] }
  const plan = { ...planDay2(person.id, datesOf('2031-06-11', '2031-06-13')), beds }
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}`)
  await expect(card(page)).toContainText('Day 2 of 3 · Thu, Jun 12')
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  await page.context().setOffline(true)
  await page.reload()
  await expect(part(page, 'Now')).toContainText(/Canoeing\s*9:00 AM to 11:00 AM/)
  await expect(part(page, 'Next')).toContainText(/Swimming\s*4:00 PM/)
  await expect(part(page, 'Next')).toBeInViewport({ ratio: 1 })
  const dinner = card(page).getByRole('link', { name: /^Dinner: Chili 6:00 PM · cooks start 5:00 PM: You/ })
  await expect(dinner).toBeInViewport({ ratio: 1 })
  await expect(group(page).getByRole('link', { name: '1 person has no bed' })).toBeVisible()
  await expectNoAxeFindings(page)

  await group(page).getByRole('button', { name: 'See everything still to do' }).tap()
  const all = page.getByRole('dialog', { name: 'Still to do' })
  await expect(all).toContainText('No bed yet')
  await expect(all).toContainText('Ben')
  await all.getByRole('button', { name: 'Done' }).tap()
  await card(page).getByRole('link', { name: 'Your duty: Dinner · Cook' }).tap()
  await expect(page.getByRole('listitem').filter({ hasText: 'Cook' })).toBeFocused()
  await page.goBack()
  await card(page)
    .getByRole('link', { name: /Swimming/ })
    .tap()
  await expect(page.getByRole('tab', { name: 'Itinerary' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('region', { name: 'Day 2', exact: true })).toBeFocused()
})

test('opens without moving anything: before, during and after the trip, and undated', async ({
  page,
  signIn,
  createTrip,
  person,
}) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(noteShifts)
  const browser = await page.context().newCDPSession(page)
  const dates = datesOf('2031-06-11', '2031-06-13')
  for (const [when, today, known] of [
    ['before', '2031-06-01T09:30:00', dates],
    ['during', '2031-06-12T09:30:00', dates],
    ['after', '2031-06-20T09:30:00', dates],
    ['undated', '2031-06-12T09:30:00', {}],
  ] as const)
    await test.step(when, async () => {
      const plan = planDay2(person.id, known)
      const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
      await page.clock.setFixedTime(at(today))
      // What is stored or cached would come at once, and move nothing.
      await forgetApp(page)
      await browser.send('Network.clearBrowserCache')
      await page.goto(`/trip/${id}`)
      if (when === 'during') await expect(part(page, 'Now')).toContainText('Canoeing')
      await expect(page.getByRole('heading', { name: 'Trip Notes & Reminders' })).toBeVisible()
      await waitUntilQuiet(page)
      const moved = await page.evaluate(() => window.takeShifts())
      expect(sumOf(moved), `${when}: ${JSON.stringify(moved)}`).toBeLessThan(MAX_SHIFT)
    })
})
