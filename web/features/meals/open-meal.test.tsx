import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { type Duty, newDuty } from '#domain/plan/duties.ts'
import { type MealDay, type Meals, mealDefaults, newLine } from '#domain/plan/meals.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import {
  button,
  dialog,
  expectCount,
  expectTexts,
  expectValues,
  focus,
  press,
  pressOn,
  sidewaysScroll,
  type,
} from '#web/testing/screen.ts'
import { MealsTab } from './trip-tab.tsx'

/* A meal, or the snacks of a day, that is opened in place: its fields replace its text, and the others stay text. */

const SNACKS = 'Snacks & beverages'

const card = (name: string) => page.getByRole('region', { name, exact: true })
const breakfast = card('Breakfast')
const lunch = card('Lunch')
const snacks = card(SNACKS)
const name = (within: Locator) => within.getByLabelText('Name', { exact: true })
const ingredients = (within: Locator) => within.getByLabelText(/^Ingredient \d+$/, { exact: true })
const pencil = button('Edit meal plan')
const done = button('Done')
const countFields = () => document.querySelectorAll('input, textarea, select').length
/** Whether all fields are in this card, and there are some. */
const expectOnlyOpen = async (open: Locator) => {
  await expect.element(name(open).or(open.getByLabelText('Snack 1', { exact: true }))).toBeVisible()
  await expect.poll(countFields).toBe(open.element().querySelectorAll('input, textarea, select').length)
}

const lines = (...texts: string[]) => texts.map((text) => newLine(newId(), text))
const meal = (dish: string, ...texts: string[]) => ({
  ...mealDefaults,
  name: dish,
  description: `All about ${dish}`,
  prep: '5 minutes',
  servings: 4,
  ingredients: lines(...texts),
})
const oneDay = (): MealDay => ({
  meals: {
    breakfast: meal('Eggs', 'Bread', '8 eggs', 'Butter'),
    lunch: meal('Soup', 'Leeks', 'Potatoes'),
    dinner: meal('Stew', 'Beans'),
  },
  snacks: lines('Apples', 'Raisins'),
})

async function openMeals(meals?: Meals, options: TripOptions = {}): Promise<OpenedTrip> {
  const opened = await openTrip({ values: meals && { meals }, ...options })
  opened.show(
    <div className="mx-auto w-full max-w-6xl px-4">
      <MealsTab trip={opened.trip} failures={{}} />
    </div>,
  )
  return opened
}

const storedTexts = ({ stored }: OpenedTrip, of: 'breakfast' | 'lunch' | 'dinner') =>
  stored('meals')[1]?.meals[of].ingredients.map(({ text }) => text)

test('a press on a meal opens its fields, until a press elsewhere; the others stay text', async () => {
  const opened = await openMeals({ 1: oneDay() })
  await expect.element(breakfast.getByRole('heading', { name: 'Eggs' })).toBeVisible()
  expect(countFields()).toBe(0)
  await breakfast.getByRole('heading', { name: 'Eggs' }).click()
  await expect.element(name(breakfast)).toHaveFocus()
  await expectOnlyOpen(breakfast)
  await expect.element(breakfast.getByLabelText('Description')).toHaveValue('All about Eggs')
  await expect.element(breakfast.getByLabelText('Prep')).toHaveValue('5 minutes')
  await expect.element(breakfast.getByLabelText('Servings')).toHaveValue(4)
  await expectValues(ingredients(breakfast), ['Bread', '8 eggs', 'Butter'])
  await expectNoAxeFindings()
  // The tab is not in its edit mode.
  await expect.element(pencil).toBeEnabled()
  await expectCount(button('Save'), 0)
  await expectCount(page.getByRole('button', { name: /^Remove day/ }), 0)

  await name(breakfast).fill('Omelette')
  // The pressed ingredient of another meal gets the focus, and closes this one.
  await lunch.getByText('Potatoes', { exact: true }).click()
  await expect.element(lunch.getByLabelText('Ingredient 2', { exact: true })).toHaveFocus()
  await expectOnlyOpen(lunch)
  await expect.element(breakfast.getByRole('heading', { name: 'Omelette' })).toBeVisible()
  await type(', floury')
  await lunch.getByRole('button', { name: 'Add ingredient', exact: true }).click()
  await type('Cream')
  await button('Done').click()
  await expect.poll(countFields).toBe(0)
  await expect.element(button('Edit Soup')).toHaveFocus()
  await expectTexts(lunch.getByRole('listitem'), ['Leeks', 'Potatoes, floury', 'Cream'])

  // The text that was pressed gets the focus.
  await breakfast.getByText('All about Eggs', { exact: true }).click()
  await expect.element(breakfast.getByLabelText('Description')).toHaveFocus()
  await page.getByRole('heading', { name: 'Meal Plan', exact: true }).click()
  await expect.poll(countFields).toBe(0)

  await expect
    .poll(() => storedTexts(opened, 'lunch'), { timeout: 5000 })
    .toEqual(['Leeks', 'Potatoes, floury', 'Cream'])
  await expect.poll(() => opened.stored('meals')[1]?.meals.breakfast.name).toBe('Omelette')
  expect(opened.sent('meals').flat()).not.toContain(expect.stringMatching(/dinner|snacks/))
})

