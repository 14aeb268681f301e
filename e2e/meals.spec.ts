import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectOnlyLogged, failNextSave } from './failures.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { openTabWhileLoading } from './held-requests.ts'
import { countSends, outlineOf, waitForSend } from './operations.ts'
import { button } from './page-parts.ts'
import { advanceUntilSaved, markAsSaved, shareWithEverybody, stopClock } from './stored-plan.ts'

test.use({ isSignedIn: true })

const TYPES = ['breakfast', 'lunch', 'dinner'] as const

const tab = (page: Page) => page.getByRole('tabpanel', { name: 'Food & Meals' })
const days = (page: Page) => page.getByRole('tablist', { name: 'Days' }).getByRole('tab')
const day = (page: Page, number: number) =>
  days(page).and(page.getByRole('tab', { name: `Day ${number}`, exact: true }))
const card = (page: Page, name: string) => tab(page).getByRole('region', { name, exact: true })
const snacks = (page: Page) => card(page, 'Snacks & beverages')
const fields = (within: Locator) => within.locator('input, textarea, select, [contenteditable]')

const openMeals = (page: Page, id: string) => page.goto(`/trip/${id}?tab=meals`)

async function openDay(page: Page, number: number): Promise<void> {
  await day(page, number).click()
  await expect(day(page, number)).toHaveAttribute('aria-selected', 'true')
}

