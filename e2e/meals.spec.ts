import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectOnlyLogged, failNextSave } from './failures.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { openTabWhileLoading } from './held-requests.ts'
import { countSends, outlineOf, waitForSend } from './operations.ts'
import { button } from './page-parts.ts'
import { paste } from './paste.ts'
import { advanceUntilSaved, markAsSaved, setDates, shareWithEverybody, stopClock, storeSection } from './stored-plan.ts'

test.use({ isSignedIn: true })

const TYPES = ['breakfast', 'lunch', 'dinner'] as const
const CARDS = ['Breakfast', 'Lunch', 'Dinner'] as const

const tab = (page: Page) => page.getByRole('tabpanel', { name: 'Food & Meals' })
const days = (page: Page) => page.getByRole('tablist', { name: 'Days' }).getByRole('tab')
const day = (page: Page, number: number) =>
  days(page).and(page.getByRole('tab', { name: `Day ${number}`, exact: true }))
const card = (page: Page, name: string) => tab(page).getByRole('region', { name, exact: true })
const snacks = (page: Page) => card(page, 'Snacks & beverages')
const removeDay = (page: Page) => page.getByRole('button', { name: /^Remove day \d+$/ })
const fields = (within: Locator) => within.locator('input, textarea, select, [contenteditable]')
const tips = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

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

