import { expect, test } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { newPerson, type Person } from '../plan/people.ts'
import type { TripDates } from '../trip-days.ts'
import { countMealDiets } from './meal-diets.ts'

const dates: TripDates = { departure_date: '2026-08-12' as LocalDate, return_date: '2026-08-14' as LocalDate }
const none = newPerson('none', '')
const somebody = (id: string, more: Partial<Person> = {}): Person => ({
  ...newPerson(id, id),
  coming: 'coming',
  ...more,
})
const party = (...persons: Person[]) => [{ id: 'party', name: '', persons }]

test('counts for each diet everybody it suits, but no diet that is only included in another', () => {
  const people = party(
    somebody('Ana', { diets: { ...none.diets, vegan: true } }),
    somebody('Ben', { diets: { ...none.diets, vegetarian: true } }),
    somebody('Cleo'),
  )
  expect(countMealDiets(people, { day: 1, meal: 'dinner' }, dates)).toEqual({
    eaters: 3,
    diets: [
      { diet: 'vegetarian', count: 2 },
      { diet: 'vegan', count: 1 },
    ],
    allergies: [],
  })
})

test('counts the diet that an allergy means, and names who has the allergy', () => {
  const ana = somebody('Ana', { allergens: { ...none.allergens, gluten: true, peanuts: true } })
  const { diets, allergies } = countMealDiets(party(ana), { day: 1, meal: 'lunch' }, dates)
  expect(diets).toEqual([{ diet: 'gluten_free', count: 1 }])
  expect(allergies.map(({ allergen, who }) => [allergen, who.map(({ name }) => name)])).toEqual([
    ['gluten', ['Ana']],
    ['peanuts', ['Ana']],
  ])
})

test('leaves out who is not there for the meal or has not said that they come', () => {
  const vegan = { ...none.diets, vegan: true }
  const people = party(
    somebody('Ana', { diets: vegan, from: '2 lunch 2026-08-12' }),
    somebody('Ben', { diets: vegan, coming: 'unsure' }),
    somebody('Cleo', { diets: vegan, skips: [{ id: 'skip', at: '2 lunch 2026-08-12' }] }),
  )
  const eaters = (day: number) => countMealDiets(people, { day, meal: 'lunch' }, dates).eaters
  expect([1, 2, 3].map(eaters)).toEqual([1, 1, 2])
})
