import { defaultEating } from '../../plan/details.ts'
import type { FoodSettings } from '../food-plan.ts'

/** Amounts follow everybody on the list who has not declined. */
export const followingAll: FoodSettings = { ...defaultEating, counts: 'all' }