/** The cards of the selected day, from top to bottom. */
async function cardsInOrder(page: Page): Promise<string[]> {
  const names = page.getByRole('tabpanel', { name: /^Day / }).locator('section[aria-label]')
  return names.evaluateAll((cards) => cards.map((one) => one.getAttribute('aria-label') ?? ''))
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

function snackRows(server: TestServer, id: string) {
  const rows = server.database.prepare('select * from day_snacks where trip_id = ? order by day_number').all(id)
  return rows as { day_number: number; snacks: string; snack_ids: string }[]
}

const lines = (...texts: string[]) => texts.map((text) => ({ id: randomUUID() as string, text }))
const texts = (name: string) => ({ name, description: `All about ${name}`, prep: '5 minutes', servings: 4 })
const meal = (name: string) => ({ ...texts(name), ingredients: lines('Bread') })
const mealDay = (name: string) => ({
  meals: { breakfast: meal(`${name} eggs`), lunch: meal(`${name} soup`), dinner: meal(`${name} stew`) },
  snacks: lines(`${name} apples`),
})

test('MEAL-6, MEAL-26, MEAL-27, SAVE-5, CALL-DATA-22, CALL-DATA-24..26, CALL-DATA-28, CALL-DATA-29, DATA-14..16, DATA-21..27, VALID-44, VALID-45, CONST-23 Save sends the changes of all days in one request, and the server writes only the rows that differ', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, {
    name: 'Awenda',
    type: 'car_trip',
    plan: { meals: { 1: mealDay('Monday'), 2: mealDay('Tuesday'), 3: mealDay('Wednesday') } },
  })
  const other = await createTrip(page, {
    name: 'Another one',
    type: 'car_trip',
    plan: { meals: { 1: mealDay('Other') } },
  })
  const before = { meals: mealRows(server, id), snacks: snackRows(server, id) }
  const others = { meals: mealRows(server, other), snacks: snackRows(server, other) }
  const saves = countSends(page, 'meals')
  const sent = waitForSend(page, 'meals')
  await openMeals(page, id)
  await expect(card(page, 'Breakfast').getByRole('heading', { name: 'Monday eggs' })).toBeVisible()
  await expect(card(page, 'Breakfast')).toContainText('All about Monday eggs')
  await expect(card(page, 'Breakfast')).toContainText('5 minutes')
  await expect(card(page, 'Breakfast').getByText(/^4 ?servings$/)).toBeVisible()
  await expect(card(page, 'Breakfast').getByRole('listitem')).toHaveText(['Bread'])

  await button(page, 'Edit meal plan').click()
  const breakfast = card(page, 'Breakfast')
  await breakfast.getByLabel('Name', { exact: true }).fill('Crêpes 🥞 <b>sweet</b>')
  await breakfast.getByLabel('Description').fill('Two pans.\nالفطور in the shade.')
  await breakfast.getByLabel('Prep').fill('as long as it takes')
  await expect(breakfast.getByLabel('Servings')).toHaveAttribute('type', 'number')
  await breakfast.getByLabel('Servings').clear()
  await expect(breakfast.getByLabel('Servings')).toHaveValue('')
  await breakfast.getByLabel('Servings').pressSequentially('12')
  await expect(breakfast.getByLabel('Servings')).toHaveValue('12')
  await breakfast.getByLabel('Ingredient 1').fill('Flour')
  await breakfast.getByRole('button', { name: 'Add ingredient', exact: true }).click()
  await page.keyboard.type('Milk')
  await openDay(page, 2)
  await card(page, 'Dinner').getByLabel('Servings').fill('7.9')
  await card(page, 'Lunch').getByRole('button', { name: 'Remove Bread' }).click()
  await snacks(page).getByRole('button', { name: 'Add snack', exact: true }).click()
  await page.keyboard.type('Lemonade')
  expect(await saves()).toBe(0)
  await button(page, 'Save').click()
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Saved')
  await expect(button(page, 'Edit meal plan')).toBeVisible()
  await expect(fields(tab(page))).toHaveCount(0)
  expect(await saves()).toBe(1)
  // Only what the person changed.
  expect(outlineOf(await sent)).toEqual([
    'set 1 meals breakfast name',
    'set 1 meals breakfast description',
    'set 1 meals breakfast prep',
    'set 1 meals breakfast servings',
    'set 1 meals breakfast ingredients * text',
    'insert 1 meals breakfast ingredients *',
    'remove 2 meals lunch ingredients *',
    'set 2 meals dinner servings',
    'insert 2 snacks *',
  ])

  const after = { meals: mealRows(server, id), snacks: snackRows(server, id) }
  // Each list of texts has a list of as many unique ids.
  for (const [listed, ids] of [
    ...after.meals.map((row) => [row.ingredients, row.ingredient_ids]),
    ...after.snacks.map((row) => [row.snacks, row.snack_ids]),
  ]) {
    const known = JSON.parse(ids ?? '') as string[]
    expect(known).toHaveLength(JSON.parse(listed ?? '').length)
    expect(new Set(known).size).toBe(known.length)
  }
  expect(
    after.meals.map(({ ingredient_ids, ...row }) => ({ ...row, ingredients: JSON.parse(row.ingredients) })),
  ).toEqual(
    [1, 2, 3].flatMap((number) =>
      TYPES.map((meal_type) => {
        const name = `${['', 'Monday', 'Tuesday', 'Wednesday'][number]} ${{ breakfast: 'eggs', lunch: 'soup', dinner: 'stew' }[meal_type]}`
        const own = { trip_id: id, day_number: number, meal_type, settings: null }
        const row = { ...own, ...texts(name), ingredients: ['Bread'] }
        if (number === 1 && meal_type === 'breakfast')
          return {
            ...row,
            name: 'Crêpes 🥞 <b>sweet</b>',
            description: 'Two pans.\nالفطور in the shade.',
            prep: 'as long as it takes',
            servings: 12,
            ingredients: ['Flour', 'Milk'],
          }
        if (number === 2 && meal_type === 'dinner') return { ...row, servings: 7 }
        if (number === 2 && meal_type === 'lunch') return { ...row, ingredients: [] }
        return row
      }),
    ),
  )
  expect(after.snacks.map(({ snack_ids, ...row }) => ({ ...row, snacks: JSON.parse(row.snacks) }))).toEqual([
    { trip_id: id, day_number: 1, snacks: ['Monday apples'], settings: null },
    { trip_id: id, day_number: 2, snacks: ['Tuesday apples', 'Lemonade'], settings: null },
    { trip_id: id, day_number: 3, snacks: ['Wednesday apples'], settings: null },
  ])
  const types = server.database
    .prepare('select distinct typeof(servings) as type from meal_plans where trip_id = ?')
    .all(id)
  expect(types).toEqual([{ type: 'integer' }])
  // Nothing else has changed, in the other trip neither.
  expect(after.meals.slice(-3)).toEqual(before.meals.slice(-3))
  expect(after.snacks[0]).toEqual(before.snacks[0])
  expect({ meals: mealRows(server, other), snacks: snackRows(server, other) }).toEqual(others)

  await page.reload()
  await expect(card(page, 'Breakfast').getByRole('heading', { name: 'Crêpes 🥞 <b>sweet</b>' })).toBeVisible()
  await expect(card(page, 'Breakfast').getByRole('listitem')).toHaveText(['Flour', 'Milk'])
  await openDay(page, 2)
  await expect(snacks(page).getByRole('listitem')).toHaveText(['Tuesday apples', 'Lemonade'])
})