test('MEAL-1, MEAL-3..14, MEAL-16, MEAL-18..20, MEAL-24, TMPL-26, TMPL-27, CONST-18 a road trip starts with four days in read mode, which the pencil makes editable', async ({
  page,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Arrowhead', type: 'car_trip' })
  await openMeals(page, id)
  await expect(tab(page).getByRole('heading', { name: 'Meal Plan', exact: true })).toBeVisible()
  await expect(days(page)).toHaveText(['Day 1', 'Day 2', 'Day 3', 'Day 4'])
  await expect(button(page, 'Add Day')).toBeVisible()
  await expect(button(page, 'Save')).toHaveCount(0)
  await expect(button(page, 'Cancel')).toHaveCount(0)
  await expect(removeDay(page)).toHaveCount(0)
  for (const number of [1, 2, 3, 4]) {
    await openDay(page, number)
    const snacksFirst = number === 2 || number === 3
    const expected = snacksFirst
      ? ['Breakfast', 'Lunch', 'Snacks & beverages', 'Dinner']
      : ['Breakfast', 'Lunch', 'Dinner', 'Snacks & beverages']
    expect(await cardsInOrder(page)).toEqual(expected)
    for (const name of CARDS) {
      await expect(card(page, name)).toBeVisible()
      await expect(card(page, name).getByText(/^\d+ ?servings$/)).toHaveText(/^30 ?servings$/)
      await expect(card(page, name).getByRole('listitem')).not.toHaveCount(0)
    }
    await expect(snacks(page)).toBeVisible()
    await expect(snacks(page).getByRole('listitem')).not.toHaveCount(0)
  }
  await expect(fields(tab(page))).toHaveCount(0)
  const panel = tips(page, 'Camping Cooking Tips')
  await expect(panel.getByRole('heading', { name: 'Before You Go' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'At the Campsite' })).toBeVisible()
  const advice = await panel.innerText()

  await button(page, 'Edit meal plan').click()
  await expect(button(page, 'Save')).toBeVisible()
  await expect(button(page, 'Cancel')).toBeVisible()
  await expect(removeDay(page)).toHaveCount(4)
  for (const name of CARDS) await expect(card(page, name).getByLabel('Name', { exact: true })).toBeEditable()
  await expect(snacks(page).getByLabel('Snack 1', { exact: true })).toBeEditable()
  expect(await panel.innerText()).toBe(advice)
  await expect(fields(panel)).toHaveCount(0)
  await openDay(page, 2)
  expect(await cardsInOrder(page)).toEqual(['Breakfast', 'Lunch', 'Snacks & beverages', 'Dinner'])
  await expectNoAxeFindings(page)
})

test('MEAL-2, MEAL-17, MEAL-19, MEAL-21, TMPL-9, TMPL-41, CONST-16 an air trip starts at the airport with meals for two', async ({
  page,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Lisbon', type: 'air_travel' })
  await openMeals(page, id)
  await expect(tab(page).getByRole('heading', { name: 'Travel Meal Plan', exact: true })).toBeVisible()
  const panel = tips(page, 'Travel Food Tips')
  await expect(panel.getByRole('heading', { name: 'Before You Go' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'While Traveling' })).toBeVisible()
  await expect(days(page)).toHaveText(['Day 1'])
  await expect(card(page, 'Breakfast').getByRole('heading', { name: 'Airport Breakfast' })).toBeVisible()
  await expect(tab(page).getByText(/airport/i)).toHaveCount(1)

  await button(page, 'Add Day').click()
  await expect(day(page, 2)).toHaveAttribute('aria-selected', 'true')
  for (const name of CARDS) await expect(card(page, name).getByLabel('Servings')).toHaveValue('2')
})

test('MEAL-28, MEAL-29, MEAL-31..33, TMPL-1..8, TMPL-10..13, CONST-15, DATA-18 days are added after the highest, and the first day is shown if the selected one is removed', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Grundy Lake', type: 'car_trip' })
  const saves = countSends(page, 'meals')
  await openMeals(page, id)
  await openDay(page, 3)
  await button(page, 'Edit meal plan').click()
  await button(page, 'Remove day 3').click()
  await expect(days(page)).toHaveText(['Day 1', 'Day 2', 'Day 4'])
  await expect(day(page, 1)).toHaveAttribute('aria-selected', 'true')
  expect(await saves()).toBe(0)
  await button(page, 'Save').click()
  await expect(days(page)).toHaveText(['Day 1', 'Day 2', 'Day 4'])
  await expect.poll(() => snackRows(server, id).map((row) => row.day_number)).toEqual([1, 2, 4])
  const stored = { meals: mealRows(server, id), snacks: snackRows(server, id) }

  await expect(removeDay(page)).toHaveCount(0)
  await button(page, 'Add Day').click()
  await expect(days(page)).toHaveText(['Day 1', 'Day 2', 'Day 4', 'Day 5'])
  await expect(day(page, 5)).toHaveAttribute('aria-selected', 'true')
  await expect(button(page, 'Save')).toBeVisible()
  for (const [name, prep] of [
    ['Breakfast', '30 minutes'],
    ['Lunch', '45 minutes'],
    ['Dinner', '1 hour'],
  ] as const) {
    const one = card(page, name)
    await expect(one.getByLabel('Name', { exact: true })).toHaveValue(`New ${name}`)
    await expect(one.getByLabel('Description')).toHaveValue('Add description')
    await expect(one.getByLabel('Prep')).toHaveValue(prep)
    await expect(one.getByLabel('Servings')).toHaveValue('30')
    await expect(one.getByLabel(/^Ingredient \d+$/)).toHaveCount(1)
    await expect(one.getByLabel('Ingredient 1')).toHaveValue('Add ingredients')
  }
  await expect(snacks(page).getByLabel(/^Snack \d+$/)).toHaveCount(1)
  await expect(snacks(page).getByLabel('Snack 1')).toHaveValue('Add snacks')

  await card(page, 'Lunch').getByRole('button', { name: 'Add ingredient', exact: true }).click()
  const added = card(page, 'Lunch').getByLabel('Ingredient 2')
  await expect(added).toHaveValue('New food item')
  await expect(added).toBeFocused()
  await page.keyboard.type('Rye bread')
  await expect(added).toHaveValue('Rye bread')
  await page.keyboard.press('Enter')
  await expect(card(page, 'Lunch').getByLabel('Ingredient 3')).toBeFocused()
  await expect(card(page, 'Lunch').getByLabel('Ingredient 3')).toHaveValue('New food item')
  await snacks(page).getByRole('button', { name: 'Add snack', exact: true }).click()
  await expect(snacks(page).getByLabel('Snack 2')).toHaveValue('New snack')

  await button(page, 'Cancel').click()
  await expect(days(page)).toHaveText(['Day 1', 'Day 2', 'Day 4'])
  await expect(day(page, 1)).toHaveAttribute('aria-selected', 'true')
  await expect(button(page, 'Edit meal plan')).toBeVisible()
  expect(await saves()).toBe(1)
  expect({ meals: mealRows(server, id), snacks: snackRows(server, id) }).toEqual(stored)
})

test('MEAL-6, MEAL-26, MEAL-27, SAVE-5, CALL-DATA-22, CALL-DATA-24..26, CALL-DATA-28, CALL-DATA-29, DATA-14..16, DATA-21..27, VALID-44, VALID-45, CONST-23 Save sends the changes of all days in one request, and the server writes only the rows that differ', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Awenda', type: 'car_trip' })
  const other = await createTrip(page, { name: 'Another one', type: 'car_trip' })
  await storeSection(page, server, id, 'meals', {
    1: mealDay('Monday'),
    2: mealDay('Tuesday'),
    3: mealDay('Wednesday'),
  })
  await storeSection(page, server, other, 'meals', { 1: mealDay('Other') })
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

test('MEAL-5, MEAL-7, MEAL-24, MEAL-25, MEAL-28 the pencil opens a working copy, and Cancel discards it', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Bon Echo', type: 'car_trip' })
  await storeSection(page, server, id, 'meals', { 1: mealDay('First'), 2: mealDay('Second') })
  const stored = { meals: mealRows(server, id), snacks: snackRows(server, id) }
  const saves = countSends(page, 'meals')
  await openMeals(page, id)
  await expect(card(page, 'Lunch').getByRole('heading', { name: 'First soup' })).toBeVisible()
  await expect(fields(tab(page))).toHaveCount(0)
  await button(page, 'Edit meal plan').click()
  await card(page, 'Lunch').getByLabel('Name', { exact: true }).fill('Thrown away')
  await snacks(page).getByLabel('Snack 1').fill('Thrown away too')
  await button(page, 'Remove day 2').click()
  await button(page, 'Cancel').click()
  await expect(fields(tab(page))).toHaveCount(0)
  await expect(days(page)).toHaveText(['Day 1', 'Day 2'])
  await expect(card(page, 'Lunch').getByRole('heading', { name: 'First soup' })).toBeVisible()
  await expect(snacks(page).getByRole('listitem')).toHaveText(['First apples'])
  // The next copy starts from the stored values. Saving it unchanged sends no request.
  await button(page, 'Edit meal plan').click()
  await expect(card(page, 'Lunch').getByLabel('Name', { exact: true })).toHaveValue('First soup')
  await button(page, 'Save').click()
  await expect(fields(tab(page))).toHaveCount(0)
  await page.reload()
  await expect(card(page, 'Lunch').getByRole('heading', { name: 'First soup' })).toBeVisible()
  expect(await saves()).toBe(0)
  expect({ meals: mealRows(server, id), snacks: snackRows(server, id) }).toEqual(stored)
})

test('MEAL-15, MEAL-23, MEAL-30, VALID-46 the last day cannot be removed, and an empty plan starts with day 1', async ({
  page,
  server,
  createTrip,
}) => {
  const single = await createTrip(page, { name: 'One night', type: 'car_trip' })
  await storeSection(page, server, single, 'meals', { 2: mealDay('Second'), 3: mealDay('Third') })
  await openMeals(page, single)
  await button(page, 'Edit meal plan').click()
  await expect(removeDay(page)).toHaveCount(2)
  await button(page, 'Remove day 2').click()
  await expect(days(page)).toHaveText(['Day 3'])
  await expect(day(page, 3)).toHaveAttribute('aria-selected', 'true')
  await expect(card(page, 'Lunch').getByLabel('Name', { exact: true })).toHaveValue('Third soup')
  await expect(removeDay(page)).toHaveCount(0)
  await button(page, 'Cancel').click()
  await expect(days(page)).toHaveText(['Day 2', 'Day 3'])

  const empty = await createTrip(page, { name: 'No nights', type: 'car_trip' })
  await storeSection(page, server, empty, 'meals', {})
  await openMeals(page, empty)
  await expect(page.getByText('No meal plan found for this day.')).toBeVisible()
  await expect(days(page)).toHaveCount(0)
  await expectNoAxeFindings(page)
  await button(page, 'Add Day').click()
  await expect(days(page)).toHaveText(['Day 1'])
  await expect(page.getByText('No meal plan found for this day.')).toHaveCount(0)
  await expect(card(page, 'Breakfast').getByLabel('Name', { exact: true })).toHaveValue('New Breakfast')
  await expect(removeDay(page)).toHaveCount(0)
  await button(page, 'Save').click()
  await expect
    .poll(() => mealRows(server, empty).map((row) => [row.day_number, row.name]))
    .toEqual([
      [1, 'New Breakfast'],
      [1, 'New Lunch'],
      [1, 'New Dinner'],
    ])
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
  const id = await createTrip(page, { name: 'Bad luck', type: 'car_trip' })
  await storeSection(page, server, id, 'meals', { 1: mealDay('Old') })
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
  const id = await createTrip(page, { name: 'Together', type: 'car_trip' })
  await storeSection(page, server, id, 'meals', { 1: mealDay('First'), 2: mealDay('Second'), 3: mealDay('Third') })
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

test('MEAL-26 ingredients and snacks can be reordered, and two people who edit one list keep both changes', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Silent Lake', type: 'car_trip' })
  const one = mealDay('First')
  one.meals.lunch.ingredients = lines('Bread', 'Cheese', 'Apples')
  await storeSection(page, server, id, 'meals', { 1: one })
  shareWithEverybody(server, id)
  for (const each of [page, friend]) {
    await openMeals(each, id)
    await button(each, 'Edit meal plan').click()
  }
  const shown = (each: Page) =>
    card(each, 'Lunch')
      .getByLabel(/^Ingredient \d+$/)
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

  await card(page, 'Lunch').getByRole('button', { name: 'Move Apples', exact: true }).press('ArrowUp')
  await expect.poll(() => shown(page)).toEqual(['Bread', 'Apples', 'Cheese'])
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

test('VALID-44, VALID-45 servings below 0 show an error at the field and are not stored', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Less than none', type: 'car_trip' })
  await openMeals(page, id)
  await button(page, 'Edit meal plan').click()
  const servings = card(page, 'Breakfast').getByLabel('Servings')
  await servings.fill('12')
  await servings.fill('-3')
  await expect(servings).toHaveValue('-3')
  await expect(servings).toHaveAccessibleDescription('Servings can’t be below 0')
  await button(page, 'Save').click()
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Saved')
  const stored = mealRows(server, id).find(({ day_number, meal_type }) => day_number === 1 && meal_type === 'breakfast')
  expect(stored?.servings).toBe(12)
})

test('MEAL-25, MEAL-26 pasting several lines adds several ingredients or snacks', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Pasted', type: 'car_trip' })
  await openMeals(page, id)
  await button(page, 'Edit meal plan').click()
  const breakfast = card(page, 'Breakfast')
  await breakfast.getByRole('button', { name: 'Add ingredient', exact: true }).click()
  const added = breakfast.locator('textarea:focus')
  await paste(added, '1. Flour\t2 kg\n2. Milk\n3. Eggs')
  await expect(added).toHaveValue('Eggs')
  await button(page, 'Save').click()
  await expect(breakfast.getByRole('listitem').filter({ hasText: /^(Flour|Milk|Eggs)/ })).toHaveText([
    /Flour/,
    'Milk',
    'Eggs',
  ])
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Saved')
  const stored = mealRows(server, id).find(({ day_number, meal_type }) => day_number === 1 && meal_type === 'breakfast')
  expect(JSON.parse(String(stored?.ingredients)).slice(-3)).toEqual(['Flour 2 kg', 'Milk', 'Eggs'])
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

for (const width of [320, 360, 390]) {
  test(`MEAL-14 at ${width} px each day can be removed without scrolling sideways`, async ({
    page,
    server,
    signIn,
    createTrip,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page)
    const id = await createTrip(page, { name: 'In reach', type: 'car_trip' })
    // The day tabs show dates; the last day is after the return.
    await setDates(page, server, id, '2031-06-25', '2031-06-28')
    await openMeals(page, id)
    await button(page, 'Edit meal plan').click()
    await button(page, 'Add Day').click()
    await expect(removeDay(page)).toHaveCount(5)
    await expect(days(page).nth(4)).toContainText('after your return')
    for (const number of [1, 2, 3, 4, 5]) {
      const remove = button(page, `Remove day ${number}`)
      await expect(remove).toBeInViewport({ ratio: 1 })
      const [over, sign] = await Promise.all([
        remove.boundingBox(),
        days(page)
          .nth(number - 1)
          .boundingBox(),
      ])
      // At the end of its own day's tab.
      expect(over?.y).toBeGreaterThanOrEqual(sign?.y ?? 0)
      expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual((sign?.y ?? 0) + (sign?.height ?? 0) + 0.5)
      expect((over?.x ?? 0) + (over?.width ?? 0)).toBeCloseTo((sign?.x ?? 0) + (sign?.width ?? 0), 0)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await button(page, 'Remove day 4').click()
    await expect(days(page)).toHaveCount(4)
  })
}

for (const isEditing of [false, true]) {
  test(`on a desktop meals are side by side without gaps and keep their order, in ${isEditing ? 'edit' : 'read'} mode`, async ({
    page,
    createTrip,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openMeals(page, await createTrip(page, { name: 'No holes', type: 'car_trip' }))
    await expect(snacks(page)).toBeVisible()
    if (isEditing) await button(page, 'Edit meal plan').click()
    const afterLunch = ['Breakfast', 'Lunch', 'Snacks & beverages', 'Dinner']
    for (const [number, order] of [
      [1, [...CARDS, 'Snacks & beverages']],
      [2, afterLunch],
      [3, afterLunch],
      [4, [...CARDS, 'Snacks & beverages']],
    ] as const) {
      await openDay(page, number)
      const cards = await tab(page)
        .getByRole('region')
        .evaluateAll((all) =>
          all.map((region) => {
            const { top, bottom, left, right, width } = region.getBoundingClientRect()
            return { name: region.getAttribute('aria-label'), top, bottom, left, right, width }
          }),
        )
      const meals = cards.filter(({ name }) => order.some((known) => known === name))
      expect(meals.map(({ name }) => name)).toEqual(order)
      const [first] = meals
      for (const [i, { name, top, left, width }] of meals.entries()) {
        expect(width).toBeCloseTo(first?.width ?? 0, 0)
        const previous = meals[i - 1]
        if (!previous) continue
        // Snacks are below the meal that they follow; each meal has a column.
        const isBelow = name === 'Snacks & beverages'
        expect(top - (isBelow ? previous.bottom : (first?.top ?? 0))).toBeCloseTo(isBelow ? 16 : 0, 0)
        expect(left - (isBelow ? previous.left : previous.right)).toBeCloseTo(isBelow ? 0 : 16, 0)
      }
      expect(Math.max(...meals.map(({ bottom }) => bottom)) - (meals[0]?.bottom ?? 0)).toBeCloseTo(0, 0)
    }
  })
}
