import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultEating, details } from '#domain/plan/details.ts'
import { type Meals, newMealDay } from '#domain/plan/meals.ts'
import { newPerson, type Party, type Person } from '#domain/plan/people.ts'
import { buildDinner } from '#domain/testing/meals.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import type { TripType } from '#domain/trip.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts, press } from '#web/testing/screen.ts'
import { MealsTab } from './trip-tab.tsx'

/* Amounts of meals that follow the headcount, and who cannot eat what. */

const dinner = page.getByRole('region', { name: 'Dinner', exact: true })
const rows = dinner.getByRole('listitem')
const { diets, allergens } = newPerson('', '')

function listOf(...changes: Partial<Person>[]): Party[] {
  const persons = changes.map((change, index) => buildPerson(`Person ${index + 1}`, { ...change }))
  return [buildParty(...persons)]
}

async function openMeals(
  meals: Meals,
  people: Party[] = [],
  type: TripType = 'car_trip',
  counts = defaultEating.counts,
): Promise<OpenedTrip> {
  const settings = { ...details.empty, eating: { ...defaultEating, counts } }
  const opened = await openTrip({ type, values: { meals, people, details: settings } })
  opened.show(<MealsTab trip={opened.trip} failures={{}} />)
  return opened
}

/** Those whose text is visible and matches. */
const visibleTexts = (text: RegExp): number =>
  page
    .getByText(text)
    .elements()
    .filter((element) => element.checkVisibility()).length

test('on a phone, a line that names a diet is offered for it, asks for how many it is, and says so until then', async () => {
  await page.viewport(390, 844)
  const people = listOf(
    ...Array.from({ length: 24 }, (_, index) => (index < 5 ? { until: '1 lunch' as const } : {})),
    ...Array.from({ length: 6 }, () => ({ diets: { ...diets, vegetarian: true } })),
  )
  const lines = ['12 veggie patties (for the vegetarians)', '3 kg bacon', '60 veggie sausages (2 each)']
  const opened = await openMeals(buildDinner(30, ...lines), people)
  const [patties, bacon, sausages] = [rows.nth(0), rows.nth(1), rows.nth(2)]
  await expect.element(dinner).toHaveTextContent(/30\s*servings/)
  // Thirty are listed, but they do not all stay for dinner.
  await expect
    .element(page.getByText('25 people eat at each meal, counting everyone who hasn’t answered.'))
    .toBeVisible()
  await expectTexts(button('Headcount settings'), ['Headcount'])
  await button('Adjust to 25').click()
  await expect.element(dinner).toHaveTextContent(/25\s*people/)
  await expect.element(dinner).not.toHaveTextContent('servings')
  await expectTexts(bacon, ['2.5 kg bacon'])

  await sausages.getByRole('button', { name: 'Only for vegetarians?' }).click()
  // 60 × 6/30
  await expectTexts(sausages, ['12 veggie sausages (2 each) · only for vegetarians'])
  await expect.element(sausages).toHaveFocus()
  await patties.getByRole('button', { name: 'Only for vegetarians?' }).click()
  await expect
    .element(patties)
    .toHaveTextContent('12 veggie patties (for the vegetarians) · only for vegetarians · as written')
  const number = patties.getByLabelText('For how many is this?')
  await expect.element(number).toHaveFocus()
  await press('Escape')

  await patties.getByRole('button', { name: 'For how many is this?' }).click()
  await patties.getByRole('button', { name: 'Save' }).click()
  await expect.element(patties).toHaveTextContent('Enter a whole number, 1 or more.')
  await number.fill('8')
  await patties.getByRole('button', { name: 'Save' }).click()
  // 12 × 6/8
  await expectTexts(patties, ['9 veggie patties (for the vegetarians) · only for vegetarians'])
  const storedFor = () => opened.stored('meals')[1]?.meals.dinner.ingredients[0]?.written_for
  await expect.poll(storedFor).toBe(8)
  await button('Undo').click()
  await expect.element(patties).toHaveTextContent('as written')
  await expect.poll(storedFor).toBe(0)
})

