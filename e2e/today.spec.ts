import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newBed } from '#domain/plan/beds.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildParties, buildParty } from '#domain/testing/people.ts'
import { buildPlannedDays } from '#domain/testing/planned-day.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { expect, expectNoAxeFindings, OFFLINE, test } from './fixtures.ts'
import { createInvitation } from './joining.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import { storeSection } from './stored-plan.ts'

/* What one person should see now: on the days of the trip, before them and after them. */

/** A moment in the browser's time zone. */
const at = (time: string) => new Date(`${time}-04:00`)

const card = (page: Page, name: string | RegExp = 'Today') => page.getByRole('region', { name })
const part = (page: Page, name: 'Now' | 'Next') => card(page).getByRole('region', { name })
const line = (page: Page, text: string | RegExp) => card(page).getByRole('link', { name: text })
const group = (page: Page) => card(page, 'Your group')

/** The plan of day 2 for somebody who drives and cooks, with Ben, who has not answered, in their car. */
const planDay2 = (me: string, dates: Partial<TripDates>) => ({ details: buildDetails(dates), ...buildPlannedDays(me) })

/** Joins as somebody on the trip's list of people. */
async function joinAs(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('radio', { name }).check()
  await page.getByRole('button', { name: `Join as ${name}` }).click()
  await expect(page.getByRole('heading', { name: 'To the lake', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/group\?joined$/)
}

test('a phone without a signal shows now and next without scrolling, goes on by the clock, and leads to each place', async ({
  openSignedIn,
  createTrip,
  person,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const page = await openSignedIn(phoneWithApp)
  await page.clock.install({ time: at('2031-06-12T09:30:00') })
  const plan = planDay2(person.id, datesOf('2031-06-11', '2031-06-13'))
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
  await expect(line(page, /^Dinner: Chili 6:00 PM · cooks start 5:00 PM: You/)).toBeInViewport({ ratio: 1 })
  await expect(line(page, 'You drive')).toHaveCount(0)
  await expectNoAxeFindings(page)

  await line(page, 'Your duty: Dinner · Cook').tap()
  await expect(page.getByRole('listitem').filter({ hasText: 'Cook' })).toBeFocused()
  await page.goBack()
  await line(page, /^Dinner: Chili/).tap()
  await expect(page.getByRole('tab', { name: /^Day 2/ })).toHaveAttribute('aria-selected', 'true')
  // Opened again tomorrow, it shows tomorrow.
  await expect(page).toHaveURL(/\?tab=meals$/)
  await page.goBack()
  await line(page, /Swimming/).tap()
  await expect(page.getByRole('tab', { name: 'Itinerary' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('region', { name: 'Day 2', exact: true })).toBeFocused()
  await page.goBack()

  // By its own timer, to the minute.
  await page.clock.pauseAt(at('2031-06-12T10:59:30'))
  await expect(part(page, 'Now')).toContainText('Canoeing')
  await page.clock.runFor(31_000)
  await expect(part(page, 'Now')).toHaveCount(0)
  await expect(part(page, 'Next')).toContainText('Swimming')

  // As if it had slept over midnight, and somebody looks at it again.
  await page.clock.setSystemTime(at('2031-06-13T07:00:00'))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(card(page)).toContainText('Day 3 of 3 · Fri, Jun 13')
  await expect(part(page, 'Next')).toContainText(/Packing up\s*8:00 AM/)
  await expect(line(page, /^Dinner/)).toHaveCount(0)
  // The way back.
  await page.clock.resume()
  await line(page, 'You drive With Ben').tap()
  await expect(page.getByRole('group', { name: 'Your car' })).toBeFocused()
})

test('a guest reads before the trip what is open for them', async ({
  page,
  openContext,
  signIn,
  createTrip,
  server,
  person,
}) => {
  await signIn(page)
  const plan = planDay2(person.id, datesOf('2031-06-12', '2031-06-14'))
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })

  const guest = await (await openContext(touchPhone)).newPage()
  await guest.clock.setFixedTime(at('2031-06-02T12:00:00'))
  await joinAs(guest, `${server.address}/join/${await createInvitation(page, server, id)}`, 'Ben')
  await guest.goto(`/trip/${id}`)
  const ahead = card(guest, 'Before you go')
  await expect(ahead).toContainText('You ride in Ana’s car')
  await ahead.getByRole('link', { name: 'Say whether you’re coming' }).tap()
  await expect(guest).toHaveURL(/group\?tab=people$/)
})

test('organizers read on Overview what is still open for the group, and each line leads there', async ({
  openSignedIn,
  createTrip,
  server,
  person,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const page = await openSignedIn(phoneWithApp)
  const eve = buildComing('Eve')
  const people = buildParties(buildComing('Ana', { id: person.id }), eve)
  const beds = { beds: [{ ...newBed(randomUUID()), places: 1 }], sleepers: [{ id: person.id, bed: '' }] }
  const plan = { ...planDay2(person.id, datesOf('2031-06-12', '2031-06-14')), people, beds }
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}`)
  await expect(group(page).getByRole('link', { name: '1 person needs a ride' })).toBeVisible()
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  await page.context().setOffline(true)
  await page.reload()
  await expect(group(page).getByRole('link', { name: '2 people have no bed' })).toBeVisible()
  await expect(group(page).getByRole('link', { name: '1 duty needs people' })).toBeVisible()
  await expectNoAxeFindings(page)

  await group(page).getByRole('link', { name: '1 person needs a ride' }).tap()
  await expect(page.getByRole('button', { name: '1 person needs a ride' })).toBeInViewport()
  await page.goBack()
  await group(page).getByRole('button', { name: 'See everything still to do' }).tap()
  const all = page.getByRole('dialog', { name: 'Still to do' })
  await expect(all).toContainText('Eve')
  await all.getByRole('button', { name: 'Done' }).tap()
  await page.context().setOffline(false)

  // Eve does not come after all: the card keeps its height.
  const before = await group(page).boundingBox()
  await storeSection(page, server, id, 'people', people.slice(0, 1))
  await storeSection(page, server, id, 'people', [...people.slice(0, 1), buildParty({ ...eve, coming: 'not_coming' })])
  await expect(group(page).getByRole('link', { name: 'Everyone has a ride' })).toBeVisible()
  expect((await group(page).boundingBox())?.height).toBe(before?.height)
})

test('opens what others have changed, and shows readers by share link nothing of a person', async ({
  page,
  openContext,
  signIn,
  createTrip,
  server,
  person,
}) => {
  await page.clock.install({ time: at('2031-06-12T09:30:00') })
  await signIn(page)
  const plan = planDay2(person.id, datesOf('2031-06-11', '2031-06-13'))
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  await page.goto(`/trip/${id}`)
  await expect(card(page)).toContainText('Day 2 of 3')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wayfare.seen'))).toContain(id)
  await page.goto('/')
  const guest = await (await openContext()).newPage()
  await joinAs(guest, `${server.address}/join/${await createInvitation(page, server, id)}`, 'Ben')
  await storeSection(guest, server, id, 'notes', [{ id: randomUUID(), text: 'Bring a towel' }])
  await page.goto(`/trip/${id}`)
  await card(page)
    .getByRole('button', { name: /^Show \d+ changes? since you were last here$/ })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()

  const token = randomUUID()
  server.database.prepare('update trips set share_token = ? where id = ?').run(token, id)
  await page.goto(`/shared/${id}?token=${token}&mode=view`)
  await expect(page.getByText('Bring a towel')).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await expect(group(page)).toHaveCount(0)
})

for (const [when, today, dates] of [
  ['before', '2031-06-01T09:30:00', datesOf('2031-06-11', '2031-06-13')],
  ['during', '2031-06-12T09:30:00', datesOf('2031-06-11', '2031-06-13')],
  ['after', '2031-06-20T09:30:00', datesOf('2031-06-11', '2031-06-13')],
  ['undated', '2031-06-12T09:30:00', {}],
] as const)
  test(`opens without moving anything: ${when}`, async ({ page, signIn, createTrip, person }) => {
    await page.clock.setFixedTime(at(today))
    await signIn(page)
    const plan = planDay2(person.id, dates)
    const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`/trip/${id}`)
    if (when === 'during') await expect(part(page, 'Now')).toContainText('Canoeing')
    await expect(page.getByRole('heading', { name: 'Trip Notes & Reminders' })).toBeVisible()
    await page.waitForTimeout(1000)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02)
  })
