import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newMealDay } from '#domain/plan/meals.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { usedSample } from '#domain/testing/used-sample.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { countSends, holdSends, outlineOf, waitForSend } from './operations.ts'
import { button, fillField, saveState } from './page-parts.ts'
import { setDates, shareWithEverybody } from './stored-plan.ts'

/* The days of the plan and the dates of the trip. */

const signs = (page: Page) => page.getByRole('tablist', { name: 'Days' }).getByRole('tab')
const day = (page: Page, number: number) => page.getByRole('region', { name: `Day ${number}`, exact: true })
const days = (page: Page) => page.getByRole('region', { name: /^Day \d+$/ })
/** All offers about missing days and days after the return. */
const offers = (page: Page) => page.getByText(/^Your trip is \d|after your return, and no one/)

const open = (page: Page, id: string, tab: 'meals' | 'itinerary') => page.goto(`/trip/${id}?tab=${tab}`)

const numbersIn = (table: 'meal_plans' | 'itinerary_days') => (server: TestServer, tripId: string) =>
  server.database
    .prepare(`select distinct day_number from ${table} where trip_id = ? order by day_number`)
    .all(tripId)
    .map((row) => (row as { day_number: number }).day_number)
const mealDays = numbersIn('meal_plans')
const itineraryDays = numbersIn('itinerary_days')

