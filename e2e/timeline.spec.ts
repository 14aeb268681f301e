import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newTicket } from '#domain/plan/tickets.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildPlannedDays } from '#domain/testing/planned-day.ts'
import { expect, expectNoAxeFindings, OFFLINE, test } from './fixtures.ts'
import { countRequests } from './held-requests.ts'
import { waitUntilAppCachesItself, waitUntilTripPersisted } from './on-device.ts'
import { waitUntilQuiet } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'

/* The days of a trip on a phone without a signal. All else about them: web/app/timeline.test.tsx. */

/** A moment in the browser's time zone. */
const at = (time: string) => new Date(`${time}-04:00`)

const day = (page: Page, name: string) => page.getByRole('region', { name })
/** The lines of the open day, in order, without the spaces of their layout. */
const lines = (page: Page) =>
  page
    .getByRole('main')
    .locator('section ul > li, section ol > li')
    .evaluateAll((items) => items.map((item) => (item as HTMLElement).innerText.replace(/\s+/g, ' ').trim()))

const planOf = (me: string) => ({
  details: buildDetails(datesOf('2031-06-11', '2031-06-13')),
  ...buildPlannedDays(me),
  tickets: [
    {
      ...newTicket(randomUUID()),
      title: 'Boat tour',
      type: 'attraction' as const,
      date: '2031-06-12',
      time: '7:30 PM',
    },
    { ...newTicket(randomUUID()), title: 'Ferry home', type: 'bus' as const, date: '2031-06-14', time: '9:30 - 11:00' },
  ],
})

/** Moves a finger over the open day. */
async function swipe(page: Page, by: number): Promise<void> {
  const box = await page.getByRole('main').locator('section').first().boundingBox()
  if (!box) throw new Error('no day is open')
  const devtools = await page.context().newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + 150]
  const touch = (type: 'touchStart' | 'touchMove', to: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: to, y }] })
  await touch('touchStart', x)
  for (let step = 1; step <= 5; step++) {
    await touch('touchMove', x + (by * step) / 5)
    // Slower than a flick.
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}

test('a phone without a signal shows today with now marked, and swipes through the days', async ({
  openSignedIn,
  createTrip,
  person,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const page = await openSignedIn(phoneWithApp)
  await page.clock.install({ time: at('2031-06-12T09:30:00') })
  const id = await createTrip(page, { name: 'To the lake', type: 'air_travel', plan: planOf(person.id) })
  await page.goto(`/trip/${id}`)
  await waitUntilAppCachesItself(page)
  await waitUntilTripPersisted(page, id)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'See the whole day' }).tap()
  await expect(page).toHaveURL(new RegExp(`/trip/${id}/days$`))
  await expect(day(page, 'Day 2 · Thu, Jun 12')).toBeVisible()
  await expect
    .poll(() => lines(page))
    .toEqual([
      '9:00 AM until 11:00 AM Canoeing',
      'Now, 9:30 AM',
      '4:00 PM until 5:00 PM Swimming',
      '5:00 PM until 6:00 PM Dinner: Cook You',
      '6:00 PM Dinner: Chili Cooks start 5:00 PM',
      '7:30 PM Boat tour',
    ])
  await expectNoAxeFindings(page)

  // By its own timer, to the minute.
  await page.clock.pauseAt(at('2031-06-12T15:59:30'))
  await expect(page.getByText('Now, 3:59 PM')).toBeVisible()
  await page.clock.runFor(31_000)
  await expect(page.getByText('Now, 4:00 PM')).toBeVisible()
  await expect.poll(async () => (await lines(page))[1]).toBe('4:00 PM until 5:00 PM Swimming')
  await page.clock.resume()

  await swipe(page, -200)
  await expect(day(page, 'Day 3 · Fri, Jun 13')).toBeVisible()
  await expect(page).toHaveURL(/\?day=3$/)
  await expect.poll(() => lines(page)).toEqual(['8:00 AM until 9:00 AM Packing up'])
  await swipe(page, -200)
  await expect(day(page, 'Sat, Jun 14')).toBeVisible()
  // When a ferry arrives may be in another time zone: it is as somebody typed it.
  await expect.poll(() => lines(page)).toEqual(['9:30 AM Ferry home 9:30 - 11:00'])
  await swipe(page, -200)
  await expect(day(page, 'Sat, Jun 14')).toBeVisible()
  await swipe(page, 200)
  await expect(day(page, 'Day 3 · Fri, Jun 13')).toBeVisible()
  await page.reload()
  await expect(day(page, 'Day 3 · Fri, Jun 13')).toBeVisible()

  await page.getByRole('button', { name: 'Day 2' }).tap()
  await page.getByRole('link', { name: 'Boat tour' }).tap()
  await expect(page.getByRole('listitem').filter({ hasText: 'Boat tour' })).toBeFocused()
  await page.goBack()
  await page.getByRole('button', { name: 'Day 1' }).tap()
  await expect.poll(() => lines(page)).toEqual(['Your car leaves after lunch · Kingston · With Ben'])
  await page.getByRole('link', { name: 'Your car leaves' }).tap()
  await expect(page.getByRole('group', { name: 'Your car' })).toBeFocused()
  await page.goBack()
  await page.getByRole('button', { name: 'Day 2' }).tap()
  await page.getByRole('link', { name: 'Canoeing' }).tap()
  await expect(page.getByRole('region', { name: 'Day 2', exact: true })).toBeFocused()

  await test.step('with a signal again, the page of the days asks for the trip once', async () => {
    // The open page would ask too, as soon as there is a signal.
    await page.goto('about:blank')
    await page.context().setOffline(false)
    const asked = countRequests(page, 'GET', /^\/api\/trips\/[^/]+$/)
    await page.goto(`/trip/${id}/days`)
    await expect(day(page, 'Day 2 · Thu, Jun 12')).toBeVisible()
    await expect.poll(asked).toBe(1)
    await waitUntilQuiet(page)
    expect(await asked()).toBe(1)
  })
})
