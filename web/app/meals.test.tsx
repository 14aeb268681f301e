import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { followingAll } from '#domain/food/testing/settings.ts'
import { type MealDay, mealDefaults, newLine } from '#domain/plan/meals.ts'
import type { Party, Person } from '#domain/plan/people.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildDinner } from '#domain/testing/meals.ts'
import { allergensOf, buildParty, buildPerson, dietsOf } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, type PlanValues, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, expectTexts, pressOn, type } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { share } from './testing/share.ts'

/* Meals on the page of their trip, with the people, the shopping list and the readers of its link. */

const tab = page.getByRole('tabpanel', { name: 'Food & Meals' })
const days = page.getByRole('tablist', { name: 'Days' }).getByRole('tab')
const day = (number: number) =>
  page.getByRole('tablist', { name: 'Days' }).getByRole('tab', { name: `Day ${number}`, exact: true })
const card = (name: string) => page.getByRole('region', { name, exact: true })
const snacks = card('Snacks & beverages')
const dinner = card('Dinner')
const saveState = page.getByRole('banner').getByRole('status')
const field = (within: Locator, label: string) => within.getByLabelText(label, { exact: true })
const vegetarian = { diets: dietsOf('vegetarian') }

function listOf(...changes: Partial<Person>[]): Party[] {
  const persons = changes.map((change, index) => buildPerson(`Person ${index + 1}`, change))
  return [buildParty(...persons)]
}

const lines = (...texts: string[]) => texts.map((text) => newLine(newId(), text))
const texts = (name: string) => ({ name, description: `All about ${name}`, prep: '5 minutes', servings: 4 })
const meal = (name: string) => ({ ...mealDefaults, ...texts(name), ingredients: lines('Bread') })
const mealDay = (name: string): MealDay => ({
  meals: { breakfast: meal(`${name} eggs`), lunch: meal(`${name} soup`), dinner: meal(`${name} stew`) },
  snacks: lines(`${name} apples`),
})

async function openMeals(values: PlanValues): Promise<OpenedTrip> {
  const opened = await openTrip({ values })
  responses.set(`/api/trips/${opened.trip.id}/people`, async () => access(planner(ROBIN, 'owner')))
  showApp(`/trip/${opened.trip.id}?tab=meals`)
  await expect.element(tab).toBeVisible()
  return opened
}