test('by keyboard alone a meal opens, is changed and closes, and its button has the focus again', async () => {
  const opened = await openMeals({ 1: oneDay() })
  const opener = button('Edit Eggs')
  await pressOn(opener, 'Enter')
  await expect.element(name(breakfast)).toHaveFocus()
  await press('End')
  await type(' and toast')
  await press('Escape')
  await expect.poll(countFields).toBe(0)
  await expect.element(button('Edit Eggs and toast')).toHaveFocus()
  // What was typed in the field is saved, and can be taken back.
  await expect.element(page.getByText('Changed “Name”')).toBeVisible()
  await button('Undo').click()
  await pressOn(opener, 'Enter')
  await expect.element(name(breakfast)).toHaveValue('Eggs')

  // Enter in a field of one line means Done, and does not open the meal again.
  await press('Enter')
  await expect.poll(countFields).toBe(0)
  await expect.element(opener).toHaveFocus()
  await press(' ')
  await expectOnlyOpen(breakfast)
  // In a list of ingredients it adds the next one.
  await focus(breakfast.getByLabelText('Ingredient 3', { exact: true }))
  await press('Enter')
  await type('Chives')
  await pressOn(breakfast.getByRole('button', { name: 'Move Chives', exact: true }), 'ArrowUp')
  await expectValues(ingredients(breakfast), ['Bread', '8 eggs', 'Chives', 'Butter'])
  await pressOn(breakfast.getByRole('button', { name: 'Remove Bread', exact: true }), 'Enter')
  await expectOnlyOpen(breakfast)
  await expectValues(ingredients(breakfast), ['8 eggs', 'Chives', 'Butter'])
  await expect.element(page.getByText('Removed “Bread”')).toBeVisible()
  await pressOn(button('Undo'), 'Enter')
  await expectValues(ingredients(breakfast), ['Bread', '8 eggs', 'Chives', 'Butter'])
  await pressOn(done, 'Enter')
  await expect.poll(countFields).toBe(0)
  await expect.element(opener).toHaveFocus()
  await expect
    .poll(() => storedTexts(opened, 'breakfast'), { timeout: 5000 })
    .toEqual(['Bread', '8 eggs', 'Chives', 'Butter'])

  // Tab leaves it.
  await press('Enter')
  await expectOnlyOpen(breakfast)
  await focus(done)
  await userEvent.tab()
  await expect.poll(countFields).toBe(0)
})

