import type { Locator, Page } from '@playwright/test'
import { itineraryDay } from '#web/testing/itinerary.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { holdSends } from './operations.ts'
import { button, saveState } from './page-parts.ts'
import { shareWithEverybody } from './stored-plan.ts'

/* Two people on their devices. What one of them does: web/app/itinerary.test.tsx. */

test.use({ isSignedIn: true })

const LIGHT = 'Light Activities'
const HARD = 'Physically Challenging'

const tab = (page: Page) => page.getByRole('tabpanel', { name: 'Itinerary' })
const day = (page: Page, number: number) => tab(page).getByRole('region', { name: `Day ${number}`, exact: true })
const title = (page: Page, number: number) => day(page, number).getByRole('heading', { level: 3 })
const column = (page: Page, number: number, level: string) =>
  day(page, number).getByRole('region', { name: `${level}, day ${number}`, exact: true })
const activities = (page: Page, number: number, level: string) => column(page, number, level).getByRole('listitem')
/** Opens the fields of one activity. */
const open = (one: Locator) => one.getByRole('button', { name: /^Edit / }).click()
const openItinerary = (page: Page, id: string) => page.goto(`/trip/${id}?tab=itinerary`)

interface ActivityRow {
  day_number: number
  activity_name: string
}

function activityRows(server: TestServer, id: string): ActivityRow[] {
  const rows = server.database.prepare(
    'select * from itinerary_activities where trip_id = ? order by day_number, activity_level desc, order_index',
  )
  return rows.all(id) as ActivityRow[]
}

const dayRows = (server: TestServer, id: string) =>
  server.database.prepare('select day_number, title from itinerary_days where trip_id = ? order by day_number').all(id)

/** The names of a column's activities, whether shown as text or in fields. */
function namesIn(page: Page, number: number, level: string): Promise<string[]> {
  const names = activities(page, number, level).locator('[data-part=activity]')
  return names.evaluateAll((all) =>
    all.map((one) => (one instanceof HTMLTextAreaElement ? one.value : (one.textContent ?? ''))),
  )
}

test('SAVE-7, SAVE-18, SAVE-24, ITIN-20 two people edit activities and add a day without losing anything', async ({
  page,
  server,
  openContext,
  register,
  signIn,
  createTrip,
}) => {
  const friend = await (await openContext()).newPage()
  await signIn(friend, await register())
  const id = await createTrip(page, {
    name: 'Together',
    type: 'car_trip',
    plan: { itinerary: { 1: itineraryDay('Monday', ['Swim', 'Nap'], ['Climb']) } },
  })
  shareWithEverybody(server, id)
  for (const one of [page, friend]) {
    await openItinerary(one, id)
    await expect(title(one, 1)).toHaveText('Monday')
  }
  // Neither has received the other's operations.
  const releases = [await holdSends(page), await holdSends(friend)] as const
  await button(page, 'Add Day').first().click()
  await title(page, 2).getByRole('button').click()
  await day(page, 2).getByLabel('Day 2', { exact: true }).fill('Ice cream, then home')
  await open(activities(page, 1, LIGHT).nth(0))
  await activities(page, 1, LIGHT).nth(0).getByLabel('Activity', { exact: true }).fill('Swim at dawn')
  await open(activities(friend, 1, HARD).nth(0))
  await activities(friend, 1, HARD).nth(0).getByLabel('Time', { exact: true }).fill('5:30 AM')
  await open(activities(friend, 1, LIGHT).nth(1))
  await activities(friend, 1, LIGHT).nth(1).getByLabel('Description', { exact: true }).fill('Bring the hammock')
  await button(friend, 'Add Day').first().click()
  for (const one of [page, friend]) await expect(saveState(one)).toHaveText('Saving...')
  // The day that the friend added, without a text, is stored first.
  for (const [index, one] of [friend, page].entries()) {
    releases[1 - index]?.()
    await expect(saveState(one)).toHaveText('Saved')
  }
  // This page's next edit is based on a version without the other's.
  await activities(page, 1, LIGHT).nth(0).getByLabel('Duration', { exact: true }).fill('20 minutes')
  await expect
    .poll(() => activityRows(server, id)[0])
    .toMatchObject({ activity_name: 'Swim at dawn', duration: '20 minutes' })

  expect(activityRows(server, id).slice(0, 3)).toMatchObject([
    { activity_name: 'Swim at dawn', duration: '20 minutes' },
    { activity_name: 'Nap', description: 'Bring the hammock' },
    { activity_name: 'Climb', time: '5:30 AM' },
  ])
  expect(dayRows(server, id)).toEqual([
    { day_number: 1, title: 'Monday' },
    { day_number: 2, title: 'Ice cream, then home' },
  ])
  for (const one of [page, friend]) {
    await one.reload()
    await expect(title(one, 2)).toHaveText('Ice cream, then home')
    await expect.poll(() => namesIn(one, 1, LIGHT)).toEqual(['Swim at dawn', 'Nap'])
    await expect(activities(one, 1, HARD)).toContainText('5:30 AM')
    await expect(activities(one, 1, LIGHT).nth(1)).toContainText('Bring the hammock')
    await expect(activities(one, 2, LIGHT)).toHaveCount(2)
  }
})
