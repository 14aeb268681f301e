import * as z from 'zod/mini'
import { newDays } from '../templates/new-day.ts'
import { freeText, longText } from '../text.ts'
import type { TripType } from '../trip.ts'
import { dayNumber } from './day-number.ts'
import { defineSection } from './section.ts'

export const MEAL_TEXT_MAX = 2000
export const SERVINGS_MAX = 100_000

export const mealTypes = ['breakfast', 'lunch', 'dinner'] as const
export type MealType = (typeof mealTypes)[number]

const text = freeText(MEAL_TEXT_MAX)

export const meal = z.strictObject({
  name: text,
  description: longText(MEAL_TEXT_MAX),
  /** How long it takes, in the person's own words: '30 minutes'. */
  prep: text,
  servings: z.int().check(z.nonnegative(), z.maximum(SERVINGS_MAX)),
  ingredients: z.array(text),
})
export type Meal = z.infer<typeof meal>

export const mealDay = z.strictObject({
  meals: z.strictObject({ breakfast: meal, lunch: meal, dinner: meal }),
  snacks: z.array(text),
})
export type MealDay = z.infer<typeof mealDay>

/** The meal plan by day number. */
export type Meals = Record<string, MealDay>

export const meals = defineSection<Meals>({ schema: z.record(dayNumber, mealDay), newEntry: newMealDay })

/** What a day has that somebody adds. */
export function newMealDay(type: TripType): MealDay {
  const fresh = (name: string, prep: string): Meal => ({
    name,
    description: 'Add description',
    prep,
    servings: newDays[type].servings,
    ingredients: ['Add ingredients'],
  })
  return {
    meals: {
      breakfast: fresh('New Breakfast', '30 minutes'),
      lunch: fresh('New Lunch', '45 minutes'),
      dinner: fresh('New Dinner', '1 hour'),
    },
    snacks: ['Add snacks'],
  }
}

export const NEW_INGREDIENT = 'New food item'
export const NEW_SNACK = 'New snack'
