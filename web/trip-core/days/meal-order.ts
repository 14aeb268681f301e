import type { MealType } from '#domain/plan/day-parts.ts'
import * as m from '#messages'

export type MealPlace = MealType | 'snacks'

/** A day's order: snacks come after lunch on days 2 and 3, and after dinner on others. */
export function mealOrder(day: number): MealPlace[] {
  return day === 2 || day === 3
    ? ['breakfast', 'lunch', 'snacks', 'dinner']
    : ['breakfast', 'lunch', 'dinner', 'snacks']
}

export const mealTitles: Record<MealPlace, string> = {
  breakfast: m.common_meal_breakfast(),
  lunch: m.common_meal_lunch(),
  dinner: m.common_meal_dinner(),
  snacks: m.days_meal_snacks(),
}
