import type { Page } from '@playwright/test'
import { followingAll } from '#domain/food/testing/settings.ts'
import { newMealDay } from '#domain/plan/meals.ts'
import type { Party, Person } from '#domain/plan/people.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildDinner } from '#domain/testing/meals.ts'
import { allergensOf, buildParty, buildPerson, dietsOf } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { button, dialog, expectSaved } from './page-parts.ts'
import { phoneWithApp, touchPhone } from './phone.ts'

/* Amounts of meals that follow the headcount. */

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const vegetarian = { diets: dietsOf('vegetarian') }

function listOf(...changes: Partial<Person>[]): Party[] {
  const persons = changes.map((change, index) => buildPerson(`Person ${index + 1}`, change))
  return [buildParty(...persons)]
}

test('MEAL-24 on a phone, amounts follow who comes, lines are corrected, and both work offline', async ({
  openSignedIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/net::ERR_|Failed to load resource|could not be|will be sent again|did not reach the server/)
  const phone = await openSignedIn(phoneWithApp)
  const people = listOf(...Array.from({ length: 8 }, () => ({})), vegetarian, vegetarian)
  const meals = buildDinner(20, '2 kg pasta', '1 kg hummus', '3 handfuls of luck')
  const id = await createTrip(phone, { name: 'Killbear', type: 'car_trip', plan: { people, meals } })
  await phone.goto(`/trip/${id}?tab=meals`)
  const dinner = card(phone, 'Dinner')
  // Nothing is scaled until somebody says so.
  await expect(dinner.getByRole('listitem').first()).toHaveText('2 kg pasta')
  await button(phone, 'Adjust to 10').tap()
  await expect(dinner).toContainText(/10\s*people/)
  await expect(dinner).not.toContainText('servings')
  await expect(dinner.getByRole('listitem').first()).toHaveText('1 kg pasta')
  await dinner.getByRole('button', { name: 'See the recipe for 20' }).tap()
  await expect(dinner.getByRole('listitem').first()).toHaveText('2 kg pasta')
  await dinner.getByRole('button', { name: 'See the amounts for 10' }).tap()

  await button(phone, 'Edit meal plan').tap()
  await dinner.getByRole('button', { name: '1 kg hummus · Everyone' }).tap()
  await dialog(phone).getByLabel('For whom').selectOption('Only for vegetarians')
  // Never today's eaters.
  await expect(dialog(phone).getByLabel('Written for')).toHaveValue('')
  await expect(dialog(phone)).toContainText('Until you say so, the amount stays as written.')
  await expectNoAxeFindings(phone)
  await dialog(phone).getByRole('button', { name: 'Done', exact: true }).tap()
  await button(phone, 'For how many is this?').tap()
  await phone.getByLabel('For how many is this?').fill('2')
  await phone.keyboard.press('Enter')
  await expect(button(phone, 'For how many is this?')).toHaveCount(0)
  await dinner.getByRole('button', { name: '2 kg pasta · Everyone' }).tap()
  await dialog(phone).getByLabel('Amount and item').fill('3 kg spaghetti')
  await expect(dialog(phone)).toContainText('Counted as 3 kg spaghetti')
  await dialog(phone).getByRole('button', { name: 'Done', exact: true }).tap()
  await expect(dinner.getByLabel('Ingredient 1')).toHaveValue('2 kg pasta')
  await button(phone, 'Save').tap()
  await expectSaved(phone)
  await expect(dinner.getByRole('listitem').first()).toHaveText('1.5 kg spaghetti')
  await expect(dinner.getByRole('listitem').nth(1)).toHaveText('1 kg hummus · only for vegetarians')

  // Two vegetarians decline while the phone has no network.
  await waitUntilAppCached(phone)
  await waitUntilTripPersisted(phone, id)
  await phone.context().setOffline(true)
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
  // Eight others and the owner, who is on the list since the people page was opened.
  await expect(dinner).toContainText(/9\s*people/)
  await expect(dinner.getByRole('listitem').first()).toHaveText('1.35 kg spaghetti')
  await expect(dinner.getByRole('listitem')).toHaveText(['1.35 kg spaghetti', '2 handfuls luck'])
  await phone.context().setOffline(false)
  await expectSaved(phone)
})

test('on a phone, a line for a diet says in the shopping list that its amount does not follow the headcount', async ({
  openSignedIn,
  createTrip,
}) => {
  const phone = await openSignedIn(touchPhone)
  const people = listOf(
    ...Array.from({ length: 24 }, (_, index) => (index < 5 ? { until: '1 lunch' as const } : {})),
    ...Array.from({ length: 6 }, () => vegetarian),
  )
  const lines = ['12 veggie patties (for the vegetarians)', '3 kg bacon', '60 veggie sausages (2 each)']
  const plan = { people, meals: buildDinner(30, ...lines) }
  const id = await createTrip(phone, { name: 'Sandbanks', type: 'car_trip', plan })
  await phone.goto(`/trip/${id}?tab=meals`)
  const dinner = card(phone, 'Dinner')
  const line = dinner.getByRole('listitem').first()
  await button(phone, 'Adjust to 25').tap()
  await line.getByRole('button', { name: 'Only for vegetarians?' }).tap()
  await expectSaved(phone)
  await expect(line).toContainText('12 veggie patties (for the vegetarians) · only for vegetarians · as written')
  await expect(line.getByLabel('For how many is this?')).toBeFocused()
  await expectNoAxeFindings(phone)

  await phone.goto(`/trip/${id}/group?tab=shopping`)
  const patties = phone.getByRole('listitem').filter({ hasText: 'veggie patties' }).first()
  await expect(patties).toContainText('Amount as written, not adjusted to the headcount')
  await patties.getByRole('button', { name: 'Details of veggie patties' }).tap()
  await expect(dialog(phone)).toContainText('12 (for the vegetarians, as written)')
})

