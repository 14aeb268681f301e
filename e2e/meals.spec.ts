import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { button } from './page-parts.ts'
import { shareWithEverybody } from './stored-plan.ts'

/* Two people on their devices. What one of them does: web/app/meals.test.tsx. */

test.use({ isSignedIn: true })

const tab = (page: Page) => page.getByRole('tabpanel', { name: 'Food & Meals' })
const days = (page: Page) => page.getByRole('tablist', { name: 'Days' }).getByRole('tab')
const day = (page: Page, number: number) =>
  days(page).and(page.getByRole('tab', { name: `Day ${number}`, exact: true }))
const card = (page: Page, name: string) => tab(page).getByRole('region', { name, exact: true })
const snacks = (page: Page) => card(page, 'Snacks & beverages')

const openMeals = (page: Page, id: string) => page.goto(`/trip/${id}?tab=meals`)

async function openDay(page: Page, number: number): Promise<void> {
  await day(page, number).click()
  await expect(day(page, number)).toHaveAttribute('aria-selected', 'true')
}

function mealRows(server: TestServer, id: string) {
  const rows = server.database
    .prepare(
      "select * from meal_plans where trip_id = ? order by day_number, instr('breakfast lunch dinner', meal_type)",
    )
    .all(id)
  return rows as {
    day_number: number
    meal_type: string
    name: string
    servings: number
    ingredients: string
    ingredient_ids: string
  }[]
}

const lines = (...texts: string[]) => texts.map((text) => ({ id: randomUUID() as string, text }))
const texts = (name: string) => ({ name, description: `All about ${name}`, prep: '5 minutes', servings: 4 })
const meal = (name: string) => ({ ...texts(name), ingredients: lines('Bread') })
const mealDay = (name: string) => ({
  meals: { breakfast: meal(`${name} eggs`), lunch: meal(`${name} soup`), dinner: meal(`${name} stew`) },
  snacks: lines(`${name} apples`),
})

test('MEAL-25, MEAL-26 two people edit different days, one list and one text at the same time, and all changes are kept', async ({
  page,
  server,
  openContext,
  register,
  signIn,
  createTrip,
}) => {
  const friend = await (await openContext()).newPage()
  await signIn(friend, await register())
  const first = mealDay('First')
  first.meals.lunch.ingredients = lines('Bread', 'Cheese', 'Apples')
  const id = await createTrip(page, {
    name: 'Together',
    type: 'car_trip',
    plan: { meals: { 1: first, 2: mealDay('Second'), 3: mealDay('Third') } },
  })
  shareWithEverybody(server, id)
  for (const one of [page, friend]) {
    await openMeals(one, id)
    await button(one, 'Edit meal plan').click()
  }
  const saveState = (one: Page) => one.getByRole('banner').getByRole('status')

  await test.step('different days', async () => {
    await card(page, 'Breakfast').getByLabel('Name', { exact: true }).fill('Porridge')
    await snacks(page).getByRole('button', { name: 'Add snack', exact: true }).click()
    await page.keyboard.type('Raisins')
    await openDay(friend, 2)
    await card(friend, 'Dinner').getByLabel('Name', { exact: true }).fill('Paella')
    await openDay(friend, 1)
    await card(friend, 'Breakfast').getByLabel('Servings').fill('9')
    await button(friend, 'Remove day 3').click()
  })

  await test.step('one list', async () => {
    await card(page, 'Lunch').getByRole('button', { name: 'Move Apples', exact: true }).press('ArrowUp')
    await expect(card(page, 'Lunch').getByRole('button', { name: 'Move Apples', exact: true })).toBeFocused()
    await card(page, 'Lunch').getByLabel('Ingredient 1').press('Enter')
    await page.keyboard.type('Butter')
    await card(friend, 'Lunch').getByLabel('Ingredient 3').fill('Red apples')
    await card(friend, 'Lunch').getByRole('button', { name: 'Remove Bread' }).click()
    await card(friend, 'Lunch').getByRole('button', { name: 'Add ingredient' }).click()
    await friend.keyboard.type('Pears')
  })

  await button(page, 'Save').click()
  await expect(saveState(page)).toHaveText('Saved')
  expect(mealRows(server, id)[1]?.ingredients).toBe('["Bread","Butter","Apples","Cheese"]')
  // This copy is older than that save.
  await button(friend, 'Save').click()
  await expect(saveState(friend)).toHaveText('Saved')
  await page.reload()
  for (const one of [page, friend]) {
    await expect(days(one)).toHaveText(['Day 1', 'Day 2'])
    await expect(card(one, 'Breakfast').getByRole('heading', { name: 'Porridge' })).toBeVisible()
    await expect(card(one, 'Breakfast').getByText(/^9 ?servings$/)).toBeVisible()
    await expect(card(one, 'Lunch').getByRole('listitem')).toHaveText(['Butter', 'Red apples', 'Pears', 'Cheese'])
    await expect(snacks(one).getByRole('listitem')).toHaveText(['First apples', 'Raisins'])
    await openDay(one, 2)
    await expect(card(one, 'Dinner').getByRole('heading', { name: 'Paella' })).toBeVisible()
  }
  expect(mealRows(server, id).map(({ day_number, name, servings }) => [day_number, name, servings])).toEqual([
    [1, 'Porridge', 9],
    [1, 'First soup', 4],
    [1, 'First stew', 4],
    [2, 'Second eggs', 4],
    [2, 'Second soup', 4],
    [2, 'Paella', 4],
  ])

  await test.step('one meal that both have opened', async () => {
    for (const one of [page, friend]) await openDay(one, 1)
    const breakfast = (one: Page) => card(one, 'Breakfast')
    const description = (one: Page) => breakfast(one).getByLabel('Description')
    await breakfast(page).getByText('All about First eggs').click()
    await breakfast(friend).getByText('Bread', { exact: true }).click()
    await page.keyboard.type('\nin the shade')
    await friend.keyboard.type(', 2 loaves')
    await expect(breakfast(page).getByLabel('Ingredient 1', { exact: true })).toHaveValue('Bread, 2 loaves')
    await expect(description(friend)).toHaveValue('All about First eggs\nin the shade')
    await description(friend).press('Home')
    await friend.keyboard.type('Early: ')
    await page.keyboard.type(' of the trees')
    for (const each of [page, friend]) {
      await expect(description(each)).toHaveValue('All about First eggs\nEarly: in the shade of the trees')
      await button(each, 'Done').click()
      await expect(breakfast(each)).toContainText('Early: in the shade of the trees')
    }
  })
})
