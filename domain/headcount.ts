import * as z from 'zod/mini'

const count = z.int().check(z.nonnegative())

/** How many are there for the meals of a day. */
export const mealHeadcount = z.object({ breakfast: count, lunch: count, dinner: count })
export type MealHeadcount = z.infer<typeof mealHeadcount>

/** How many come, without a word of who: what everybody may know who reads a trip. */
export const headcount = z.object({
  coming: count,
  unsure: count,
  /** Of those who come. */
  children: count,
  /** By day number. */
  days: z.record(z.string(), mealHeadcount),
})
export type Headcount = z.infer<typeof headcount>
