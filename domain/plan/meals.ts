import * as z from 'zod/mini'
import * as m from '#messages'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { newDays } from '../templates/new-day.ts'
import { freeText, longText } from '../text.ts'
import type { TripType } from '../trip.ts'
import { dayNumber } from './day-number.ts'
import type { MealType } from './day-parts.ts'
import { defineSection } from './section.ts'

export const MAX_MEAL_TEXT = 2000
export const MAX_SERVINGS = 100_000

const text = freeText(MAX_MEAL_TEXT)

/** An ingredient or a snack. */
export const line = z.strictObject({ id, text: longText(MAX_MEAL_TEXT) })
export type Line = z.infer<typeof line>

export const meal = z.strictObject({
  name: text,
  description: longText(MAX_MEAL_TEXT),
  /** The preparation time as free text: '30 minutes'. */
  prep: text,
  servings: z.int().check(z.nonnegative(), z.maximum(MAX_SERVINGS)),
  ingredients: itemList(line),
})
export type Meal = z.infer<typeof meal>

export const mealDay = z.strictObject({
  meals: z.strictObject({ breakfast: meal, lunch: meal, dinner: meal }),
  snacks: itemList(line),
})
export type MealDay = z.infer<typeof mealDay>

export type Meals = Record<string, MealDay>

export const meals = defineSection<Meals>({
  schema: z.record(dayNumber, mealDay),
  empty: {},
  newEntry: newMealDay,
  failures: () => ({ load: m.plan_meals_load_failed(), save: m.plan_meals_save_failed() }),
  readers: (value) => value,
})

/** What a new day starts with. Two people who add the same day independently add one. */
export function newMealDay(type: TripType, day: number): MealDay {
  const newMeal = (place: MealType, name: string, prep: string): Meal => ({
    name,
    description: 'Add description',
    prep,
    servings: newDays[type].servings,
    ingredients: linesAt(day, place, ['Add ingredients']),
  })
  return {
    meals: {
      breakfast: newMeal('breakfast', 'New Breakfast', '30 minutes'),
      lunch: newMeal('lunch', 'New Lunch', '45 minutes'),
      dinner: newMeal('dinner', 'New Dinner', '1 hour'),
    },
    snacks: linesAt(day, 'snacks', ['Add snacks']),
  }
}

/**
 * Texts as the lines of a meal or of the day's snacks, with ids derived from their place.
 * @param known existing ids, which are used instead
 */
export function linesAt(
  day: number,
  place: MealType | 'snacks',
  texts: readonly string[],
  known: readonly string[] = [],
): Line[] {
  return texts.map((text, index) => ({ id: known[index] ?? derivedId(`meals/${day}/${place}/${index}`), text }))
}

export const NEW_INGREDIENT = 'New food item'
export const NEW_SNACK = 'New snack'
