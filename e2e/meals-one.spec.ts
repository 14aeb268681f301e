import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { followingAll } from '#domain/food/testing/settings.ts'
import { newLine, newMealDay } from '#domain/plan/meals.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { button, dialog, expectSaved, saveState } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'
import { readPeople } from './stored-plan.ts'

/* Meals on a phone that loses its server. What one person does while it is there: web/features/meals/. */

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const openFields = (page: Page) => page.getByRole('tabpanel', { name: 'Food & Meals' }).locator('input, textarea')

function oneDay() {
  const { meals, snacks } = newMealDay('car_trip', 1)
  const ingredients = ['2 kg flour', '40 eggs', '3 L milk'].map((text) => newLine(randomUUID(), text))
  const breakfast = {
    ...meals.breakfast,
    name: 'Pancakes',
    description: 'Two pans',
    ingredients,
    follows_headcount: false,
  }
  const dinner = { ...meals.dinner, servings: 20, ingredients: [newLine(randomUUID(), '3 kg spaghetti')] }
  return { '1': { meals: { ...meals, breakfast, dinner }, snacks } }
}

test('MEAL-24 on a phone a meal is changed where it is tapped and amounts follow who comes, offline too, and the change is there after a reload', async ({
  openSignedIn,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/net::ERR_|Failed to load resource|could not be|will be sent again|did not reach the server/)
  const phone = await openSignedIn(phoneWithApp)
  const people = [buildParty(...Array.from({ length: 10 }, (_, index) => buildPerson(`Person ${index + 1}`)))]
  const plan = { meals: oneDay(), people, details: buildDetails({ eating: followingAll }) }
  const id = await createTrip(phone, { name: 'Killbear', type: 'car_trip', plan })
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

  // Two people decline.
  await expect(card(phone, 'Dinner').getByRole('listitem')).toHaveText(['1.5 kg spaghetti'])
  await phone.goto(`/trip/${id}/group`)
  for (const name of ['Person 9', 'Person 10']) {
    await phone
      .getByRole('button', { name: new RegExp(`^${name}\\b`) })
      .first()
      .tap()
    await dialog(phone).getByRole('button', { name: 'Edit', exact: true }).tap()
    await dialog(phone).getByRole('radio', { name: 'Not coming' }).check()
    await dialog(phone).getByRole('button', { name: 'Done', exact: true }).tap()
  }
  await phone.goto(`/trip/${id}?tab=meals`)
  await expect(breakfast.getByRole('heading', { name: 'Crêpes' })).toBeVisible()
  await expect(openFields(phone)).toHaveCount(0)
  // Eight others and the owner, who is on the list since the people page was opened.
  await expect(card(phone, 'Dinner')).toContainText(/9\s*people/)
  await expect(card(phone, 'Dinner').getByRole('listitem')).toHaveText(['1.35 kg spaghetti'])
  await server.start()
  await expect(saveState(phone)).not.toHaveText(/waiting|Saving/, { timeout: 60_000 })
  const storedMeal = (type: string) =>
    server.database
      .prepare('select name, ingredients from meal_plans where trip_id = ? and meal_type = ?')
      .get(id, type)
  expect(storedMeal('breakfast')).toEqual({
    name: 'Crêpes',
    ingredients: '["2 kg flour","40 eggs, free range","3 L milk"]',
  })
  expect(storedMeal('lunch')).toMatchObject({ name: 'Soup' })
  const parties = await readPeople(phone, server, id)
  const declined = parties.flatMap(({ persons }) => persons).filter(({ coming }) => coming === 'not_coming')
  expect(declined.map(({ name }) => name)).toEqual(['Person 9', 'Person 10'])
})
