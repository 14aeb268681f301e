import { AppError } from '#domain/errors.ts'
import type { Meals } from '#domain/plan/meals.ts'
import { plan } from '../root/plan.ts'
import { prefetchTrip } from './trips.ts'

/**
 * Opens another trip, to copy meals to it. Without a network, the persisted one.
 * @returns its meals
 * @throws AppError data_not_loaded if it is not on this device and the server cannot be reached
 */
export async function loadOtherMeals(tripId: string): Promise<Meals> {
  await prefetchTrip(tripId)
  const meals = plan.find(tripId, 'meals')?.getSnapshot().value
  if (!meals) throw new AppError('data_not_loaded')
  return meals
}

/**
 * Changes the meals of an open trip.
 * @returns a function that undoes it
 */
export function editMeals(tripId: string, change: (meals: Meals) => Meals): () => void {
  return plan.find(tripId, 'meals')?.edit(change, 'at-once') ?? (() => {})
}