test('MEAL-6, MEAL-26, MEAL-27, SAVE-5, CALL-DATA-24, CALL-DATA-25, CALL-DATA-28, CALL-DATA-29, DATA-21..27, VALID-44, VALID-45, CONST-23 Save sends the changes of all days in one request, and only what the person changed', async () => {
  const meals = { 1: mealDay('Monday'), 2: mealDay('Tuesday'), 3: mealDay('Wednesday') }
  const opened = await openMeals({ meals })
  const breakfast = card('Breakfast')
  await expect.element(breakfast.getByRole('heading', { name: 'Monday eggs' })).toBeVisible()
  await expectText(breakfast, 'All about Monday eggs')
  await expectText(breakfast, '5 minutes')
  await expect.element(breakfast.getByText(/^4 ?servings$/)).toBeVisible()
  await expectTexts(breakfast.getByRole('listitem'), ['Bread'])

  await button('Edit meal plan').click()
  await field(breakfast, 'Name').fill('Crêpes 🥞 <b>sweet</b>')
  await breakfast.getByLabelText('Description').fill('Two pans.\nالفطور in the shade.')
  await breakfast.getByLabelText('Prep').fill('as long as it takes')
  const servings = breakfast.getByLabelText('Servings')
  await expect.element(servings).toHaveAttribute('type', 'number')
  await servings.clear()
  await expect.element(servings).toHaveValue(null)
  await servings.click()
  await type('12')
  await expect.element(servings).toHaveValue(12)
  await breakfast.getByLabelText('Ingredient 1').fill('Flour')
  await breakfast.getByRole('button', { name: 'Add ingredient', exact: true }).click()
  await type('Milk')
  await day(2).click()
  await card('Dinner').getByLabelText('Servings').fill('7.9')
  await card('Lunch').getByRole('button', { name: 'Remove Bread' }).click()
  await snacks.getByRole('button', { name: 'Add snack', exact: true }).click()
  await type('Lemonade')
  expect(opened.sent('meals')).toEqual([])
  await button('Save').click()
  await expectText(saveState, 'Saved')
  await expect.element(button('Edit meal plan')).toBeVisible()
  expect(tab.element().querySelectorAll('input, textarea, select, [contenteditable]')).toHaveLength(0)
  expect(opened.sent('meals')).toEqual([
    [
      'set 1 meals breakfast name',
      'set 1 meals breakfast description',
      'set 1 meals breakfast prep',
      'set 1 meals breakfast servings',
      'set 1 meals breakfast ingredients * text',
      'insert 1 meals breakfast ingredients *',
      'remove 2 meals lunch ingredients *',
      'set 2 meals dinner servings',
      'insert 2 snacks *',
    ],
  ])
  const stored = opened.stored('meals')
  const crepes = {
    name: 'Crêpes 🥞 <b>sweet</b>',
    description: 'Two pans.\nالفطور in the shade.',
    prep: 'as long as it takes',
    servings: 12,
  }
  expect(stored[1]?.meals.breakfast).toMatchObject(crepes)
  const linesOf = (list: readonly { text: string }[] = []) => list.map(({ text }) => text)
  expect(linesOf(stored[1]?.meals.breakfast.ingredients)).toEqual(['Flour', 'Milk'])
  expect(stored[2]?.meals.dinner.servings).toBe(7)
  expect(stored[2]?.meals.lunch.ingredients).toEqual([])
  expect(linesOf(stored[2]?.snacks)).toEqual(['Tuesday apples', 'Lemonade'])
  // Nothing else has changed.
  expect(stored[3]).toEqual(meals[3])
  expect({ ...stored[1]?.meals, breakfast: meals[1].meals.breakfast }).toEqual(meals[1].meals)

  await opened.forget()
  showApp(`/trip/${opened.trip.id}?tab=meals`)
  await expect.element(breakfast.getByRole('heading', { name: 'Crêpes 🥞 <b>sweet</b>' })).toBeVisible()
  await expectTexts(breakfast.getByRole('listitem'), ['Flour', 'Milk'])
  await day(2).click()
  await expectTexts(snacks.getByRole('listitem'), ['Tuesday apples', 'Lemonade'])
})

test('DATA-17..20, CALL-DATA-22, CALL-DATA-23, CALL-DATA-26, CALL-DATA-27 days are shown by number, with their meals in order', async () => {
  const numbered = (number: number): MealDay => {
    const one = (name: string) => ({ ...meal(name), ingredients: lines(`first of ${number}`, 'second') })
    return {
      meals: {
        dinner: one(`dinner of ${number}`),
        lunch: one(`lunch of ${number}`),
        breakfast: one(`breakfast of ${number}`),
      },
      snacks: lines(`figs of ${number}`, 'tea'),
    }
  }
  await openMeals({ meals: { 12: numbered(12), 3: numbered(3), 1: numbered(1) } })
  await expectTexts(days, ['Day 1', 'Day 3', 'Day 12'])
  for (const number of [1, 3, 12]) {
    await day(number).click()
    await expect.element(day(number)).toHaveAttribute('aria-selected', 'true')
    const cards = page.getByRole('tabpanel', { name: /^Day / }).element().querySelectorAll('section[aria-label]')
    const names = [...cards]
      .map((one) => one.getAttribute('aria-label'))
      .filter((name) => name !== 'Snacks & beverages')
    expect(names).toEqual(['Breakfast', 'Lunch', 'Dinner'])
    for (const name of ['breakfast', 'lunch', 'dinner'])
      await expect.element(tab.getByRole('heading', { name: `${name} of ${number}`, exact: true })).toBeVisible()
    await expectTexts(dinner.getByRole('listitem'), [`first of ${number}`, 'second'])
    await expectTexts(snacks.getByRole('listitem'), [`figs of ${number}`, 'tea'])
  }
})