test('a line for a diet that nobody has is shown only in edit mode, and where somebody just chose that', async () => {
  await page.viewport(1280, 800)
  const lines = ['3 kg bacon', '60 veggie sausages (2 each)']
  const meals = buildDinner(30, ...lines)
  const opened = await openMeals(meals, listOf({}, {}, {}), 'car_trip', 'all')
  const sausages = rows.filter({ hasText: 'veggie sausages' })
  await sausages.getByRole('button', { name: 'Only for vegetarians?' }).click()
  await expect.element(sausages).toHaveTextContent('(not needed) · only for vegetarians')
  await expect.element(sausages).toHaveFocus()

  opened.show(<MealsTab key="again" trip={opened.trip} failures={{}} />)
  await expectTexts(rows, ['300 g bacon'])
  await button('See the recipe for 30').first().click()
  await expectCount(sausages, 1)
  await button('Edit meal plan').click()
  await expect.element(dinner.getByLabelText('Ingredient 2')).toHaveValue(lines[1] as string)
  await button('Cancel').click()

  opened.editAsOther('people', () => listOf({}, {}, { diets: { ...diets, vegetarian: true } }))
  await expect.element(sausages).toHaveTextContent('only for vegetarians')
})

test('a couple sees no headcount words, and a warning names who cannot eat what', async () => {
  await page.viewport(1280, 800)
  const lines = ['2 bagels', '200 g walnuts']
  const day = newMealDay('air_travel', 1)
  const meals = { 1: { ...day, meals: { ...day.meals, dinner: buildDinner(2, ...lines)[1].meals.dinner } } }
  await openMeals(meals, [], 'air_travel')
  await expectTexts(rows, lines)
  expect(visibleTexts(/portion|people|headcount/i)).toBe(0)
  await button('Edit meal plan').click()
  await expect.element(dinner.getByRole('button', { name: '2 bagels', exact: true })).toBeVisible()
  expect(visibleTexts(/headcount|Everyone/)).toBe(0)
  await button('Cancel').click()

  const couple = listOf({ name: 'Ana', allergens: { ...allergens, nuts: true } }, { name: 'Ben' })
  await openMeals(meals, couple, 'air_travel')
  await expect.element(dinner).toHaveTextContent('Ana, allergic to tree nuts: walnuts')
  await expect.element(page.getByText('That can miss things, so check the labels.')).toBeVisible()
  await expectTexts(rows.filter({ hasText: '2 bagels' }), ['2 bagels'])
  await expectCount(page.getByText(/For 2 people/), 0)
})

test('people mark what a line contains, and when a meal is served', async () => {
  await page.viewport(390, 844)
  const people = listOf(
    { name: 'Ana', allergens: { ...allergens, nuts: true } },
    { name: 'Ben', allergens: { ...allergens, eggs: true } },
  )
  const opened = await openMeals(buildDinner(2, 'Surprise', '12 muffins'), people)
  await expect.element(dinner).toHaveTextContent('Ben, allergic to eggs: muffins')
  await expect.element(dinner).not.toHaveTextContent('Ana,')

  await button('Edit meal plan').click()
  await dinner.getByRole('button', { name: 'Surprise', exact: true }).click()
  await expect.element(dialog()).toHaveTextContent('We didn’t recognize anything that people avoid.')
  await dialog().getByRole('button', { name: 'Correct' }).click()
  await dialog().getByRole('checkbox', { name: 'tree nuts' }).click()
  await expect.element(dialog()).toHaveTextContent('Marked: contains tree nuts')
  await dialog().getByRole('button', { name: 'Done', exact: true }).click()
  await expect.element(dinner.getByRole('button', { name: 'Surprise · contains tree nuts' })).toBeVisible()
  await dinner.getByRole('button', { name: '12 muffins', exact: true }).click()
  await expect.element(dialog()).toHaveTextContent('Its words suggest: gluten, eggs, milk, lactose')
  await dialog().getByRole('button', { name: 'Correct' }).click()
  await dialog().getByRole('checkbox', { name: 'eggs' }).click()
  await expect.element(dialog()).toHaveTextContent('Marked: doesn’t contain eggs')
  await dialog().getByRole('button', { name: 'Done', exact: true }).click()
  await dinner.getByLabelText('Prep', { exact: true }).fill('Prep 40 min')
  await dinner.getByLabelText('Served at').fill('18:00')
  await expect.element(dinner).toHaveTextContent('Start at 5:20 PM')
  await button('Save').click()
  await expect.poll(() => opened.stored('meals')[1]?.meals.dinner.served_at).toBe('18:00')

  await expect.element(dinner).toHaveTextContent('Ana, allergic to tree nuts: Surprise (marked)')
  await expect.element(dinner).not.toHaveTextContent('Ben,')
  await expectTexts(rows.filter({ hasText: 'contains' }), ['Surprise (contains tree nuts)'])
  await expect.element(dinner).toHaveTextContent('Start at 5:20 PM')
  await expect.element(dinner).toHaveTextContent('Served at 6:00 PM')

  // The mark was about the words that were there.
  await button('Edit meal plan').click()
  await dinner.getByLabelText('Ingredient 2').fill('12 muffins with mayo')
  await button('Save').click()
  const reason = dinner.getByText('Ben, allergic to eggs: muffins with mayo')
  await expect.element(reason).not.toBeVisible()
  await dinner.getByText('Allergies: eggs (1), tree nuts (1)').click()
  await expect.element(reason).toBeVisible()
  await expect.element(dinner.getByText('Ana, allergic to tree nuts: Surprise (marked)')).toBeVisible()

  // When it is opened again, the list is folded; the summary shows the place of a warning.
  opened.show(<MealsTab trip={opened.trip} failures={{}} />)
  await expect.element(reason).not.toBeVisible()
  const help = page.getByText('That can miss things, so check the labels.')
  const short = page.getByText('Check the labels.', { exact: true })
  await expect.element(short).toBeVisible()
  await expect.element(help).not.toBeVisible()
  await button('Show').click()
  await expect.element(help).toBeVisible()
  await expectCount(short, 0)
  await page.getByRole('button', { name: 'Day 1' }).last().click()
  await expect.element(reason).toHaveFocus()
})

