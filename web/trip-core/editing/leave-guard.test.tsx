import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NOTICES_PATH } from '#domain/api/notices.ts'
import { buildCategory } from '#domain/testing/checklist.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, responses } from '#web/testing/open-trip.tsx'
import { button, expectCount, press, pressOn } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

const question = page.getByRole('dialog', { name: 'Leave without saving?' })
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const dinner = page.getByRole('region', { name: 'Dinner', exact: true }).getByLabelText('Name', { exact: true })
const itinerary = page.getByRole('heading', { name: 'Adventure Itinerary' })
const shownTab = () => new URL(location.href).searchParams.get('tab')

/** An item so far down that the page is scrolled. */
const distantItem = page.getByRole('textbox', { name: 'Item name' }).nth(25)

/** A list that is longer than the screen. */
const longList = () => [buildCategory('Things', ...Array.from({ length: 30 }, (_, index) => `Thing ${index}`))]

const itemNames = ({ stored }: OpenedTrip) => stored('checklist').flatMap(({ items }) => items.map(({ name }) => name))

test('MEAL-28 asks before another tab is opened from a changed meal plan; discarding drops the changes', async () => {
  const { trip, sent } = await openTrip()
  showApp(`/trip/${trip.id}?tab=meals`)
  await button('Edit meal plan').click()
  // Without changes there is no question.
  await tab('Itinerary').click()
  await expect.element(itinerary).toBeVisible()
  await tab('Food & Meals').click()
  await expect.element(dinner).toBeVisible()
  const before = (dinner.element() as HTMLInputElement).value

  await dinner.fill('Chowder')
  await tab('Itinerary').click()
  await expect.element(button('Keep editing')).toHaveFocus()
  await expectNoAxeFindings()
  await press('Escape')
  await expectCount(question, 0)
  await expect.element(dinner).toHaveValue('Chowder')
  expect(shownTab()).toBe('meals')
  // By keyboard the focus returns to where it was.
  await pressOn(tab('Checklist'), 'Enter')
  await expect.element(button('Keep editing')).toHaveFocus()
  await press('Enter')
  await expectCount(question, 0)
  await expect.element(tab('Checklist')).toHaveFocus()

  await tab('Itinerary').click()
  await button('Discard changes').click()
  await expect.element(itinerary).toBeVisible()
  await expectCount(question, 0)
  await tab('Food & Meals').click()
  await expect.element(page.getByRole('heading', { name: before })).toBeVisible()
  expect(sent('meals')).toEqual([])
})

test('MEAL-26, MEAL-28 asks before the trip list is opened from a changed meal plan; saving stores it first', async () => {
  const { trip, stored, sent } = await openTrip()
  const card = { ...trip, destination_name: '', departure_date: '', return_date: '', is_archived: false }
  const trips = [{ ...card, deleted_at: null }]
  queryCache.set(LIST, trips)
  responses.set('/api/trips', async () => ({ trips }))
  responses.set(NOTICES_PATH, async () => ({ notices: [], unread: {} }))
  showApp(`/trip/${trip.id}?tab=meals`)
  await button('Edit meal plan').click()
  await dinner.fill('Paella')
  await button('Back to Trips').click()
  await expect.element(question).toBeVisible()
  expect(location.pathname).toBe(`/trip/${trip.id}`)
  await question.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expect.poll(() => sent('meals')).toHaveLength(1)
  expect(JSON.stringify(stored('meals'))).toContain('"Paella"')
  await page.getByRole('link', { name: trip.name }).click()
  await tab('Food & Meals').click()
  await expect.element(page.getByRole('heading', { name: 'Paella' })).toBeVisible()
})

test("CHECK-29, CHECK-30 the browser's Back asks before it leaves a changed checklist, and then continues", async () => {
  const opened = await openTrip({ values: { checklist: longList() } })
  showApp(`/trip/${opened.trip.id}`)
  await tab('Itinerary').click()
  await tab('Checklist').click()
  await button('Edit checklist').click()
  await distantItem.fill('Half a tent')
  const scrolled = scrollY
  expect(scrolled).toBeGreaterThan(0)
  history.back()
  await expect.element(button('Keep editing')).toHaveFocus()
  expect(shownTab()).toBe('checklist')
  await expect.poll(() => scrollY).toBe(scrolled)
  // Going back again does not answer the question.
  history.back()
  await expect.element(question).toBeVisible()
  await button('Keep editing').click()
  await expect.element(distantItem).toHaveFocus()
  await expect.element(distantItem).toHaveValue('Half a tent')
  expect(shownTab()).toBe('checklist')

  history.back()
  await question.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(itinerary).toBeVisible()
  expect(shownTab()).toBe('itinerary')
  await expect.poll(() => itemNames(opened)).toContain('Half a tent')
  // The history before that is unchanged.
  history.back()
  await expect.element(page.getByRole('region', { name: 'Trip Details & Travel Info' })).toBeVisible()
})

test("CHECK-30 the browser's Forward asks before it leaves a changed checklist, and then continues", async () => {
  const opened = await openTrip({ values: { checklist: longList() } })
  showApp(`/trip/${opened.trip.id}?tab=checklist`)
  await tab('Food & Meals').click()
  await expect.element(button('Edit meal plan')).toBeVisible()
  history.back()
  await button('Edit checklist').click()
  await distantItem.fill('No tent')
  history.forward()
  await button('Discard changes').click()
  await expect.element(page.getByRole('heading', { name: 'Meal Plan', exact: true })).toBeVisible()
  expect(shownTab()).toBe('meals')
  await tab('Checklist').click()
  await expect.element(page.getByRole('checkbox', { name: 'Thing 25', exact: true })).toBeVisible()
  await expect.element(button('Edit checklist')).toBeEnabled()
  expect(itemNames(opened)).not.toContain('No tent')
})
