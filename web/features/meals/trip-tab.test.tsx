import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { details } from '#domain/plan/details.ts'
import { type MealDay, type Meals, mealDefaults, newLine } from '#domain/plan/meals.ts'
import { datesOf } from '#domain/testing/dates.ts'
import type { TripType } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import {
  button,
  expectCount,
  expectTexts,
  expectValues,
  paste,
  press,
  pressOn,
  selectionIn,
  sidewaysScroll,
  type,
} from '#web/testing/screen.ts'
import { MealsTab } from './trip-tab.tsx'

/** Between cards on a desktop, in pixels. */
const GAP = 14.5
const CARDS = ['Breakfast', 'Lunch', 'Dinner'] as const
const SNACKS = 'Snacks & beverages'

const days = page.getByRole('tablist', { name: 'Days' }).getByRole('tab')
const day = (number: number) =>
  page.getByRole('tablist', { name: 'Days' }).getByRole('tab', { name: `Day ${number}`, exact: true })
const card = (name: string) => page.getByRole('region', { name, exact: true })
const snacks = card(SNACKS)
const pencil = button('Edit meal plan')
const removeDay = page.getByRole('button', { name: /^Remove day \d+$/ })
const field = (within: Locator, label: string | RegExp) => within.getByLabelText(label, { exact: true })
const ingredients = (name: string) => field(card(name), /^Ingredient \d+$/)
const countFields = (within: Element = document.body) =>
  within.querySelectorAll('input, textarea, select, [contenteditable]').length

async function openDay(number: number): Promise<void> {
  await day(number).click()
  await expect.element(day(number)).toHaveAttribute('aria-selected', 'true')
}

/** The cards of the selected day, from top to bottom. */
const cardsInOrder = (): (string | null)[] =>
  [...page.getByRole('tabpanel', { name: /^Day / }).element().querySelectorAll('section[aria-label]')].map((one) =>
    one.getAttribute('aria-label'),
  )

const lines = (...texts: string[]) => texts.map((text) => newLine(newId(), text))
const meal = (name: string, ...texts: string[]) => ({
  ...mealDefaults,
  name,
  description: `All about ${name}`,
  prep: '5 minutes',
  servings: 4,
  ingredients: lines(...texts),
})
const mealDay = (name: string): MealDay => ({
  meals: {
    breakfast: meal(`${name} eggs`, 'Bread'),
    lunch: meal(`${name} soup`, 'Bread'),
    dinner: meal(`${name} stew`, 'Bread'),
  },
  snacks: lines(`${name} apples`),
})

interface Options {
  type?: TripType
  /** Departure and return. */
  dates?: [string, string]
}

async function openMeals(meals?: Meals, { type: tripType, dates }: Options = {}): Promise<OpenedTrip> {
  const dated = dates && { ...details.empty, ...datesOf(...dates) }
  const opened = await openTrip({
    type: tripType,
    values: { ...(meals && { meals }), ...(dated && { details: dated }) },
  })
  // The margins of its page.
  opened.show(
    <div className="mx-auto w-full max-w-6xl px-4">
      <MealsTab trip={opened.trip} failures={{}} />
    </div>,
  )
  return opened
}

