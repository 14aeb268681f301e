import { expect, it } from 'vitest'
import { newMealDay, withLine } from './meals.ts'

const meals = { '1': newMealDay('car_trip', 1), '2': newMealDay('car_trip', 2) }

it('changes one line of a meal or of the snacks, and nothing else', () => {
  const { meals: first, snacks } = meals['1']
  const [line, snack] = [first.lunch.ingredients[0], snacks[0]]
  const changed = withLine(meals, { day: 1, place: 'lunch', id: line?.id ?? '' }, { for_whom: 'only:vegan' })
  expect(changed['1']?.meals.lunch.ingredients).toEqual([{ ...line, for_whom: 'only:vegan' }])
  expect(changed['1']?.meals.dinner).toBe(first.dinner)
  expect(changed['2']).toBe(meals['2'])
  const ofSnacks = withLine(meals, { day: 1, place: 'snacks', id: snack?.id ?? '' }, { written_for: 6 })
  expect(ofSnacks['1']?.snacks).toEqual([{ ...snack, written_for: 6 }])
  expect(withLine(meals, { day: 3, place: 'lunch', id: '' }, { written_for: 6 })).toBe(meals)
})