test('snacks open in place too, also when there are none', async () => {
  const opened = await openMeals({ 1: { ...oneDay(), snacks: [] } })
  await pressOn(button(`Edit ${SNACKS}`), 'Enter')
  await expect.element(snacks.getByRole('button', { name: 'Add snack', exact: true })).toHaveFocus()
  await press('Enter')
  await expect.element(snacks.getByLabelText('Snack 1', { exact: true })).toHaveFocus()
  await type('Lemonade')
  await expectOnlyOpen(snacks)
  await press('Escape')
  await expect.element(button(`Edit ${SNACKS}`)).toHaveFocus()
  await expectTexts(snacks.getByRole('listitem'), ['Lemonade'])
  await expect.poll(() => opened.stored('meals')[1]?.snacks.map(({ text }) => text)).toEqual(['Lemonade'])
})

test('the buttons, links and dialogs of a meal work as before, and none of them opens or closes it', async () => {
  const day = oneDay()
  day.meals.breakfast.link = 'https://example.org/eggs'
  const cooking: Duty = { ...newDuty(newId(), 'cook'), day: 1, meal: 'breakfast' }
  const opened = await openMeals(undefined, {
    values: {
      meals: { 1: day },
      people: [buildParty(buildPerson('Robin', { id: ROBIN.id }))],
      duties: { duties: [cooking], volunteers: [] },
    },
  })
  await breakfast.getByRole('button', { name: 'I’ll cook, Breakfast' }).click()
  await expect.element(breakfast).toHaveTextContent('Cooks: You · 1 place open')
  const recipe = breakfast.getByRole('link')
  recipe.element().addEventListener('click', (event) => event.preventDefault())
  await recipe.click()
  expect(countFields()).toBe(0)
  expect(opened.stored('duties').volunteers).toHaveLength(1)

  // How a line is counted is in a dialog, whose Escape closes nothing else.
  await breakfast.getByText('8 eggs').click()
  await breakfast.getByRole('button', { name: /^8/ }).click()
  await expect.element(dialog()).toBeVisible()
  await press('Escape')
  await expectCount(dialog(), 0)
  await expectOnlyOpen(breakfast)
  // Escape cancels a drag first.
  const grip = breakfast.getByRole('button', { name: 'Move Butter', exact: true })
  const { x, y } = grip.element().getBoundingClientRect()
  const pointer = { bubbles: true, pointerId: 1, clientX: x + 4, clientY: y + 4 }
  const list = grip.element().closest('ul') as HTMLElement
  list.setPointerCapture = () => {}
  grip.element().dispatchEvent(new PointerEvent('pointerdown', pointer))
  await expect.poll(() => list.querySelector('[data-dragged]')).not.toBeNull()
  await pressOn(grip, 'Escape')
  await expect.poll(() => list.querySelector('[data-dragged]')).toBeNull()
  await expectOnlyOpen(breakfast)
})

test('changes of others appear in an opened meal, and none is lost', async () => {
  const opened = await openMeals({ 1: oneDay() })
  await breakfast.getByText('All about Eggs', { exact: true }).click()
  const description = breakfast.getByLabelText('Description')
  await expect.element(description).toHaveFocus()
  await type(' and more')
  opened.editAsOther('meals', (plan) => {
    const day = plan[1] as MealDay
    const { breakfast: eggs } = day.meals
    const changed = { ...eggs, description: `First of all\n${eggs.description}`, servings: 9 }
    return { ...plan, 1: { ...day, meals: { ...day.meals, breakfast: changed } } }
  })
  await expect.element(breakfast.getByLabelText('Servings')).toHaveValue(9)
  await expect.element(description).toHaveFocus()
  await done.click()
  await expect
    .poll(() => opened.stored('meals')[1]?.meals.breakfast, { timeout: 5000 })
    .toMatchObject({ description: 'First of all\nAll about Eggs and more', servings: 9 })
  await expect.element(breakfast).toHaveTextContent('First of all All about Eggs and more')
})