test('MEAL-1, MEAL-3..14, MEAL-16, MEAL-18..20, MEAL-24, TMPL-26, TMPL-27, CONST-18 a road trip starts with four days in read mode, which the pencil makes editable', async () => {
  await openMeals()
  await expect.element(page.getByRole('heading', { name: 'Meal Plan', exact: true })).toBeVisible()
  await expectTexts(days, ['Day 1', 'Day 2', 'Day 3', 'Day 4'])
  await expect.element(button('Add Day')).toBeVisible()
  await expectCount(button('Save'), 0)
  await expectCount(button('Cancel'), 0)
  await expectCount(removeDay, 0)
  for (const number of [1, 2, 3, 4]) {
    await openDay(number)
    const snacksFirst = number === 2 || number === 3
    const expected = snacksFirst ? ['Breakfast', 'Lunch', SNACKS, 'Dinner'] : [...CARDS, SNACKS]
    expect(cardsInOrder()).toEqual(expected)
    for (const name of CARDS) {
      await expect.element(card(name)).toBeVisible()
      await expectTexts(card(name).getByText(/^\d+ ?servings$/), [/^30 ?servings$/])
      expect(card(name).getByRole('listitem').elements()).not.toHaveLength(0)
    }
    await expect.element(snacks).toBeVisible()
    expect(snacks.getByRole('listitem').elements()).not.toHaveLength(0)
  }
  expect(countFields()).toBe(0)
  const tips = card('Camping Cooking Tips')
  await expect.element(tips.getByRole('heading', { name: 'Before You Go' })).toBeVisible()
  await expect.element(tips.getByRole('heading', { name: 'At the Campsite' })).toBeVisible()
  const advice = (tips.element() as HTMLElement).innerText

  await pencil.click()
  await expect.element(button('Save')).toBeVisible()
  await expect.element(button('Cancel')).toBeVisible()
  await expectCount(removeDay, 4)
  for (const one of [...CARDS.map((name) => field(card(name), 'Name')), field(snacks, 'Snack 1')]) {
    await expect.element(one).toBeEnabled()
    await expect.element(one).not.toHaveAttribute('readonly')
  }
  expect((tips.element() as HTMLElement).innerText).toBe(advice)
  expect(countFields(tips.element())).toBe(0)
  await openDay(2)
  expect(cardsInOrder()).toEqual(['Breakfast', 'Lunch', SNACKS, 'Dinner'])
})

test('MEAL-2, MEAL-17, MEAL-19, MEAL-21, TMPL-9, TMPL-41, CONST-16 an air trip starts at the airport with meals for two', async () => {
  await openMeals(undefined, { type: 'air_travel' })
  await expect.element(page.getByRole('heading', { name: 'Travel Meal Plan', exact: true })).toBeVisible()
  const tips = card('Travel Food Tips')
  await expect.element(tips.getByRole('heading', { name: 'Before You Go' })).toBeVisible()
  await expect.element(tips.getByRole('heading', { name: 'While Traveling' })).toBeVisible()
  await expectTexts(days, ['Day 1'])
  await expect.element(card('Breakfast').getByRole('heading', { name: 'Airport Breakfast' })).toBeVisible()
  await expectCount(page.getByText(/airport/i), 1)

  await button('Add Day').click()
  await expect.element(day(2)).toHaveAttribute('aria-selected', 'true')
  for (const name of CARDS) await expectValues(card(name).getByLabelText('Servings'), ['2'])
})

test('MEAL-28, MEAL-29, MEAL-31..33, TMPL-1..8, TMPL-10..13, CONST-15, DATA-18 days are added after the highest, and the first day is shown if the selected one is removed', async () => {
  const opened = await openMeals()
  await openDay(3)
  await pencil.click()
  await button('Remove day 3').click()
  await expectTexts(days, ['Day 1', 'Day 2', 'Day 4'])
  await expect.element(day(1)).toHaveAttribute('aria-selected', 'true')
  expect(opened.sent('meals')).toEqual([])
  await button('Save').click()
  await expectTexts(days, ['Day 1', 'Day 2', 'Day 4'])
  await expect.poll(() => Object.keys(opened.stored('meals'))).toEqual(['1', '2', '4'])
  const stored = structuredClone(opened.stored('meals'))

  await expectCount(removeDay, 0)
  await button('Add Day').click()
  await expectTexts(days, ['Day 1', 'Day 2', 'Day 4', 'Day 5'])
  await expect.element(day(5)).toHaveAttribute('aria-selected', 'true')
  await expect.element(button('Save')).toBeVisible()
  for (const [name, prep] of [
    ['Breakfast', '30 minutes'],
    ['Lunch', '45 minutes'],
    ['Dinner', '1 hour'],
  ] as const) {
    const one = card(name)
    await expectValues(field(one, 'Name'), [`New ${name}`])
    await expectValues(one.getByLabelText('Description'), ['Add description'])
    await expectValues(one.getByLabelText('Prep'), [prep])
    await expectValues(one.getByLabelText('Servings'), ['30'])
    await expectValues(ingredients(name), ['Add ingredients'])
  }
  await expectValues(field(snacks, /^Snack \d+$/), ['Add snacks'])

  await card('Lunch').getByRole('button', { name: 'Add ingredient', exact: true }).click()
  const added = field(card('Lunch'), 'Ingredient 2')
  await expect.element(added).toHaveValue('New food item')
  await expect.element(added).toHaveFocus()
  await type('Rye bread')
  await expect.element(added).toHaveValue('Rye bread')
  await press('Enter')
  await expect.element(field(card('Lunch'), 'Ingredient 3')).toHaveFocus()
  await expect.element(field(card('Lunch'), 'Ingredient 3')).toHaveValue('New food item')
  await snacks.getByRole('button', { name: 'Add snack', exact: true }).click()
  await expect.element(field(snacks, 'Snack 2')).toHaveValue('New snack')

  await button('Cancel').click()
  await expectTexts(days, ['Day 1', 'Day 2', 'Day 4'])
  await expect.element(day(1)).toHaveAttribute('aria-selected', 'true')
  await expect.element(pencil).toBeVisible()
  expect(opened.sent('meals')).toHaveLength(1)
  expect(opened.stored('meals')).toEqual(stored)
})

