import { countExpected } from '#domain/expected-people.ts'
import { type MealDay, newMealDay } from '#domain/plan/meals.ts'
import type { Trip, TripType } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'

/** What a new day starts with: meals for as many people as are expected, if somebody said how many. */
export function useNewMealDay(trip: Trip): (type: TripType, day: number) => MealDay {
  const details = useSection(trip.id, 'details')?.value
  const people = useSection(trip.id, 'people')?.value
  const servings = details ? countExpected(details, people ?? []) : 0
  return (type, day) => newMealDay(type, day, servings)
}
