import type { MealType } from '#domain/plan/day-parts.ts'

export type MealPlace = MealType | 'snacks'

/** The order of a day: on days 2 and 3 snacks come after lunch, on others after dinner. */
export function mealOrder(day: number): MealPlace[] {
  return day === 2 || day === 3
    ? ['breakfast', 'lunch', 'snacks', 'dinner']
    : ['breakfast', 'lunch', 'dinner', 'snacks']
}

export const mealTitles: Record<MealPlace, string> = {
  breakfast: 'Breakfast',
  lunch: 'Lunch',
  dinner: 'Dinner',
  snacks: 'Snacks & Beverages',
}
