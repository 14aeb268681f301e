import type { MealType } from '#domain/plan/day-parts.ts'

export type MealPlace = MealType | 'snacks'

/** A day's order: snacks come after lunch on days 2 and 3, and after dinner on others. */
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