test('MEAL-5, MEAL-7, MEAL-24, MEAL-25, MEAL-28 the pencil opens a working copy, and Cancel discards it', async () => {
  const plan = { 1: mealDay('First'), 2: mealDay('Second') }
  const opened = await openMeals(plan)
  const firstSoup = card('Lunch').getByRole('heading', { name: 'First soup' })
  await expect.element(firstSoup).toBeVisible()
  expect(countFields()).toBe(0)
  await pencil.click()
  await field(card('Lunch'), 'Name').fill('Thrown away')
  await field(snacks, 'Snack 1').fill('Thrown away too')
  await button('Remove day 2').click()
  await button('Cancel').click()
  await expect.poll(() => countFields()).toBe(0)
  await expectTexts(days, ['Day 1', 'Day 2'])
  await expect.element(firstSoup).toBeVisible()
  await expectTexts(snacks.getByRole('listitem'), ['First apples'])
  // The next copy starts from the stored values. Saving it unchanged sends no request.
  await pencil.click()
  await expect.element(field(card('Lunch'), 'Name')).toHaveValue('First soup')
  await button('Save').click()
  await expect.poll(() => countFields()).toBe(0)
  await expect.element(firstSoup).toBeVisible()
  expect(opened.sent('meals')).toEqual([])
  expect(opened.stored('meals')).toEqual(plan)
})

test('MEAL-15, MEAL-23, MEAL-30, VALID-46 the last day cannot be removed, and an empty plan starts with day 1', async () => {
  await openMeals({ 2: mealDay('Second'), 3: mealDay('Third') })
  await pencil.click()
  await expectCount(removeDay, 2)
  await button('Remove day 2').click()
  await expectTexts(days, ['Day 3'])
  await expect.element(day(3)).toHaveAttribute('aria-selected', 'true')
  await expect.element(field(card('Lunch'), 'Name')).toHaveValue('Third soup')
  await expectCount(removeDay, 0)
  await button('Cancel').click()
  await expectTexts(days, ['Day 2', 'Day 3'])

  const empty = await openMeals({})
  const sentence = page.getByText('No meal plan found for this day.')
  await expect.element(sentence).toBeVisible()
  await expectCount(days, 0)
  await button('Add Day').click()
  await expectTexts(days, ['Day 1'])
  await expectCount(sentence, 0)
  await expect.element(field(card('Breakfast'), 'Name')).toHaveValue('New Breakfast')
  await expectCount(removeDay, 0)
  await button('Save').click()
  await expect
    .poll(() => Object.entries(empty.stored('meals')).map(([number, { meals }]) => [number, nameOf(meals)]))
    .toEqual([['1', ['New Breakfast', 'New Lunch', 'New Dinner']]])
})

