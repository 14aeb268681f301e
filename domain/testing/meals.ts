import { type MealDay, newLine, newMealDay } from '../plan/meals.ts'

/** Day 1 of a car trip, with a dinner whose amounts are written for this many people. */
export function buildDinner(servings: number, ...texts: string[]): { 1: MealDay } {
  const day = newMealDay('car_trip', 1)
  const ingredients = texts.map((text) => newLine(crypto.randomUUID(), text))
  return { 1: { ...day, meals: { ...day.meals, dinner: { ...day.meals.dinner, servings, ingredients } } } }
}