test('MEAL-28 on a phone Add Day is in view, however many days there are', async () => {
  await page.viewport(390, 844)
  await openMeals({})
  const expectInView = (name: string) => expect.element(button(name)).toBeInViewport({ ratio: 1 - 1e-6 })
  await expectInView('Add Day')
  await button('Edit meal plan').click()
  await button('Add Day').click()
  await expectInView('Add Day')
  await expectInView('Remove day 5')
})

test('MEAL-23 a plan without days is accessible', async () => {
  await openMeals({ meals: {} })
  await expect.element(page.getByText('No meal plan found for this day.')).toBeVisible()
  await expectNoAxeFindings()
})

test('MEAL-24 on a phone, amounts follow who comes, and lines are corrected', async () => {
  await page.viewport(390, 844)
  const people = listOf(...Array.from({ length: 8 }, () => ({})), vegetarian, vegetarian)
  const opened = await openMeals({ people, meals: buildDinner(20, '2 kg pasta', '1 kg hummus', '3 handfuls of luck') })
  const rows = dinner.getByRole('listitem')
  // Nothing is scaled until somebody says so.
  await expectText(rows.first(), /^2 kg pasta$/)
  await button('Adjust to 10').click()
  await expectText(dinner, /10\s*people/)
  await expect.element(dinner).not.toHaveTextContent('servings')
  await expectText(rows.first(), /^1 kg pasta$/)
  await dinner.getByRole('button', { name: 'See the recipe for 20' }).click()
  await expectText(rows.first(), /^2 kg pasta$/)
  await dinner.getByRole('button', { name: 'See the amounts for 10' }).click()

  await button('Edit meal plan').click()
  await dinner.getByRole('button', { name: '1 kg hummus · Everyone' }).click()
  await dialog().getByLabelText('For whom').selectOptions('Only for vegetarians')
  // Never today's eaters.
  await expect.element(dialog().getByLabelText('Written for')).toHaveValue(null)
  await expectText(dialog(), 'Until you say so, the amount stays as written.')
  await expectNoAxeFindings()
  await dialog().getByRole('button', { name: 'Done', exact: true }).click()
  await button('For how many is this?').click()
  const forHowMany = page.getByLabelText('For how many is this?')
  await forHowMany.fill('2')
  await pressOn(forHowMany, 'Enter')
  await expectCount(button('For how many is this?'), 0)
  await dinner.getByRole('button', { name: '2 kg pasta · Everyone' }).click()
  await dialog().getByLabelText('Amount and item').fill('3 kg spaghetti')
  await expectText(dialog(), 'Counted as 3 kg spaghetti')
  await dialog().getByRole('button', { name: 'Done', exact: true }).click()
  await expect.element(dinner.getByLabelText('Ingredient 1')).toHaveValue('2 kg pasta')
  await button('Save').click()
  await expectText(saveState, 'Saved')
  await expectText(rows.first(), /^1.5 kg spaghetti$/)
  await expectText(rows.nth(1), /^1 kg hummus · only for vegetarians$/)

  // The two vegetarians decline.
  opened.editAsOther('people', (parties) =>
    parties.map((party) => ({
      ...party,
      persons: party.persons.map((one, at) => (at < 8 ? one : { ...one, coming: 'not_coming' as const })),
    })),
  )
  await expectText(dinner, /8\s*people/)
  await expectTexts(rows, ['1.2 kg spaghetti', '2 handfuls luck'])
})