test('DATA-17..20, CALL-DATA-22, CALL-DATA-23, CALL-DATA-26, CALL-DATA-27, ERR-28, ERR-31 shows stored rows ordered by day; rows that cannot be read say so', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Rows', type: 'car_trip' })
  const insertMeal = server.database.prepare(
    "insert into meal_plans (trip_id, day_number, meal_type, name, description, prep, servings, ingredients) values (?, ?, ?, ?, '', '', 6, ?)",
  )
  const insertSnacks = server.database.prepare('insert into day_snacks (trip_id, day_number, snacks) values (?, ?, ?)')
  // Days and meals are inserted in another order than they are shown.
  for (const number of [12, 3, 1]) {
    for (const type of TYPES.toReversed())
      insertMeal.run(id, number, type, `${type} of ${number}`, `["first of ${number}","second"]`)
    insertSnacks.run(id, number, `["figs of ${number}","tea"]`)
  }
  markAsSaved(server, id, 'meals')
  server.database.prepare("update meal_plans set ingredients = '[' where trip_id = ? and day_number = 12").run(id)

  await openMeals(page, id)
  const alert = tab(page).getByRole('alert')
  await expect(alert).toContainText('Error: Failed to load meal plans')
  await expect(alert).toContainText(/make sure the backend is connected/i)
  await expect(alert).toContainText(/refresh the page/i)
  await expect(days(page)).toHaveCount(0)
  await expect(button(page, 'Edit meal plan')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'Trip Details & Travel Info' })).toBeVisible()

  server.database
    .prepare('update meal_plans set ingredients = \'["last"]\' where trip_id = ? and day_number = 12')
    .run(id)
  await openMeals(page, id)
  await expect(days(page)).toHaveText(['Day 1', 'Day 3', 'Day 12'])
  for (const number of [1, 3, 12]) {
    await openDay(page, number)
    const meals = (await cardsInOrder(page)).filter((name) => name !== 'Snacks & beverages')
    expect(meals).toEqual(['Breakfast', 'Lunch', 'Dinner'])
    for (const type of TYPES)
      await expect(tab(page).getByRole('heading', { name: `${type} of ${number}`, exact: true })).toBeVisible()
    await expect(card(page, 'Dinner').getByRole('heading', { name: `dinner of ${number}` })).toBeVisible()
    await expect(card(page, 'Dinner').getByRole('listitem')).toHaveText(
      number === 12 ? ['last'] : [`first of ${number}`, 'second'],
    )
    await expect(snacks(page).getByRole('listitem')).toHaveText([`figs of ${number}`, 'tea'])
  }
})

test('MEAL-22 shows that the plan is loading', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Patience', type: 'car_trip' })
  const release = await openTabWhileLoading(page, { id, name: 'Patience' }, 'Food & Meals')
  await expect(tab(page).getByText('Loading meal plans...')).toBeVisible()
  await expect(tab(page).getByRole('heading', { name: 'Meal Plan' })).toHaveCount(0)
  release()
  await expect(tab(page).getByRole('heading', { name: 'Meal Plan', exact: true })).toBeVisible()
  await expect(page.getByText('Loading meal plans...')).toHaveCount(0)
})

test('ERR-16, ERR-54 a failed save is only logged, stays on the screen and is retried', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|Failed to save meal plans/)
  await page.clock.install()
  const id = await createTrip(page, { name: 'Bad luck', type: 'car_trip', plan: { meals: { 1: mealDay('Old') } } })
  await openMeals(page, id)
  await failNextSave(page, 'meals')
  await button(page, 'Edit meal plan').click()
  await card(page, 'Dinner').getByLabel('Name', { exact: true }).fill('Chowder')
  await stopClock(page)
  await expectOnlyLogged(page, 'Failed to save meal plans', async () => {
    await button(page, 'Save').click()
    await page.clock.runFor(0)
  })
  await expect(card(page, 'Dinner').getByRole('heading', { name: 'Chowder' })).toBeVisible()
  await advanceUntilSaved(page)
  expect(mealRows(server, id).map(({ name }) => name)).toEqual(['Old eggs', 'Old soup', 'Chowder'])
})

