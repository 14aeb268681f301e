import { useContext } from 'react'
import type { MealAmounts } from '#domain/food/amounts.ts'
import { countUnanswered, type Guests } from '#domain/food/eaters.ts'
import type { FoodPlace } from '#domain/food/food-plan.ts'
import { amountsAt } from '#domain/food/meal-amounts.ts'
import { readLine } from '#domain/food/read-line.ts'
import type { Warning } from '#domain/food/warnings.ts'
import type { MealType } from '#domain/plan/day-parts.ts'
import type { MealDay } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { PlanSourceContext } from '#web/data/trips/plan-source.ts'
import { foodWarnings, guests as guestsOfTrip } from '#web/trip-core/derived/food.ts'
import { listedPeople } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'

/** What the meals depend on besides themselves. */
export interface MealFood {
  parties: readonly Party[]
  guests: Guests
  /** Who cannot eat what. Readers get none, since they have no people. */
  warnings: Warning[]
  /** The amounts of a meal; undefined if nobody knows how many eat. The server computes those of readers. */
  amountsOf: (number: number, place: FoodPlace, day: MealDay) => MealAmounts | undefined
  /** How many of them have not answered. Readers are not told. */
  unansweredAt: (number: number, place: MealType, day: MealDay) => number
}

export function useMealFood(trip: Trip): MealFood {
  const { amounts } = useContext(PlanSourceContext)
  const guests = useDerived(trip, guestsOfTrip)
  return {
    parties: useDerived(trip, listedPeople),
    guests,
    warnings: useDerived(trip, foodWarnings),
    amountsOf: (number, place, day) =>
      amounts ? amounts[number]?.[place] : amountsAt(guests, { number, place, day, read: readLine }),
    unansweredAt: (number, place, day) => countUnanswered(guests, number, place, day.meals[place].eaters),
  }
}
