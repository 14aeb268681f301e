import type { FoodAmounts } from '../amounts.ts'
import type { FoodTrip, ReadLine } from '../food-plan.ts'
import { amountsByDay, toFoodAmounts } from '../meal-amounts.ts'

/** The amounts of all meals, as readers of a share link get them. */
export const listAmounts = (trip: FoodTrip, read: ReadLine): FoodAmounts | undefined =>
  toFoodAmounts([...amountsByDay(trip, read)])