test('says how a line is counted where amounts follow the headcount, and shows who may have to skip something', async () => {
  await page.viewport(1280, 800)
  const child = { kind: 'child', age: '7' } as const
  const people = listOf({ allergens: { ...allergens, nuts: true } }, {}, ...Array.from({ length: 4 }, () => child))
  const lines = ['2 kg pasta', '500 g walnuts', '60 L water (3 L each)', '20 bananas']
  await openMeals(buildDinner(20, ...lines), people, 'car_trip', 'all')
  await expect.element(page.getByText('One person may have to skip something.')).toBeVisible()
  await button('Show').click()
  const place = page.getByRole('listitem').filter({ hasText: 'Person 1day 1' }).getByRole('button', { name: 'day 1' })
  await place.click()
  await expect.poll(() => document.activeElement?.textContent).toMatch(/Person 1, allergic to tree nuts: walnuts/)
  await expect.element(button('Headcount settings')).toBeVisible()
  await button('Edit meal plan').click()
  await button('20 bananas · Everyone').click()
  await expect.element(dialog()).toHaveTextContent('Counted as 20 bananas, at least one each')
  await dialog().getByRole('button', { name: 'Done', exact: true }).click()
  await button('2 kg pasta · Everyone').click()
  await expect.element(dialog().getByText('Counted as 2 kg pasta', { exact: true })).toBeVisible()
  await dialog().getByRole('button', { name: 'Done', exact: true }).click()
  await button('Cancel').click()
  await expect.element(button('Edit meal plan')).toBeEnabled()
})

test('amounts that are already right become those of the people, and no text of a meal changes', async () => {
  const before = buildDinner(30, '2 potatoes')
  const opened = await openMeals(before, listOf({}, {}))
  await button('Amounts are already for 2').click()
  await expect.poll(() => opened.stored('details').eating.counts).toBe('all')
  await expectTexts(rows, ['2 potatoes'])
  const [day] = Object.values(before)
  if (!day) throw new Error('One day')
  const { breakfast, lunch, dinner: evening } = day.meals
  const forEach = (servings: number) => ({
    1: {
      ...day,
      meals: {
        breakfast: { ...breakfast, servings },
        lunch: { ...lunch, servings },
        dinner: { ...evening, servings },
      },
    },
  })
  // What nobody has filled in keeps the text it was stored with.
  expect([breakfast, lunch, evening].map(({ name }) => name)).toEqual(['New Breakfast', 'New Lunch', 'New Dinner'])
  await expect.poll(() => opened.stored('meals')).toEqual(forEach(2))
  await button('Undo').click()
  await expect.poll(() => opened.stored('meals')).toEqual(forEach(30))
  await expect.poll(() => opened.stored('details').eating.counts).toBe('nobody')
})

test('nobody is asked to adjust amounts while more people are expected than are listed', async () => {
  const { editAsOther } = await openMeals(buildDinner(30, '2 potatoes'), listOf({}, {}))
  await expect.element(button('Adjust to 2')).toBeVisible()
  editAsOther('details', (value) => ({ ...value, expected: { adults: 2, children: 1 } }))
  await expectCount(button('Adjust to 2'), 0)
  editAsOther('details', (value) => ({ ...value, expected: { adults: 2, children: 0 } }))
  await expect.element(button('Adjust to 2')).toBeVisible()
  // Somebody who is listed and declines is no longer expected.
  editAsOther('details', (value) => ({ ...value, expected: { adults: 3, children: 0 } }))
  await expectCount(button('Adjust to 2'), 0)
  editAsOther('people', (all) => [...all, buildParty(buildPerson('Person 3', { coming: 'not_coming' }))])
  await expect.element(button('Adjust to 2')).toBeVisible()
})
