import type { DayEntry, EntryOf } from '../day/day-entry.ts'
import { entriesOf } from '../day/list-days.ts'
import { type MealType, mealTypes } from '../plan/day-parts.ts'
import { parseTime } from '../typed-time.ts'
import { DAY_MINUTES } from './clock.ts'

/** A meal. Its `start` is in minutes since today's midnight. */
export type NextMeal = EntryOf<'meals'> & { overAt: number }

interface Now {
  day: number
  minute: number
}

/** When a meal is over that has no serving time. It only decides which meal is next, and is never shown. */
const USUAL_END: Record<MealType, number> = { breakfast: 10 * 60, lunch: 14 * 60 + 30, dinner: 21 * 60 }
/** How long a meal takes from when it is served. */
const MEAL_MINUTES = 60

/** The minute of its day at which a meal is over. `servedAt` is '18:00', or '' if nobody said it. */
export function mealOverAt(meal: MealType, servedAt: string): number {
  return overAt(meal, parseTime(servedAt))
}

const overAt = (meal: MealType, served: number | undefined) =>
  served === undefined ? USUAL_END[meal] : served + MEAL_MINUTES

/** The meal that is next of these entries, today or tomorrow. `overAt` is a minute as of today. */
export function findNextMeal(entries: readonly DayEntry[], { day, minute }: Now): NextMeal | undefined {
  return entriesOf('meals', entries)
    .flatMap((entry): NextMeal[] => {
      const offset = (entry.day ?? 0) - day
      if (offset !== 0 && offset !== 1) return []
      const { meal } = entry.thing
      const shift = offset * DAY_MINUTES
      const start = entry.start === undefined ? undefined : entry.start + shift
      return [{ ...entry, start, overAt: overAt(meal, entry.start) + shift }]
    })
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .find((one) => one.overAt > minute)
}

/** Meals in the order of a day, whenever they are served. */
const placeOf = ({ day = 0, thing: { meal } }: NextMeal) => day * mealTypes.length + mealTypes.indexOf(meal)
