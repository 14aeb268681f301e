import type { Page } from '@playwright/test'
import { buildCategory } from '#domain/testing/checklist.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { countSends } from './operations.ts'
import { button, tab } from './page-parts.ts'

test.use({ isSignedIn: true })

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const dinner = (page: Page) =>
  page.getByRole('region', { name: 'Dinner', exact: true }).getByLabel('Name', { exact: true })
const itinerary = (page: Page) => page.getByRole('heading', { name: 'Adventure Itinerary' })
const shownTab = (page: Page) => new URL(page.url()).searchParams.get('tab')

/** An item so far down that the page is scrolled. */
const distantItem = (page: Page) => page.getByRole('textbox', { name: 'Item name' }).nth(25)

/** A plan with a list that is longer than the screen. */
const longList = () => ({
  checklist: [buildCategory('Things', ...Array.from({ length: 30 }, (_, index) => `Thing ${index}`))],
})

const itemNames = (server: TestServer, tripId: string): unknown[] =>
  server.database.prepare('select item_name from checklist_items where trip_id = ?').pluck().all(tripId)

test('MEAL-28 asks before another tab is opened from a changed meal plan; discarding drops the changes', async ({
  page,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Half planned', type: 'car_trip' })
  const saves = countSends(page, 'meals')
  await page.goto(`/trip/${id}?tab=meals`)
  await button(page, 'Edit meal plan').click()
  // Without changes there is no question.
  await tab(page, 'Itinerary').click()
  await expect(itinerary(page)).toBeVisible()
  await tab(page, 'Food & Meals').click()
  const before = await dinner(page).inputValue()

  await dinner(page).fill('Chowder')
  await tab(page, 'Itinerary').click()
  await expect(button(page, 'Keep editing')).toBeFocused()
  await expectNoAxeFindings(page)
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(dinner(page)).toHaveValue('Chowder')
  expect(shownTab(page)).toBe('meals')
  // By keyboard the focus returns to where it was.
  await tab(page, 'Checklist').focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Keep editing')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expect(tab(page, 'Checklist')).toBeFocused()

  await tab(page, 'Itinerary').click()
  await button(page, 'Discard changes').click()
  await expect(itinerary(page)).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await tab(page, 'Food & Meals').click()
  await expect(page.getByRole('heading', { name: before })).toBeVisible()
  expect(await saves()).toBe(0)
})

test('MEAL-26, MEAL-28 asks before the trip list is opened from a changed meal plan; saving stores it first', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Half planned', type: 'car_trip' })
  const saves = countSends(page, 'meals')
  await page.goto(`/trip/${id}?tab=meals`)
  await button(page, 'Edit meal plan').click()
  await dinner(page).fill('Paella')
  await button(page, 'Back to Trips').click()
  await expect(question(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/trip/${id}`)
  await question(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  const stored = server.database.prepare("select name from meal_plans where trip_id = ? and name = 'Paella'").pluck()
  await expect.poll(() => stored.all(id)).toEqual(['Paella'])
  expect(await saves()).toBe(1)
  await page.getByRole('link', { name: 'Half planned' }).click()
  await tab(page, 'Food & Meals').click()
  await expect(page.getByRole('heading', { name: 'Paella' })).toBeVisible()
})

test("CHECK-29, CHECK-30 the browser's Back asks before it leaves a changed checklist, and then continues", async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Half packed', type: 'car_trip', plan: longList() })
  await page.goto(`/trip/${id}`)
  await tab(page, 'Itinerary').click()
  await tab(page, 'Checklist').click()
  await button(page, 'Edit checklist').click()
  await distantItem(page).fill('Half a tent')
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await page.goBack()
  await expect(button(page, 'Keep editing')).toBeFocused()
  expect(shownTab(page)).toBe('checklist')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
  // Going back again does not answer the question.
  await page.goBack()
  await expect(question(page)).toBeVisible()
  await button(page, 'Keep editing').click()
  await expect(distantItem(page)).toBeFocused()
  await expect(distantItem(page)).toHaveValue('Half a tent')
  expect(shownTab(page)).toBe('checklist')

  await page.goBack()
  await question(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(itinerary(page)).toBeVisible()
  expect(shownTab(page)).toBe('itinerary')
  await expect.poll(() => itemNames(server, id)).toContain('Half a tent')
  // The history before that is unchanged.
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Trip Details & Travel Info' })).toBeVisible()
})

test("CHECK-30 the browser's Forward asks before it leaves a changed checklist, and then continues", async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Half packed', type: 'car_trip', plan: longList() })
  await page.goto(`/trip/${id}?tab=checklist`)
  await tab(page, 'Food & Meals').click()
  await page.goBack()
  await button(page, 'Edit checklist').click()
  await distantItem(page).fill('No tent')
  await page.goForward()
  await button(page, 'Discard changes').click()
  await expect(page.getByRole('heading', { name: 'Meal Plan', exact: true })).toBeVisible()
  expect(shownTab(page)).toBe('meals')
  await tab(page, 'Checklist').click()
  await expect(page.getByRole('checkbox', { name: 'Thing 25', exact: true })).toBeVisible()
  await expect(button(page, 'Edit checklist')).toBeEnabled()
  expect(itemNames(server, id)).not.toContain('No tent')
})
