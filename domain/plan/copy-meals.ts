import { listDays } from './day-number.ts'
import type { MealType } from './day-parts.ts'
import { type Line, type Meal, type MealDay, type Meals, mealDefaults, newLine } from './meals.ts'

/* Copies of meals and days, for another day of the same trip or for another trip. */

/** What is copied: one meal of a day, or the whole day. */
export type CopiedPart = MealType | 'day'

export interface CopyOptions {
  /** Makes the id of a line. */
  newId: () => string
  /** Whether the copy is for another trip, which has other people. */
  isOtherTrip: boolean
}

/** Replaces a meal, or a whole day, of `meals` by a copy. The day must exist, unless a whole day is copied. */
export function withCopy(
  meals: Meals,
  { part, from, to, options }: { part: CopiedPart; from: MealDay; to: number; options: CopyOptions },
): Meals {
  if (part === 'day') return { ...meals, [to]: copyDay(from, options) }
  const day = meals[to]
  if (!day) return meals
  return { ...meals, [to]: { ...day, meals: { ...day.meals, [part]: copyMeal(from.meals[part], options) } } }
}

/** The days that a copy can replace. */
export function listTargets(meals: Meals, part: CopiedPart, own: number | undefined): number[] {
  return listDays(meals).filter((day) => day !== own || part !== 'day')
}

function copyDay({ meals, snacks }: MealDay, options: CopyOptions): MealDay {
  return {
    meals: {
      breakfast: copyMeal(meals.breakfast, options),
      lunch: copyMeal(meals.lunch, options),
      dinner: copyMeal(meals.dinner, options),
    },
    snacks: copyLines(snacks, options),
  }
}

/** How many eat is not copied: it was said for that meal alone. */
function copyMeal(meal: Meal, options: CopyOptions): Meal {
  return { ...meal, eaters: mealDefaults.eaters, ingredients: copyLines(meal.ingredients, options) }
}

function copyLines(lines: readonly Line[], { newId, isOtherTrip }: CopyOptions): Line[] {
  return lines.map((line) => {
    const copy = { ...line, id: newId() }
    if (!isOtherTrip || line.for_whom !== 'people') return copy
    // Nobody there is known, so it stays what it was: an amount that somebody wrote.
    return { ...newLine(copy.id, line.text), for_whom: 'fixed', read_as: line.read_as, marks: line.marks }
  })
}
