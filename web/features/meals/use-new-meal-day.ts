import { countExpected } from '#domain/expected-people.ts'
import { mealTypes } from '#domain/plan/day-parts.ts'
import { type MealDay, newMealDay } from '#domain/plan/meals.ts'
import type { Trip, TripType } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'

/** What a new day starts with: meals for as many people as are expected, if somebody said how many. */
export function useNewMealDay(trip: Trip): (type: TripType, day: number) => MealDay {
  const details = useSection(trip.id, 'details')?.value
  const people = useSection(trip.id, 'people')?.value
  const servings = details ? countExpected(details, people ?? []) : 0
  return (type, number) => {
    const day = newMealDay(type, number)
    if (servings === 0) return day
    const meals = { ...day.meals }
    for (const meal of mealTypes) meals[meal] = { ...meals[meal], servings }
    return { ...day, meals }
  }
}
