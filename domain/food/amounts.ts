import * as z from 'zod/mini'

/* How many eat at each meal, and by what its lines are multiplied, without saying who. */

/** Absent in responses that devices stored before the field existed. */
const added = z._default(z.number(), 0)

const lineScale = z.object({ factor: z.number(), each: z.nullable(z.number()), written_for: added, eating: added })

const mealAmounts = z.object({
  /** For how many people the amounts were written. */
  servings: z.number(),
  /** How many eat. */
  count: z.number(),
  /** The same, with the shares of children. */
  portions: z.number(),
  /** How many of them are children; 0 if somebody entered how many eat. */
  children: added,
  /** Whether the amounts follow the count. */
  follows: z.boolean(),
  /** For lines for everyone that were written for the servings. */
  everyone: lineScale,
  /** For all other lines, by their id. */
  lines: z.record(z.string(), lineScale),
})
export type MealAmounts = z.infer<typeof mealAmounts>

/** By day number. */
export const foodAmounts = z.record(
  z.string(),
  z.object({ breakfast: mealAmounts, lunch: mealAmounts, dinner: mealAmounts, snacks: mealAmounts }),
)
export type FoodAmounts = z.infer<typeof foodAmounts>