const nameOf = ({ breakfast, lunch, dinner }: MealDay['meals']) => [breakfast, lunch, dinner].map(({ name }) => name)

test('MEAL-26 ingredients can be reordered by keyboard', async () => {
  const one = mealDay('First')
  one.meals.lunch.ingredients = lines('Bread', 'Cheese', 'Apples')
  const opened = await openMeals({ 1: one })
  await pencil.click()
  const move = card('Lunch').getByRole('button', { name: 'Move Apples', exact: true })
  ;(move.element() as HTMLElement).focus()
  await press('ArrowUp')
  await expectValues(ingredients('Lunch'), ['Bread', 'Apples', 'Cheese'])
  await expect.element(move).toHaveFocus()
  await button('Save').click()
  await expect
    .poll(() => opened.stored('meals')[1]?.meals.lunch.ingredients.map(({ text }) => text))
    .toEqual(['Bread', 'Apples', 'Cheese'])
})

test('VALID-44, VALID-45 servings below 0 show an error at the field and are not stored', async () => {
  const opened = await openMeals()
  await pencil.click()
  const servings = card('Breakfast').getByLabelText('Servings')
  await servings.fill('12')
  await servings.fill('-3')
  await expect.element(servings).toHaveDisplayValue('-3')
  await expect.element(servings).toHaveAccessibleDescription('Servings can’t be below 0')
  await button('Save').click()
  await expect.element(pencil).toBeEnabled()
  await expect.poll(() => opened.stored('meals')[1]?.meals.breakfast.servings).toBe(12)
})

test('MEAL-25, MEAL-26 pasting several lines adds several ingredients or snacks', async () => {
  const opened = await openMeals()
  await pencil.click()
  await card('Breakfast').getByRole('button', { name: 'Add ingredient', exact: true }).click()
  const fields = ingredients('Breakfast')
  const count = fields.elements().length
  await expect.element(fields.last()).toHaveFocus()
  paste(fields.last(), '1. Flour\t2 kg\n2. Milk\n3. Eggs')
  await expectCount(fields, count + 2)
  await expect.element(fields.last()).toHaveValue('Eggs')
  await expect.element(fields.last()).toHaveFocus()
  // The caret is behind what was pasted.
  expect(selectionIn(fields.last())).toEqual([4, 4])
  await button('Save').click()
  await expectTexts(
    card('Breakfast')
      .getByRole('listitem')
      .filter({ hasText: /^(Flour|Milk|Eggs)/ }),
    [/Flour/, 'Milk', 'Eggs'],
  )
  await expect
    .poll(() =>
      opened
        .stored('meals')[1]
        ?.meals.breakfast.ingredients.slice(-3)
        .map(({ text }) => text),
    )
    .toEqual(['Flour 2 kg', 'Milk', 'Eggs'])
})

test.each([320, 360, 390])('MEAL-14 at %i px each day can be removed without scrolling sideways', async (width) => {
  await page.viewport(width, 844)
  // The day tabs show dates; the last day is after the return.
  await openMeals(undefined, { dates: ['2031-06-25', '2031-06-28'] })
  await pencil.click()
  await button('Add Day').click()
  await expectCount(removeDay, 5)
  await expect.element(days.nth(4)).toHaveTextContent('after your return')
  for (const number of [1, 2, 3, 4, 5]) {
    const remove = button(`Remove day ${number}`)
    // Whole: the ratio of areas is rounded.
    await expect.element(remove).toBeInViewport({ ratio: 1 - 1e-6 })
    const over = remove.element().getBoundingClientRect()
    const sign = days
      .nth(number - 1)
      .element()
      .getBoundingClientRect()
    // At the end of its own day's tab.
    expect(over.top).toBeGreaterThanOrEqual(sign.top)
    expect(over.bottom).toBeLessThanOrEqual(sign.bottom + 0.5)
    expect(over.right).toBeCloseTo(sign.right, 0)
  }
  expect(document.documentElement.clientWidth).toBe(width)
  expect(sidewaysScroll()).toBe(0)
  await button('Remove day 4').click()
  await expectCount(days, 4)
})

