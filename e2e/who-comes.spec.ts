import type { Page } from '@playwright/test'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildNamedParty } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { createInvitation, joinBy } from './joining.ts'
import { button, dialog, expectSaved } from './page-parts.ts'
import { touchPhone } from './phone.ts'

test.use({ isSignedIn: true })

/* Attendance and food: who is coming, for which meals, and what they eat. */

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const groupOf = (tripId: string) => `/trip/${tripId}/group`
const answer = (page: Page, name: string, words: string) =>
  page.getByRole('group', { name: `Is ${name} coming?` }).getByRole('radio', { name: words, exact: true })
const counted = (page: Page, words: string) =>
  page.getByRole('group', { name: 'Answers' }).getByRole('button', { name: new RegExp(`\\d ${words}$`) })
/** The headcounts for breakfast, lunch and dinner of each day. */
const headcountsOf = (page: Page) =>
  page
    .getByRole('list', { name: 'Headcount by meal' })
    .getByRole('button')
    .evaluateAll((days) =>
      days.map((day) => {
        const [, counts = ''] = (day.getAttribute('aria-label') ?? '').split(': ')
        return (counts.match(/\d+/g) ?? []).map(Number)
      }),
    )

const details = buildDetails({ ...datesOf('2027-07-02', '2027-07-04'), destination_name: 'Pog Lake' })

test('a guest answers for a family of four, also offline, and the organizer sees the headcount of each meal', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/net::ERR_INTERNET_DISCONNECTED|A save did not reach the server|The session could not be refreshed/)
  const id = await createTrip(page, { name: 'Pog Lake with everybody', type: 'car_trip', plan: { details } })
  await page.goto(groupOf(id))
  await answer(page, 'Robin Tester', 'Coming').check()

  const context = await openContext(touchPhone)
  const guest = await context.newPage()
  await joinBy(guest, `/join/${await createInvitation(page, server, id)}`, 'Ana Lake')
  await expect(guest.getByText('You’re in.')).toBeVisible()
  await answer(guest, 'Ana Lake', 'Coming').check()
  // A partner with an allergy.
  await button(guest, 'Add a travel companion').click()
  await dialog(guest).getByLabel('Name').fill('Ben Lake')
  await answer(guest, 'Ben Lake', 'Coming').check()
  await dialog(guest).getByRole('checkbox', { name: 'peanuts' }).check()
  await dialog(guest).getByRole('switch', { name: 'Carries medicine for it' }).check()
  await dialog(guest).getByLabel('Anything else about food').fill('EpiPen in the red bag')
  await button(guest, 'Add').click()
  await expectSaved(guest)
  await expect(panel(page, 'What everyone eats')).toContainText('Ben Lake (carries medicine)')
  await expect(panel(page, 'What everyone eats')).toContainText('EpiPen in the red bag')

  await context.setOffline(true)
  await button(guest, 'Add person to your party').click()
  await dialog(guest).getByLabel('Name').fill('Cleo Lake')
  await dialog(guest).getByRole('switch', { name: 'Child' }).check()
  await dialog(guest).getByLabel('Age').fill('7')
  await answer(guest, 'Cleo Lake', 'Coming').check()
  await dialog(guest).getByRole('checkbox', { name: 'vegetarian' }).check()
  // From dinner on the first day to lunch on the last, without one meal in between.
  const meal = (words: string) => dialog(guest).getByRole('button', { name: new RegExp(`^Day ${words}$`) })
  // A press leaves a meal out, or adds it again.
  for (const isThere of ['false', 'true']) {
    await meal('2 .*: dinner').click()
    await expect(meal('2 .*: dinner')).toHaveAttribute('aria-pressed', isThere)
  }
  await button(guest, 'Only part of the trip').click()
  await meal('1 .*: dinner').click()
  await expect(dialog(guest).getByText('Now tap the last meal.')).toBeVisible()
  await meal('3 .*: lunch').click()
  await meal('2 .*: lunch').click()
  await expect(meal('1 .*: lunch')).toHaveAttribute('aria-pressed', 'false')
  await expect(meal('2 .*: lunch')).toHaveAttribute('aria-pressed', 'false')
  await expect(meal('2 .*: dinner')).toHaveAttribute('aria-pressed', 'true')
  await button(guest, 'Add').click()
  await button(guest, 'Add person to your party').click()
  await dialog(guest).getByLabel('Name').fill('Dan Lake')
  await dialog(guest).getByRole('switch', { name: 'Child' }).check()
  await button(guest, 'Add').click()
  await answer(guest, 'Dan Lake', 'Unsure').check()
  await expect(counted(guest, 'Coming')).toHaveAccessibleName('4 Coming')
  await expect(counted(page, 'Coming')).toHaveAccessibleName('3 Coming')
  await context.setOffline(false)
  await expect(counted(page, 'Coming')).toHaveAccessibleName('4 Coming')
  await expect(counted(page, 'Unsure')).toHaveAccessibleName('1 Unsure')
  await expect
    .poll(() => headcountsOf(page))
    .toEqual([
      [3, 3, 4],
      [4, 3, 4],
      [4, 4, 3],
    ])
  await expect(panel(page, 'Headcount by meal')).toContainText('Includes 1 child. 1 unsure, not counted.')
  // A day opens to what those who are there eat.
  const secondDay = page.getByRole('list', { name: 'Headcount by meal' }).getByRole('button', { name: /^Day 2 / })
  await secondDay.press('Enter')
  const meals = page.getByRole('region', { name: /^Day 2 / }).getByRole('listitem')
  await expect(meals).toHaveText([
    'Breakfast4 people1 vegetarianAllergic to peanuts: Ben Lake',
    'Lunch3 peopleAllergic to peanuts: Ben Lake',
    'Dinner4 people1 vegetarianAllergic to peanuts: Ben Lake',
  ])
  await expectNoAxeFindings(page)
  await expectNoAxeFindings(guest)

  await button(guest, 'Open the plan').click()
  await expect(button(guest, 'People')).toHaveAccessibleDescription('4 people are coming')
})

test('readers of a share link see how many are coming, but not who', async ({ page, friend, server, createTrip }) => {
  const people = [buildNamedParty('The Secrets', buildComing('Ana'), buildComing('Ben'))]
  const id = await createTrip(page, { name: 'Headcount', type: 'car_trip', plan: { people } })
  const shared = await page.context().request.put(`${server.address}/api/trips/${id}/sharing`, {
    data: { is_public: true },
    headers: { origin: server.address },
  })
  expect(shared.ok()).toBe(true)
  await friend.goto(`/shared/${id}`)
  await expect(friend.getByText('2 people are coming')).toBeVisible()
  expect(await friend.content()).not.toMatch(/Secrets|Ana|Ben\b/)
})