test('on a phone, people mark what a line contains; readers see it, but not for whom it matters', async ({
  openSignedIn,
  friend,
  server,
  createTrip,
}) => {
  const phone = await openSignedIn(touchPhone)
  const people = listOf(
    { name: 'Ana', allergens: allergensOf('nuts') },
    { name: 'Ben', allergens: allergensOf('eggs') },
  )
  const plan = { people, meals: buildDinner(2, 'Surprise', '12 muffins') }
  const id = await createTrip(phone, { name: 'Awenda', type: 'car_trip', plan })
  await phone.goto(`/trip/${id}?tab=meals`)
  const dinner = card(phone, 'Dinner')
  await button(phone, 'Edit meal plan').tap()
  await dinner.getByRole('button', { name: 'Surprise', exact: true }).tap()
  await dialog(phone).getByRole('button', { name: 'Correct' }).tap()
  await dialog(phone).getByRole('checkbox', { name: 'tree nuts' }).check()
  await expect(dialog(phone)).toContainText('Marked: contains tree nuts')
  await expectNoAxeFindings(phone)
  await dialog(phone).getByRole('button', { name: 'Done', exact: true }).tap()
  await dinner.getByLabel('Prep', { exact: true }).fill('Prep 40 min')
  await dinner.getByLabel('Served at').fill('18:00')
  await button(phone, 'Save').tap()
  await expectSaved(phone)

  await expect(dinner).toContainText('Ana, allergic to tree nuts: Surprise (marked)')
  await button(phone, 'Show').tap()
  await expect(phone.getByText('That can miss things, so check the labels.')).toBeVisible()
  await phone.getByRole('button', { name: 'Day 1' }).last().tap()
  await expect(dinner.getByText('Ben, allergic to eggs: muffins')).toBeFocused()
  await expectNoAxeFindings(phone)

  const sharing = await phone.request.put(`/api/trips/${id}/sharing`, {
    data: { is_public: true },
    headers: { origin: server.address },
  })
  expect(sharing.ok()).toBe(true)
  await friend.goto(`/shared/${id}?tab=meals`)
  await expect(card(friend, 'Dinner')).toContainText('Surprise (contains tree nuts)')
  await expect(card(friend, 'Dinner')).toContainText('Start at 5:20 PM')
  await expect(friend.getByText(/Ana|Ben/)).toHaveCount(0)
})

test('a meal is copied to another day and to another trip', async ({ page, signIn, createTrip }) => {
  await signIn(page)
  const { 1: first } = buildDinner(20, '2 kg pasta')
  const named = { ...first, meals: { ...first.meals, dinner: { ...first.meals.dinner, name: 'Pasta night' } } }
  const meals = { 1: named, 2: newMealDay('car_trip', 2) }
  const [id, other] = [
    await createTrip(page, { name: 'Bon Echo', type: 'car_trip', plan: { meals } }),
    await createTrip(page, { name: 'Silent Lake', type: 'car_trip' }),
  ]
  await page.goto(`/trip/${id}?tab=meals`)
  await button(page, 'Copy Dinner').click()
  await dialog(page).getByLabel('Copy to').selectOption('Day 2')
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('tab', { name: 'Day 2', exact: true }).click()
  await expect(card(page, 'Dinner')).toContainText('Pasta night')

  await button(page, 'Copy this day').click()
  await dialog(page).getByLabel('Trip').selectOption('Silent Lake')
  await expect(dialog(page).getByLabel('Copy to')).toHaveValue('5')
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await page.goto(`/trip/${other}?tab=meals`)
  await page.getByRole('tab', { name: 'Day 5', exact: true }).click()
  await expect(card(page, 'Dinner')).toContainText('Pasta night')
})

test('a reader of a shared trip sees for how many the meals are, but no warnings and settings', async ({
  page,
  friend,
  signIn,
  server,
  createTrip,
}) => {
  await signIn(page)
  const allergens = allergensOf('nuts')
  const child = { kind: 'child', age: '7' } as const
  const lines = ['2 kg pasta', '500 g walnuts', '60 L water (3 L each)', '20 bananas']
  const id = await createTrip(page, {
    name: 'Rock Point',
    type: 'car_trip',
    plan: {
      people: listOf({ allergens }, {}, ...Array.from({ length: 4 }, () => child)),
      meals: buildDinner(20, ...lines),
      details: buildDetails({ eating: followingAll }),
    },
  })
  await page.goto(`/trip/${id}?tab=meals`)
  await expect(page.getByText('One person may have to skip something.')).toBeVisible()
  await expect(button(page, 'Headcount settings')).toBeVisible()
  const sharing = await page.request.put(`/api/trips/${id}/sharing`, {
    data: { is_public: true },
    headers: { origin: server.address },
  })
  expect(sharing.ok()).toBe(true)

  await friend.goto(`/shared/${id}?tab=meals`)
  const dinner = card(friend, 'Dinner')
  await expect(dinner).toContainText(/6\s*people/)
  await expect(dinner).toContainText('4 of them children')
  // The children eat 0.7 of a portion, but whole bananas.
  await expect(dinner.getByRole('listitem')).toHaveText([
    '480 g pasta',
    '120 g walnuts',
    '14.4 L water (3 L each, less for children)',
    '6 bananas',
  ])
  await dinner.getByRole('button', { name: 'See the recipe for 20' }).click()
  await expect(dinner).toContainText('The recipe is for 20. 6 people eat as much as 4.8 adults.')
  await expect(dinner.getByRole('listitem').last()).toHaveText('20 bananas')
  await expect(friend.getByText(/may have to skip/)).toHaveCount(0)
  await expect(button(friend, 'Headcount settings')).toHaveCount(0)
})