test('a sample that is opened stays an offer until something in it is changed', async () => {
  const opened = await openMeals()
  const template = structuredClone(opened.stored('meals'))
  await expect.element(button('Use Breakfast')).toBeVisible()
  const dish = breakfast.getByRole('heading').element().textContent ?? ''
  await pressOn(button(`Edit ${dish}`), 'Enter')
  await expect.element(name(breakfast)).toHaveFocus()
  await press('Escape')
  await pressOn(button(`Edit ${SNACKS}`), 'Enter')
  await expectOnlyOpen(snacks)
  await done.click()
  await expect.poll(countFields).toBe(0)
  await expect.element(button('Use Breakfast')).toBeVisible()
  await expect.element(button(`Use ${SNACKS}`)).toBeVisible()
  await new Promise((passed) => setTimeout(passed, 1200))
  expect(opened.sent('meals')).toEqual([])
  expect(opened.sent('details')).toEqual([])
  expect(opened.stored('meals')).toEqual(template)

  await breakfast.getByRole('heading', { name: dish }).click()
  await name(breakfast).fill('Porridge')
  await done.click()
  await expectCount(button('Use Breakfast'), 0)
  await expect.element(button('Use Lunch')).toBeVisible()
  await expect.element(breakfast.getByRole('button', { name: 'Copy Breakfast' })).toBeVisible()
  await expect.poll(() => opened.sent('meals'), { timeout: 5000 }).toEqual([['set 1 meals breakfast name']])
})

test('a member who may not edit reads the meals as plain text', async () => {
  await openMeals(
    { 1: oneDay() },
    { values: { meals: { 1: oneDay() } }, trip: { role: 'member', members_edit: false } },
  )
  await expect.element(breakfast.getByRole('heading', { name: 'Eggs' })).toBeVisible()
  await breakfast.getByRole('heading', { name: 'Eggs' }).click()
  await snacks.getByText('Apples').click()
  expect(countFields()).toBe(0)
  await expectCount(page.getByRole('button', { name: /^Edit / }), 0)
  expect(getComputedStyle(breakfast.element()).cursor).toBe('auto')
})

test('the pencil closes an opened meal and starts from what was typed', async () => {
  const opened = await openMeals({ 1: oneDay() })
  await breakfast.getByText('Bread', { exact: true }).click()
  await type(', rye')
  await pencil.click()
  await expect.element(button('Cancel')).toBeVisible()
  await expect.element(breakfast.getByLabelText('Ingredient 1', { exact: true })).toHaveValue('Bread, rye')
  await expect.element(name(lunch)).toBeVisible()
  // What was typed before is not part of what Cancel discards.
  await button('Cancel').click()
  await expect.poll(() => storedTexts(opened, 'breakfast')?.[0], { timeout: 5000 }).toBe('Bread, rye')
})

test('at 390 px an opened meal leaves the others as they are, and its button stays in sight', async () => {
  await page.viewport(390, 844)
  await openMeals({ 1: oneDay() })
  await expect.element(snacks).toBeVisible()
  const heightOf = (place: Locator) => place.element().getBoundingClientRect().height
  const [ofLunch, ofSnacks] = [heightOf(lunch), heightOf(snacks)]
  const butter = breakfast.getByText('Butter', { exact: true })
  const { top } = butter.element().getBoundingClientRect()
  await butter.click()
  const field = breakfast.getByLabelText('Ingredient 3', { exact: true })
  await expect.element(field).toHaveFocus()
  // Where it was pressed, although there are fields above it now.
  expect(Math.abs(field.element().getBoundingClientRect().top - top)).toBeLessThan(3)
  await expect.element(done).toBeInViewport({ ratio: 1 })
  expect([heightOf(lunch), heightOf(snacks)]).toEqual([ofLunch, ofSnacks])
  expect(sidewaysScroll()).toBe(0)
  for (const one of breakfast.getByRole('button').elements()) {
    const { width, height } = one.getBoundingClientRect()
    expect(Math.min(width, height), one.ariaLabel ?? one.textContent).toBeGreaterThanOrEqual(43.9)
  }
  await done.click()
  await expect.element(button('Edit Eggs')).toBeInViewport()
})
