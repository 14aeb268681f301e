import { type StartTime, startTimeOf } from '../food/start-time.ts'
import { type MealType, mealTypes } from '../plan/day-parts.ts'
import type { Meals } from '../plan/meals.ts'
import { dishOf } from '../templates/placeholders.ts'
import { parseTime } from '../typed-time.ts'
import { DAY_MINUTES } from './clock.ts'

export interface NextMeal {
  day: number
  meal: MealType
  dish: string
  /** '18:00'; '' if nobody said it. */
  servedAt: string
  /** The same in minutes since today's midnight; undefined if nobody said it. */
  start: number | undefined
  /** When to start cooking; undefined if that cannot be read. */
  cooking: StartTime | undefined
}

interface NextMealInput {
  day: number
  minute: number
  lastDay: number | undefined
  /** Whether the person eats it. */
  attends: (day: number, meal: MealType) => boolean
}

/** When a meal is over that has no serving time. It only decides which meal is next, and is never shown. */
const USUAL_END: Record<MealType, number> = { breakfast: 10 * 60, lunch: 14 * 60 + 30, dinner: 21 * 60 }
/** How long a meal takes from when it is served. */
const MEAL_MINUTES = 60

/** The minute of its day at which a meal is over. `servedAt` is '18:00', or '' if nobody said it. */
export function mealOverAt(meal: MealType, servedAt: string): number {
  const served = parseTime(servedAt)
  return served === undefined ? USUAL_END[meal] : served + MEAL_MINUTES
}

/** The meal that somebody eats next, today or tomorrow. Meals without a name are left out. */
export function findNextMeal(
  meals: Meals,
  { day, minute, lastDay, attends }: NextMealInput,
): (NextMeal & { overAt: number }) | undefined {
  for (const offset of [0, 1]) {
    const number = day + offset
    if (number > (lastDay ?? Number.POSITIVE_INFINITY)) return undefined
    const found = mealTypes
      .flatMap((place) => {
        const meal = meals[number]?.meals[place]
        const dish = meal ? dishOf(meal.name) : ''
        if (!meal || dish === '' || !attends(number, place)) return []
        const served = parseTime(meal.served_at)
        const overAt = mealOverAt(place, meal.served_at) + offset * DAY_MINUTES
        const start = served === undefined ? undefined : served + offset * DAY_MINUTES
        const cooking = startTimeOf(meal)
        return [{ day: number, meal: place, dish, servedAt: meal.served_at, start, cooking, overAt }]
      })
      .find(({ overAt }) => overAt > minute)
    if (found) return found
  }
  return undefined
}
