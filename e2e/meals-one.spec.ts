import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newLine, newMealDay } from '#domain/plan/meals.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { button, expectSaved, saveState, tab } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'
import { shareWithEverybody } from './stored-plan.ts'

/* One meal that is opened in place, on a phone and by two people at once. */

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const openFields = (page: Page) => page.getByRole('tabpanel', { name: 'Food & Meals' }).locator('input, textarea')

function oneDay() {
  const { meals, snacks } = newMealDay('car_trip', 1)
  const ingredients = ['2 kg flour', '40 eggs', '3 L milk'].map((text) => newLine(randomUUID(), text))
  const breakfast = { ...meals.breakfast, name: 'Pancakes', description: 'Two pans', ingredients }
  return { '1': { meals: { ...meals, breakfast }, snacks } }
}

test('on a phone a meal is changed where it is tapped, offline too, and the change is there after a reload', async ({
  openSignedIn,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/net::ERR_|Failed to load resource|could not be|will be sent again|did not reach the server/)
  const phone = await openSignedIn(phoneWithApp)
  const id = await createTrip(phone, { name: 'Killbear', type: 'car_trip', plan: { meals: oneDay() } })
  await phone.goto(`/trip/${id}?tab=meals`)
  const breakfast = card(phone, 'Breakfast')
  await breakfast.getByText('40 eggs', { exact: true }).tap()
  const eggs = breakfast.getByLabel('Ingredient 2', { exact: true })
  await expect(eggs).toBeFocused()
  await expect(eggs).toBeInViewport({ ratio: 1 })
  await expectNoAxeFindings(phone)
  await phone.keyboard.type(', free range')
  await button(phone, 'Done').tap()
  await expect(openFields(phone)).toHaveCount(0)
  await expect(button(phone, 'Edit Pancakes')).toBeFocused()
  await expectSaved(phone)
  await phone.reload()
  await expect(breakfast.getByRole('listitem')).toHaveText(['2 kg flour', '40 eggs, free range', '3 L milk'])

  await waitUntilAppCached(phone)
  await waitUntilTripPersisted(phone, id)
  await server.kill()
  await breakfast.getByRole('heading', { name: 'Pancakes' }).tap()
  await expect(breakfast.getByLabel('Name', { exact: true })).toBeFocused()
  await breakfast.getByLabel('Name', { exact: true }).fill('Crêpes')
  // A tap on another meal closes it and opens that one.
  await card(phone, 'Lunch').getByRole('heading', { name: 'New Lunch' }).tap()
  await expect(card(phone, 'Lunch').getByLabel('Name', { exact: true })).toBeFocused()
  // It has no name yet: typing replaces the placeholder.
  await phone.keyboard.type('Soup')
  await expect(card(phone, 'Lunch').getByLabel('Name', { exact: true })).toHaveValue('Soup')
  await expect(breakfast.getByRole('heading', { name: 'Crêpes' })).toBeVisible()
  await phone.reload()
  await expect(breakfast.getByRole('heading', { name: 'Crêpes' })).toBeVisible()
  await expect(openFields(phone)).toHaveCount(0)
  await server.start()
  await expect(saveState(phone)).not.toHaveText(/waiting|Saving/, { timeout: 60_000 })
  const stored = server.database
    .prepare("select name, ingredients from meal_plans where trip_id = ? and meal_type = 'breakfast'")
    .get(id)
  expect(stored).toEqual({ name: 'Crêpes', ingredients: '["2 kg flour","40 eggs, free range","3 L milk"]' })
})

test('two people who have the same meal open keep both changes', async ({
  page,
  signIn,
  friend,
  server,
  createTrip,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Silent Lake', type: 'car_trip', plan: { meals: oneDay() } })
  shareWithEverybody(server, id)
  for (const each of [page, friend]) await each.goto(`/trip/${id}?tab=meals`)
  await card(page, 'Breakfast').getByText('Two pans').click()
  await card(friend, 'Breakfast').getByText('3 L milk').click()
  await page.keyboard.type('\nin the shade')
  await friend.keyboard.type(', 2 %')
  await expect(card(page, 'Breakfast').getByLabel('Ingredient 3', { exact: true })).toHaveValue('3 L milk, 2 %')
  await expect(card(friend, 'Breakfast').getByLabel('Description')).toHaveValue('Two pans\nin the shade')
  await card(friend, 'Breakfast').getByLabel('Description').press('Home')
  await friend.keyboard.type('Early: ')
  await page.keyboard.type(' of the trees')
  for (const each of [page, friend]) {
    await expect(card(each, 'Breakfast').getByLabel('Description')).toHaveValue(
      'Two pans\nEarly: in the shade of the trees',
    )
    await button(each, 'Done').click()
    await expect(card(each, 'Breakfast')).toContainText('Early: in the shade of the trees')
  }
})

test('a reader by share link gets no fields', async ({ page, signIn, friend, server, createTrip }) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Silent Lake', type: 'car_trip', plan: { meals: oneDay() } })
  const token = randomUUID()
  server.database.prepare('update trips set share_token = ? where id = ?').run(token, id)
  await friend.goto(`/shared/${id}?token=${token}&mode=view`)
  await tab(friend, 'Food & Meals').click()
  await card(friend, 'Breakfast').getByText('40 eggs').click()
  await card(friend, 'Breakfast').getByRole('heading', { name: 'Pancakes' }).click()
  await expect(openFields(friend)).toHaveCount(0)
  await expect(button(friend, /^Edit /)).toHaveCount(0)
})