test('on a phone, a line for a diet says in the shopping list that its amount does not follow the headcount', async () => {
  await page.viewport(390, 844)
  const people = listOf(
    ...Array.from({ length: 24 }, (_, index) => (index < 5 ? { until: '1 lunch' as const } : {})),
    ...Array.from({ length: 6 }, () => vegetarian),
  )
  const texts = ['12 veggie patties (for the vegetarians)', '3 kg bacon', '60 veggie sausages (2 each)']
  const { trip } = await openMeals({ people, meals: buildDinner(30, ...texts) })
  const line = dinner.getByRole('listitem').first()
  await button('Adjust to 25').click()
  await line.getByRole('button', { name: 'Only for vegetarians?' }).click()
  await expectText(saveState, 'Saved')
  await expectText(line, '12 veggie patties (for the vegetarians) · only for vegetarians · as written')
  await expect.element(line.getByLabelText('For how many is this?')).toHaveFocus()
  await expectNoAxeFindings()

  showApp(`/trip/${trip.id}/group?tab=shopping`)
  const patties = page.getByRole('listitem').filter({ hasText: 'veggie patties' }).first()
  await expectText(patties, 'Amount as written, not adjusted to the headcount')
  await patties.getByRole('button', { name: 'Details of veggie patties' }).click()
  await expectText(dialog(), '12 (for the vegetarians, as written)')
})

test('on a phone, people mark what a line contains; readers see it, but not for whom it matters', async () => {
  await page.viewport(390, 844)
  const people = listOf(
    { name: 'Ana', allergens: allergensOf('nuts') },
    { name: 'Ben', allergens: allergensOf('eggs') },
  )
  const opened = await openMeals({ people, meals: buildDinner(2, 'Surprise', '12 muffins') })
  await button('Edit meal plan').click()
  await dinner.getByRole('button', { name: 'Surprise', exact: true }).click()
  await dialog().getByRole('button', { name: 'Correct' }).click()
  await dialog().getByRole('checkbox', { name: 'tree nuts' }).click()
  await expectText(dialog(), 'Marked: contains tree nuts')
  await expectNoAxeFindings()
  await dialog().getByRole('button', { name: 'Done', exact: true }).click()
  await field(dinner, 'Prep').fill('Prep 40 min')
  await dinner.getByLabelText('Served at').fill('18:00')
  await button('Save').click()
  await expectText(saveState, 'Saved')

  await expectText(dinner, 'Ana, allergic to tree nuts: Surprise (marked)')
  await button('Show').click()
  await expect.element(page.getByText('That can miss things, so check the labels.')).toBeVisible()
  await page.getByRole('button', { name: 'Day 1' }).last().click()
  await expect.element(dinner.getByText('Ben, allergic to eggs: muffins')).toHaveFocus()
  await expectNoAxeFindings()

  showApp(`${share(opened)}&tab=meals`)
  await expectText(dinner, 'Surprise (contains tree nuts)')
  await expectText(dinner, 'Start at 5:20 PM')
  await expectCount(page.getByText(/Ana|Ben/), 0)
})

test('a reader of a shared trip sees for how many the meals are, but no warnings and settings', async () => {
  const child = { kind: 'child', age: '7' } as const
  const texts = ['2 kg pasta', '500 g walnuts', '60 L water (3 L each)', '20 bananas']
  const opened = await openMeals({
    people: listOf({ allergens: allergensOf('nuts') }, {}, ...Array.from({ length: 4 }, () => child)),
    meals: buildDinner(20, ...texts),
    details: buildDetails({ eating: followingAll }),
  })
  await expect.element(page.getByText('One person may have to skip something.')).toBeVisible()
  await expect.element(button('Headcount settings')).toBeVisible()

  queryCache.forgetPerson()
  showApp(`${share(opened)}&tab=meals`)
  await expectText(dinner, /6\s*people/)
  await expectText(dinner, '4 of them children')
  const rows = dinner.getByRole('listitem')
  // The children eat 0.7 of a portion, but whole bananas.
  await expectTexts(rows, ['480 g pasta', '120 g walnuts', '14.4 L water (3 L each, less for children)', '6 bananas'])
  await dinner.getByRole('button', { name: 'See the recipe for 20' }).click()
  await expectText(dinner, 'The recipe is for 20. 6 people eat as much as 4.8 adults.')
  await expectText(rows.last(), /^20 bananas$/)
  await expectCount(page.getByText(/may have to skip/), 0)
  await expectCount(button('Headcount settings'), 0)
})
