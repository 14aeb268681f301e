import * as z from 'zod/mini'
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

/** One ingredient, or one snack. */
export const line = z.strictObject({ id, text: longText(MAX_MEAL_TEXT) })
export type Line = z.infer<typeof line>

export const meal = z.strictObject({
  name: text,
  description: longText(MAX_MEAL_TEXT),
  /** How long it takes, in the person's own words: '30 minutes'. */
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

/** The meal plan by day number. */
export type Meals = Record<string, MealDay>

export const meals = defineSection<Meals>({
  schema: z.record(dayNumber, mealDay),
  empty: {},
  newEntry: newMealDay,
  failures: { load: 'Failed to load meal plans', save: 'Failed to save meal plans' },
  readers: 'everything',
})

/** What a day has that somebody adds. Two people who add it apart add one. */
export function newMealDay(type: TripType, day: number): MealDay {
  const fresh = (place: MealType, name: string, prep: string): Meal => ({
    name,
    description: 'Add description',
    prep,
    servings: newDays[type].servings,
    ingredients: linesAt(day, place, ['Add ingredients']),
  })
  return {
    meals: {
      breakfast: fresh('breakfast', 'New Breakfast', '30 minutes'),
      lunch: fresh('lunch', 'New Lunch', '45 minutes'),
      dinner: fresh('dinner', 'New Dinner', '1 hour'),
    },
    snacks: linesAt(day, 'snacks', ['Add snacks']),
  }
}

/**
 * Texts as the lines of a meal or of the day's snacks, each with the id of its place.
 * @param known the ids of those that have one
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
