import * as z from 'zod/mini'

const count = z.int().check(z.nonnegative())

export const mealHeadcount = z.object({ breakfast: count, lunch: count, dinner: count })
export type MealHeadcount = z.infer<typeof mealHeadcount>

/** How many people are coming, but not who. Everybody who can read the trip may see this. */
export const headcount = z.object({
  coming: count,
  unsure: count,
  /** Of those who are coming. */
  children: count,
  /** By day number. */
  days: z.record(z.string(), mealHeadcount),
})
export type Headcount = z.infer<typeof headcount>