test('MEAL-25, MEAL-26 two people edit different days at the same time, and both changes are kept', async ({
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
    plan: { meals: { 1: mealDay('First'), 2: mealDay('Second'), 3: mealDay('Third') } },
  })
  shareWithEverybody(server, id)
  for (const one of [page, friend]) {
    await openMeals(one, id)
    await button(one, 'Edit meal plan').click()
  }
  await card(page, 'Breakfast').getByLabel('Name', { exact: true }).fill('Porridge')
  await snacks(page).getByRole('button', { name: 'Add snack', exact: true }).click()
  await page.keyboard.type('Raisins')
  await openDay(friend, 2)
  await card(friend, 'Dinner').getByLabel('Name', { exact: true }).fill('Paella')
  await openDay(friend, 1)
  await card(friend, 'Breakfast').getByLabel('Servings').fill('9')
  await button(friend, 'Remove day 3').click()

  await button(page, 'Save').click()
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Saved')
  // This copy is older than that save.
  await button(friend, 'Save').click()
  await expect(friend.getByRole('banner').getByRole('status')).toHaveText('Saved')
  await page.reload()
  for (const one of [page, friend]) {
    await expect(days(one)).toHaveText(['Day 1', 'Day 2'])
    await expect(card(one, 'Breakfast').getByRole('heading', { name: 'Porridge' })).toBeVisible()
    await expect(card(one, 'Breakfast').getByText(/^9 ?servings$/)).toBeVisible()
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
})

test('MEAL-26 two people who edit one list keep both changes', async ({ page, friend, server, createTrip }) => {
  const one = mealDay('First')
  one.meals.lunch.ingredients = lines('Bread', 'Cheese', 'Apples')
  const id = await createTrip(page, { name: 'Silent Lake', type: 'car_trip', plan: { meals: { 1: one } } })
  shareWithEverybody(server, id)
  for (const each of [page, friend]) {
    await openMeals(each, id)
    await button(each, 'Edit meal plan').click()
  }

  await card(page, 'Lunch').getByRole('button', { name: 'Move Apples', exact: true }).press('ArrowUp')
  await expect(card(page, 'Lunch').getByRole('button', { name: 'Move Apples', exact: true })).toBeFocused()
  await card(page, 'Lunch').getByLabel('Ingredient 1').press('Enter')
  await page.keyboard.type('Butter')
  await card(friend, 'Lunch').getByLabel('Ingredient 3').fill('Red apples')
  await card(friend, 'Lunch').getByRole('button', { name: 'Remove Bread' }).click()
  await card(friend, 'Lunch').getByRole('button', { name: 'Add ingredient' }).click()
  await friend.keyboard.type('Pears')

  await button(page, 'Save').click()
  await expect.poll(() => mealRows(server, id)[1]?.ingredients).toBe('["Bread","Butter","Apples","Cheese"]')
  await button(friend, 'Save').click()
  for (const each of [page, friend])
    await expect(card(each, 'Lunch').getByRole('listitem')).toHaveText(['Butter', 'Red apples', 'Pears', 'Cheese'])
})

test('MEAL-28 on a phone Add Day is in view, however many days there are', async ({ page, createTrip }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openMeals(page, await createTrip(page, { name: 'Many days', type: 'car_trip' }))
  await expect(button(page, 'Add Day')).toBeInViewport({ ratio: 1 })
  await button(page, 'Edit meal plan').click()
  await button(page, 'Add Day').click()
  await expect(button(page, 'Add Day')).toBeInViewport({ ratio: 1 })
  await expect(button(page, 'Remove day 5')).toBeInViewport({ ratio: 1 })
})

test('MEAL-23 a plan without days is accessible', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'No nights', type: 'car_trip', plan: { meals: {} } })
  await openMeals(page, id)
  await expect(page.getByText('No meal plan found for this day.')).toBeVisible()
  await expectNoAxeFindings(page)
})
