import type { Duty, DutyKind } from '../plan/duties.ts'
import type { Meals } from '../plan/meals.ts'
import { mealOverAt } from './next-meal.ts'

/** Duties that are over with the meal. The others may go on after it, such as washing up. */
const endsWithMeal: ReadonlySet<DutyKind> = new Set(['cook', 'help', 'water'])
const AFTER_MEAL_MINUTES = 60

/** The minute of its day at which a duty is over; undefined if it has no meal, and so may be at any time. */
export function dutyOverAt({ kind, day, meal }: Pick<Duty, 'kind' | 'day' | 'meal'>, meals: Meals): number | undefined {
  if (day === 0 || meal === '') return undefined
  const end = mealOverAt(meal, meals[day]?.meals[meal].served_at ?? '')
  return endsWithMeal.has(kind) ? end : end + AFTER_MEAL_MINUTES
}