test.describe('late in the evening of June 26, when it is already the 27th elsewhere', () => {
  test.beforeEach(({ page, friend }) =>
    Promise.all([page, friend].map((one) => one.clock.setFixedTime(new Date('2031-06-26T23:30:00-04:00')))),
  )

  test('days show their dates in read, edit and shared views once the trip has both, and today is marked', async ({
    page,
    friend,
    server,
    signIn,
    createTrip,
  }) => {
    await signIn(page)
    const id = await createTrip(page, { name: 'Pog Lake', type: 'car_trip' })
    await open(page, id, 'meals')
    await expect(signs(page)).toHaveText(['Day 1', 'Day 2', 'Day 3', 'Day 4'])
    await page.goto(`/trip/${id}`)
    await fillField(page, 'Departure date', '2031-06-25')
    await page.getByRole('tab', { name: 'Food & Meals' }).click()
    await expect(signs(page)).toHaveText(['Day 1', 'Day 2', 'Day 3', 'Day 4'])
    await page.getByRole('tab', { name: 'Overview' }).click()
    await fillField(page, 'Return date', '2031-06-28')

    await page.getByRole('tab', { name: 'Food & Meals' }).click()
    const dated = ['Day 1 Wed, Jun 25', 'Day 2 Thu, Jun 26 · Today', 'Day 3 Fri, Jun 27', 'Day 4 Sat, Jun 28']
    await expect(signs(page)).toHaveText(dated)
    await expect(page.getByRole('tab', { name: 'Day 2 Thu, Jun 26 · Today', exact: true })).toBeVisible()
    await expect(page.getByText('Day 1', { exact: true })).toBeVisible()
    await expect(offers(page)).toHaveCount(0)
    await button(page, 'Edit meal plan').click()
    await expect(signs(page)).toHaveText(dated)
    await expectNoAxeFindings(page)
    await button(page, 'Cancel').click()

    await page.getByRole('tab', { name: 'Itinerary' }).click()
    await expect(day(page, 2)).toContainText('Thu, Jun 26 · Today')
    const jumps = page.getByRole('navigation', { name: 'Days' }).getByRole('button')
    await expect(jumps).toHaveText(dated)
    await expect(jumps.nth(1)).toHaveAttribute('aria-current', 'date')
    // It opens at today.
    await expect(day(page, 2).getByRole('heading', { level: 3 })).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await day(page, 3).getByRole('heading', { level: 3 }).getByRole('button').click()
    const title = day(page, 3).getByLabel('Day 3', { exact: true })
    await expect(title).toHaveAccessibleDescription('Fri, Jun 27')
    await title.fill('Canoes')
    await expect(saveState(page)).toHaveText('Saved')

    server.database.prepare("update trips set share_token = 'for-everybody' where id = ?").run(id)
    await friend.goto(`/shared/${id}?token=for-everybody&tab=itinerary`)
    await expect(day(friend, 1).getByRole('heading', { name: 'Day 1: Arrival & Setup', exact: true })).toBeVisible()
    await expect(day(friend, 1).getByText('Wed, Jun 25', { exact: true })).toBeVisible()
    await expect(day(friend, 2).getByText('Thu, Jun 26 · Today', { exact: true })).toBeVisible()
    // A title without the day's number.
    await expect(day(friend, 3).getByRole('heading', { name: 'Canoes', exact: true })).toBeVisible()
    await expect(day(friend, 3).getByText('Day 3 · Fri, Jun 27', { exact: true })).toBeVisible()
    await expectNoAxeFindings(friend)
    await friend.getByRole('tab', { name: 'Food & Meals' }).click()
    await expect(signs(friend)).toHaveText(dated)
    await expect(signs(friend).nth(1)).toHaveAttribute('aria-selected', 'true')
    await expectNoAxeFindings(friend)

    // With a return before the departure, days have no dates.
    await setDates(page, server, id, '2031-06-25', '2031-06-24')
    for (const tab of ['meals', 'itinerary'] as const) {
      await open(page, id, tab)
      await expect(page.getByText('Day 1', { exact: true })).toBeVisible()
      await expect(page.getByText(/Jun 2\d|Today|after your return|Your trip is/)).toHaveCount(0)
    }
  })
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`adds all days that the dates span with one press, at ${viewport.width} px`, async ({
    page,
    server,
    signIn,
    createTrip,
  }) => {
    await page.setViewportSize(viewport)
    await signIn(page)
    const plan = { details: { ...usedSample, ...datesOf('2031-06-25', '2031-06-29') } }
    const id = await createTrip(page, { name: 'Pog Lake', type: 'car_trip', plan })
    await open(page, id, 'meals')
    await expect(page.getByText('Your trip is 5 days long, but only 4 have meals.', { exact: true })).toBeVisible()
    const add = button(page, 'Add Day 5')
    expect((await add.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expectNoAxeFindings(page)

    await add.click()
    await expect(page.getByText('Added day 5')).toBeVisible()
    await button(page, 'Undo').click()
    await expect(signs(page)).toHaveCount(4)
    // Otherwise the next request might contain the undone operations too.
    await expect(saveState(page)).toHaveText('Saved')
    // There is no offer while editing: there is an 'Add Day' button.
    await button(page, 'Edit meal plan').click()
    await expect(offers(page)).toHaveCount(0)
    await button(page, 'Cancel').click()

    await add.focus()
    const sent = waitForSend(page, 'meals')
    await page.keyboard.press('Enter')
    expect(outlineOf(await sent)).toEqual(['insert 5'])
    await expect(signs(page).nth(4)).toHaveText('Day 5 Sun, Jun 29')
    await expect(signs(page).nth(4)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('New Breakfast')).toBeVisible()
    await expect(offers(page)).toHaveCount(0)
    await expect(button(page, 'Save')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
    await expect.poll(() => mealDays(server, id)).toEqual([1, 2, 3, 4, 5])

    await page.getByRole('tab', { name: 'Itinerary' }).click()
    await expect(
      page.getByText('Your trip is 5 days long, but the itinerary covers only 4.', { exact: true }),
    ).toBeVisible()
    await expectNoAxeFindings(page)
    await button(page, 'Add Day 5').click()
    await expect(day(page, 5)).toContainText('Sun, Jun 29')
    await expect(day(page, 5).getByRole('heading', { level: 3 })).toHaveText('Day 5: New Adventure Day')
    await expect(offers(page)).toHaveCount(0)
    await expect.poll(() => itineraryDays(server, id)).toEqual([1, 2, 3, 4, 5])
  })
}

test('two people accept the same offer at once: each day is added once, and text written in it stays', async ({
  page,
  friend,
  server,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const plan = { details: { ...usedSample, ...datesOf('2031-06-25', '2031-06-30') } }
  const id = await createTrip(page, { name: 'Together', type: 'car_trip', plan })
  shareWithEverybody(server, id)
  for (const one of [page, friend]) await open(one, id, 'itinerary')
  // Neither has received the other's operations.
  const releases = []
  for (const one of [page, friend]) releases.push(await holdSends(one))
  for (const one of [page, friend]) {
    await button(one, 'Add Days 5 and 6').click()
    await expect(day(one, 6)).toContainText('Mon, Jun 30')
  }
  await day(friend, 6).getByRole('heading', { level: 3 }).getByRole('button').click()
  await day(friend, 6).getByLabel('Day 6', { exact: true }).fill('Ice cream, then home')
  await friend.keyboard.press('Enter')
  for (const release of releases) release()
  await expect.poll(() => itineraryDays(server, id)).toEqual([1, 2, 3, 4, 5, 6])
  for (const one of [page, friend]) {
    await expect(day(one, 6).getByRole('heading', { level: 3 })).toHaveText('Ice cream, then home')
    await expect(days(one)).toHaveCount(6)
    await expect(day(one, 5).getByRole('listitem')).toHaveCount(4)
    // What the other has changed may replace 'Saved'.
    await expect(saveState(one)).toHaveText(/^$|Saved|Updated by/)
  }
})

test('shorter dates remove no days; untouched days after the return can be removed and restored', async ({
  page,
  friend,
  server,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'A weekend', type: 'car_trip' })
  const sent = countSends(page, 'meals')
  await open(page, id, 'meals')
  await button(page, 'Add Day').click()
  await page.getByLabel('Name', { exact: true }).first().fill('Porridge')
  await button(page, 'Save').click()
  await expect.poll(() => mealDays(server, id)).toEqual([1, 2, 3, 4, 5])
  const before = await sent()
  await setDates(page, server, id, '2031-06-27', '2031-06-28', usedSample)
  const marked = ['Day 1 Fri, Jun 27', 'Day 2 Sat, Jun 28', 'Day 3 after your return', 'Day 4 after your return']
  await expect(signs(page)).toHaveText([...marked, 'Day 5 after your return'])
  await expect(
    page.getByText('Days 3 and 4 are after your return, and no one has changed their meals yet.', { exact: true }),
  ).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await sent()).toBe(before)
  expect(mealDays(server, id)).toEqual([1, 2, 3, 4, 5])

  await button(page, 'Remove days 3 and 4').click()
  await expect(signs(page)).toHaveText([...marked.slice(0, 2), 'Day 5 after your return'])
  await button(page, 'Undo').click()
  await expect(signs(page)).toHaveText([...marked, 'Day 5 after your return'])
  await expect.poll(() => mealDays(server, id)).toEqual([1, 2, 3, 4, 5])
  await page.getByRole('tab', { name: /^Day 5/ }).click()
  await expect(page.getByText('Porridge')).toBeVisible()

  await page.getByRole('tab', { name: 'Itinerary' }).click()
  await expect(day(page, 3)).toContainText('after your return')
  await button(page, 'Remove days 3 and 4').last().focus()
  await page.keyboard.press('Enter')
  await expect(days(page)).toHaveCount(2)
  await expect(offers(page)).toHaveCount(0)
  await expect.poll(() => itineraryDays(server, id)).toEqual([1, 2])

  // Readers of a share link see no offers and no marks of days after the return.
  server.database.prepare("update trips set share_token = 'for-readers' where id = ?").run(id)
  await friend.goto(`/shared/${id}?token=for-readers&tab=meals`)
  await expect(signs(friend)).toHaveText([...marked.slice(0, 2), 'Day 3', 'Day 4', 'Day 5'])
  await expect(friend.getByText(/your return|Your trip is/)).toHaveCount(0)
  await setDates(page, server, id, '2031-06-27', '2031-07-05', usedSample)
  await friend.reload()
  await expect(signs(friend).last()).toHaveText('Day 5 Tue, Jul 1')
  await expect(friend.getByText(/your return|Your trip is/)).toHaveCount(0)
})

test('offers a year week by week, gaps first', async ({ page, server, signIn, createTrip }) => {
  await signIn(page)
  const numbers = [1, 2, 4]
  const id = await createTrip(page, {
    name: 'Around the world',
    type: 'air_travel',
    plan: {
      meals: Object.fromEntries(numbers.map((number) => [number, newMealDay('air_travel', number)])),
      details: buildDetails(datesOf('2031-12-30', '2032-12-28')),
    },
  })
  await open(page, id, 'meals')
  await expect(page.getByText('Your trip is 365 days long, but only 3 have meals.', { exact: true })).toBeVisible()
  await button(page, 'Add Day 3').click()
  await expect(signs(page).nth(2)).toHaveText('Day 3 Thu, Jan 1')
  await button(page, 'Add Days 5 to 11').click()
  await expect(button(page, 'Add Days 12 to 18')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(signs(page)).toHaveCount(18)
  await expect(page.getByText('Your trip is 365 days long, but only 18 have meals.', { exact: true })).toBeVisible()
  await expect.poll(() => mealDays(server, id)).toHaveLength(18)

  // Or all at once.
  await button(page, 'Add all 347 days').click()
  // The offer stays under the pointer, however long it takes to show and to store a year.
  await button(page, 'Undo').hover()
  await expect(signs(page)).toHaveCount(365)
  await expect.poll(() => mealDays(server, id)).toHaveLength(365)
  await button(page, 'Undo').click()
  await expect(signs(page)).toHaveCount(18)
})

test('offers nothing to people who may only read the plan', async ({ page, friend, server, signIn, createTrip }) => {
  await signIn(page)
  const plan = { details: { ...usedSample, ...datesOf('2031-06-25', '2031-06-30') } }
  const id = await createTrip(page, { name: 'Together', type: 'car_trip', plan })
  const { request } = page.context()
  const headers = { origin: server.address }
  const made = await request.post(`${server.address}/api/trips/${id}/invitations`, { data: {}, headers })
  const { token } = await made.json()
  const joined = await friend
    .context()
    .request.post(`${server.address}/api/join`, { data: { token, device: randomUUID() }, headers })
  expect(joined.ok(), await joined.text()).toBe(true)
  await open(friend, id, 'meals')
  await expect(button(friend, 'Add Days 5 and 6')).toBeVisible()
  await request.put(`${server.address}/api/trips/${id}/people`, { data: { members_edit: false }, headers })
  await expect(offers(friend)).toHaveCount(0)
  await expect(signs(friend).first()).toHaveText('Day 1 Wed, Jun 25')
})
