import { describe, expect, it } from 'vitest'
import { defaultEating } from '../plan/details.ts'
import { type Meal, type Meals, newLine, newMealDay } from '../plan/meals.ts'
import { mealTimeOf } from '../plan/people.ts'
import type { FoodTrip } from './food-plan.ts'
import { listMealSizes, withServingsOfEaters } from './meal-sizes.ts'
import { buildParty, buildPerson } from './testing/build-food.ts'

const id = '00000000-0000-4000-8000-000000000001'
const filled = (more: Partial<Meal> = {}): Partial<Meal> => ({ ingredients: [newLine(id, '3 kg pasta')], ...more })

function daysOf(...changes: Partial<Record<'breakfast' | 'lunch' | 'dinner', Partial<Meal>>>[]): Meals {
  return Object.fromEntries(
    changes.map(({ breakfast, lunch, dinner }, index) => {
      const day = newMealDay('car_trip', index + 1)
      const meals = {
        breakfast: { ...day.meals.breakfast, ...breakfast },
        lunch: { ...day.meals.lunch, ...lunch },
        dinner: { ...day.meals.dinner, ...dinner },
      }
      return [String(index + 1), { ...day, meals }]
    }),
  )
}

/** Thirty are listed: ten arrive for dinner, and one leaves after lunch. Nobody has let amounts follow them. */
const thirty = [
  ...Array.from({ length: 19 }, () => buildPerson()),
  ...Array.from({ length: 10 }, () => buildPerson({ from: mealTimeOf(1, 'dinner', '') })),
  buildPerson({ until: mealTimeOf(1, 'lunch', ''), coming: 'open' }),
  buildPerson({ coming: 'not_coming' }),
]
const tripOf = (days: Meals): FoodTrip & { days: Meals } => ({
  days,
  people: [buildParty(thirty)],
  dates: { departure_date: '', return_date: '' },
  settings: defaultEating,
})

describe('the sizes of meals', () => {
  it('are the eaters of each, also if as many are listed as the menus are for', () =>
    expect(listMealSizes(tripOf(daysOf({ lunch: filled(), dinner: filled() })))).toEqual([
      { servings: 30, eaters: 20 },
      { servings: 30, eaters: 29 },
    ]))

  it('lack meals without ingredients, those that nobody attends, and those whose number somebody chose', () => {
    const days = daysOf({
      breakfast: filled({ follows_headcount: false }),
      lunch: filled({ eaters: 12 }),
      dinner: {},
    })
    expect(listMealSizes(tripOf(days))).toEqual([])
    expect(listMealSizes({ ...tripOf(daysOf({ lunch: filled() })), people: [] })).toEqual([])
  })

  it('leave meals as they are whose number somebody chose, or whose amounts do not follow', () => {
    const { days, ...trip } = tripOf(
      daysOf({
        breakfast: filled({ servings: 4, follows_headcount: false }),
        lunch: filled({ servings: 4, eaters: 12 }),
      }),
    )
    const { breakfast, lunch, dinner } = withServingsOfEaters(days, trip)['1']?.meals ?? {}
    expect([breakfast?.servings, lunch?.servings, dinner?.servings]).toEqual([4, 4, 29])
  })

  it('become the servings, if the amounts are right for them', () => {
    const { days, ...trip } = tripOf(daysOf({ lunch: filled(), dinner: filled() }))
    const changed = withServingsOfEaters(days, trip)
    expect(listMealSizes({ ...trip, days: changed }).map(({ servings }) => servings)).toEqual([20, 29])
    const noOne = withServingsOfEaters(days, { ...trip, people: [] })
    expect(noOne).toEqual(days)
  })
})
