import type { MealType } from '#domain/plan/day-parts.ts'
import * as m from '#messages'

export const mealNames: Record<MealType, () => string> = {
  breakfast: m.common_meal_breakfast,
  lunch: m.common_meal_lunch,
  dinner: m.common_meal_dinner,
}
