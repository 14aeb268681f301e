import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { followingAll } from '#domain/food/testing/settings.ts'
import { newLine, newMealDay } from '#domain/plan/meals.ts'
import type { ComingAnswer, Party } from '#domain/plan/people.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildParty, dietsOf } from '#domain/testing/people.ts'
import { buildCar } from '#domain/testing/rides.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectText, expectTexts } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/* Thirty plan together, until their driver cancels: one of them at their page, the others as they change the plan. */

const ben = newId()

/** Thirty people, with a car of the driver for four and a bus of the organizer. Robin is one of them. */
async function openThirty(robinIs: 'organizer' | 'rider'): Promise<OpenedTrip> {
  await page.viewport(390, 844)
  const organizer = robinIs === 'organizer' ? ROBIN.id : newId()
  const kim = robinIs === 'rider' ? ROBIN.id : newId()
  const others = Array.from({ length: 27 }, (_, index) =>
    buildComing(`Guest ${index + 1}`, index < 5 ? { diets: dietsOf('vegetarian') } : {}),
  )
  const named = [
    [organizer, 'Robin Tester'],
    [ben, 'Ben Berg'],
    [kim, 'Kim Okafor'],
  ] as const
  const people = [...named.map(([id, name]) => buildParty(buildComing(name, { id }))), buildParty(...others)]
  const car = buildCar(ben, { seats: 4 })
  const bus = buildCar(organizer, { seats: 26 })
  const inCar = [kim, ...others.slice(0, 2).map(({ id }) => id)].map((id) => ({ id, car: car.id }))
  const inBus = others.slice(2).map(({ id }) => ({ id, car: bus.id }))
  const day = newMealDay('car_trip', 1)
  const ingredients = [
    { ...newLine(newId(), '3 kg bacon'), for_whom: 'except:vegetarian' as const },
    { ...newLine(newId(), '60 veggie sausages (2 each)'), for_whom: 'only:vegetarian' as const },
    newLine(newId(), '12 veggie patties (for the vegetarians)'),
    newLine(newId(), '8 x 398 mL cans tomatoes'),
    newLine(newId(), '3 x 796 mL cans tomatoes'),
  ]
  const dinner = { ...day.meals.dinner, servings: 30, ingredients }
  const opened = await openTrip({
    trip: { name: 'Thirty at the lake', role: robinIs === 'organizer' ? 'owner' : 'member' },
    values: {
      details: buildDetails({ ...datesOf('2031-06-12', '2031-06-14'), eating: followingAll }),
      people,
      rides: { cars: [car, bus], riders: [...inCar, ...inBus] },
      meals: { 1: { ...day, meals: { ...day.meals, dinner } } },
    },
  })
  responses.set(`/api/trips/${opened.trip.id}/people`, async () => access(planner(ROBIN, 'owner')))
  return opened
}

const answer = (parties: Party[], coming: ComingAnswer): Party[] =>
  parties.map((party) => ({
    ...party,
    persons: party.persons.map((one) => (one.id === ben ? { ...one, coming } : one)),
  }))

test('thirty people: the driver cancels, lines for a diet follow the vegetarians, and part of an item is bought', async () => {
  const opened = await openThirty('organizer')
  const { id } = opened.trip
  // Everybody sits, thirty eat.
  const group = page.getByRole('region', { name: 'Your group' })
  showApp(`/trip/${id}`)
  await expect.element(group.getByRole('link', { name: 'Everyone has a ride' })).toBeVisible()
  const lines = page.getByRole('region', { name: 'Dinner', exact: true }).getByRole('listitem')
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await tab('Food & Meals').click()
  await expectText(lines.nth(0), /^2.5 kg bacon · not for vegetarians$/)

  // The driver cancels: seats and amounts follow.
  opened.editAsOther('people', (parties) => answer(parties, 'not_coming'))
  await expectText(lines.nth(0), /^2.4 kg bacon · not for vegetarians$/)
  await tab('Overview').click()
  await expect.element(group.getByRole('link', { name: '3 people need a ride' })).toBeVisible()
  await group.getByRole('button', { name: 'See everything still to do' }).click()
  const needRide = dialog().getByRole('region', { name: 'Need a ride' }).getByRole('listitem')
  await expectTexts(needRide, ['Kim Okafor', 'Guest 1', 'Guest 2'])
  await button('Done').click()

  // Lines for a diet: calculated from what they were written for, or asked.
  await tab('Food & Meals').click()
  await expectText(lines.nth(1), /^10 veggie sausages \(2 each\) · only for vegetarians$/)
  const patties = lines.nth(2)
  await patties.getByRole('button', { name: 'Only for vegetarians?' }).click()
  await expectText(patties, '12 veggie patties (for the vegetarians) · only for vegetarians · as written')
  await patties.getByLabelText('For how many is this?').fill('6')
  await patties.getByRole('button', { name: 'Save' }).click()
  await expectText(patties, /^10 veggie patties \(for the vegetarians\) · only for vegetarians$/)

  // In the shop: six of the eight small cans.
  showApp(`/trip/${id}/group?tab=shopping`)
  await button('Details of tomatoes').click()
  await dialog().getByLabelText('How many cans of 398 mL').fill('6 x 398 mL')
  await button('Add').click()
  await button('Done').click()
  const tomatoes = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'tomatoes' })
  await expectText(tomatoes, '6 cans of 398 mL bought. Buy 2 cans of 398 mL more.')
  await expectText(tomatoes, '2 cans of 398 mL + 3 cans of 796 mL')

  // The driver comes after all: everyone has the seat that they had.
  opened.editAsOther('people', (parties) => answer(parties, 'coming'))
  showApp(`/trip/${id}/group?tab=rides`)
  const seats = page.getByRole('group', { name: 'Ben Berg’s car' }).getByRole('listitem')
  await expectTexts(seats, ['Ben Berg drives', 'Kim Okafor', 'Guest 1', 'Guest 2'])
  await expectNoAxeFindings()
})

test('a rider is told when their driver cancels, and comes after all', async () => {
  const opened = await openThirty('rider')
  showApp(`/trip/${opened.trip.id}`)
  await expect.element(page.getByText('You ride in Ben Berg’s car')).toBeVisible()
  opened.editAsOther('people', (parties) => answer(parties, 'not_coming'))
  await expect.element(page.getByRole('link', { name: /You need another ride: Ben Berg isn’t coming/ })).toBeVisible()
  opened.editAsOther('people', (parties) => answer(parties, 'coming'))
  await expect.element(page.getByText('You ride in Ben Berg’s car')).toBeVisible()
})