test.each(['read', 'edit'])(
  'on a desktop meals are side by side without gaps and keep their order, in %s mode',
  async (mode) => {
    await page.viewport(1280, 800)
    await openMeals()
    await expect.element(snacks).toBeVisible()
    if (mode === 'edit') await pencil.click()
    const afterLunch = ['Breakfast', 'Lunch', SNACKS, 'Dinner']
    for (const [number, order] of [
      [1, [...CARDS, SNACKS]],
      [2, afterLunch],
      [3, afterLunch],
      [4, [...CARDS, SNACKS]],
    ] as const) {
      await openDay(number)
      const meals = page
        .getByRole('region')
        .elements()
        .map((region) => ({ name: region.getAttribute('aria-label'), at: region.getBoundingClientRect() }))
        .filter(({ name }) => order.some((known) => known === name))
      expect(meals.map(({ name }) => name)).toEqual(order)
      const first = meals[0]?.at
      for (const [i, { name, at }] of meals.entries()) {
        expect(at.width).toBeCloseTo(first?.width ?? 0, 0)
        const previous = meals[i - 1]?.at
        if (!previous) continue
        // Snacks are below the meal that they follow; each meal has a column.
        const isBelow = name === SNACKS
        expect(at.top - (isBelow ? previous.bottom : (first?.top ?? 0))).toBeCloseTo(isBelow ? GAP : 0, 0)
        expect(at.left - (isBelow ? previous.left : previous.right)).toBeCloseTo(isBelow ? 0 : GAP, 0)
      }
    }
  },
)

test('on a desktop the card of a meal ends where its text ends', async () => {
  await page.viewport(1280, 800)
  await openMeals()
  const breakfast = page.getByRole('region', { name: 'Breakfast' })
  const lastLine = breakfast.getByRole('listitem').last()
  await expect.element(lastLine).toBeVisible()
  const [card, line] = [breakfast, lastLine].map((shown) => shown.element().getBoundingClientRect().bottom)
  expect((card ?? 0) - (line ?? 0)).toBeLessThan(40)
})

test('meals can be edited by keyboard without losing the focus', async () => {
  await openMeals()
  const firstName = page.getByLabelText('Name', { exact: true }).first()
  await pressOn(pencil, 'Enter')
  await expect.element(firstName).toHaveFocus()
  const bins = snacks.getByRole('button', { name: /^Remove / })
  for (let left = bins.elements().length; left > 1; left--) {
    await pressOn(bins.last(), 'Enter')
    await expectCount(bins, left - 1)
    await expect.element(bins.last()).toHaveFocus()
  }
  await pressOn(bins.first(), 'Enter')
  await expect.element(snacks.getByRole('button', { name: 'Add snack' })).toHaveFocus()

  const count = removeDay.elements().length
  expect(count).toBeGreaterThan(2)
  await pressOn(removeDay.first(), 'Enter')
  await expectCount(removeDay, count - 1)
  await expect.element(removeDay.first()).toHaveFocus()
  for (let left = count - 1; left > 1; left--) {
    await pressOn(removeDay.first(), 'Enter')
    // The only remaining day cannot be removed.
    await expectCount(removeDay, left > 2 ? left - 1 : 0)
  }
  // In the only remaining day.
  await expect.element(firstName).toHaveFocus()
  await pressOn(button('Cancel'), 'Enter')
  await expect.element(pencil).toHaveFocus()
  await press('Enter')
  await pressOn(button('Save'), 'Enter')
  await expect.element(pencil).toHaveFocus()
})

test('a field focused by Tab is not covered by the save buttons, at 1280 px', async () => {
  await openMeals()
  await pressOn(pencil, 'Enter')
  const save = button('Save')
  await expect.element(save).toBeVisible()
  const upper = save.element().getBoundingClientRect().y
  for (let stop = 0; stop < 30; stop++) {
    await userEvent.tab()
    // Within a field for a time, Tab also stops at its parts, where the field does not match ':focus'.
    const lower = document.activeElement?.getBoundingClientRect().bottom
    expect(lower, `field ${stop}`).toBeLessThan(upper)
  }
})
