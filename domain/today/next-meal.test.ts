import { describe, expect, it } from 'vitest'
import { entriesFor, listEntries } from '../day/list-days.ts'
import { addDays, type LocalDate } from '../local-date.ts'
import { mealTypes } from '../plan/day-parts.ts'
import { type Meal, type Meals, newMealDay } from '../plan/meals.ts'
import type { Person } from '../plan/people.ts'
import { sectionWithoutPlaceholders } from '../templates/placeholders.ts'
import { buildDayPlan } from '../testing/day-plan.ts'
import { buildComing, buildParties } from '../testing/people.ts'
import { findNextMeal } from './next-meal.ts'

const at = (hour: number, minute = 0) => hour * 60 + minute

function dayOfMeals(day: number, dishes: Partial<Record<(typeof mealTypes)[number], Partial<Meal>>>) {
  const empty = newMealDay('car_trip', day)
  const meals = { ...empty.meals }
  for (const place of mealTypes) meals[place] = { ...meals[place], ...dishes[place] }
  return { ...empty, meals }
}

const meals: Meals = {
  1: dayOfMeals(1, {
    breakfast: { name: 'Oats' },
    lunch: { name: 'Wraps', served_at: '13:00' },
    dinner: { name: 'Chili', served_at: '18:00', prep: 'Prep 20 min, cook 40 min' },
  }),
  2: dayOfMeals(2, { lunch: { name: 'Soup' } }),
}
const departure_date = '2026-06-11' as LocalDate
/** Of somebody who comes for these meals of the trip, which has two days unless `days` says another number. */
const next = (minute: number, { days = 2, ...answer }: Partial<Person> & { days?: number } = {}) => {
  const dates = { departure_date, return_date: addDays(departure_date, days - 1) }
  const people = buildParties(buildComing('Ana', { id: 'ana', ...answer }))
  const entries = entriesFor(
    'ana',
    listEntries(buildDayPlan({ meals: sectionWithoutPlaceholders('meals', meals), dates })),
    { people, dates },
  )
  const found = findNextMeal(entries, { day: 1, minute })
  return found && { ...found, ...found.thing }
}

describe('findNextMeal', () => {
  it('is the meal that is not over, by its serving time or the usual hours', () => {
    expect(next(at(7))).toMatchObject({ dish: 'Oats', start: undefined, overAt: at(10) })
    expect(next(at(10))).toMatchObject({ dish: 'Wraps', start: at(13), overAt: at(14) })
    expect(next(at(13, 59))?.dish).toBe('Wraps')
    expect(next(at(14))).toMatchObject({
      dish: 'Chili',
      start: at(18),
      cooking: { time: '17:00', isDayBefore: false },
    })
  })

  it('is one of tomorrow in the evening, unless the trip ends today', () => {
    expect(next(at(19))).toMatchObject({ day: 2, meal: 'lunch', dish: 'Soup' })
    expect(next(at(19), { days: 1 })).toBeUndefined()
  })

  it('is one that the person eats', () => {
    expect(next(at(7), { from: '1 dinner' })?.dish).toBe('Chili')
    expect(next(at(7), { coming: 'not_coming' })).toBeUndefined()
  })

  it('is none in an empty plan', () => {
    expect(findNextMeal([], { day: 1, minute: 0 })).toBeUndefined()
  })
})
