import { useContext, useMemo } from 'react'
import type { MealAmounts } from '#domain/food/amounts.ts'
import { countUnanswered, type Guests, listGuests } from '#domain/food/eaters.ts'
import type { FoodPlace } from '#domain/food/food-plan.ts'
import { amountsAt } from '#domain/food/meal-amounts.ts'
import { readLine } from '#domain/food/read-line.ts'
import { listWarnings, type Warning } from '#domain/food/warnings.ts'
import type { MealType } from '#domain/plan/day-parts.ts'
import { details } from '#domain/plan/details.ts'
import type { MealDay, Meals } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import { PlanSourceContext } from '#web/data/trips/plan-source.ts'
import { useSection } from '#web/data/trips/use-section.ts'

/** What the meals depend on besides themselves. */
export interface MealFood {
  parties: Party[]
  guests: Guests
  /** Who cannot eat what. Readers get none, since they have no people. */
  warnings: Warning[]
  /** The amounts of a meal; undefined if nobody knows how many eat. The server computes those of readers. */
  amountsOf: (number: number, place: FoodPlace, day: MealDay) => MealAmounts | undefined
  /** How many of them have not answered. Readers are not told. */
  unansweredAt: (number: number, place: MealType, day: MealDay) => number
}

const NOBODY: Party[] = []

export function useMealFood(tripId: string, meals: Meals): MealFood {
  const { amounts } = useContext(PlanSourceContext)
  const people = useSection(tripId, 'people')?.value ?? NOBODY
  const { eating: settings, departure_date, return_date } = useSection(tripId, 'details')?.value ?? details.empty
  const trip = useMemo(
    () => ({ people, dates: { departure_date, return_date }, settings }),
    [people, departure_date, return_date, settings],
  )
  const guests = useMemo(() => listGuests(trip), [trip])
  const warnings = useMemo(() => listWarnings({ ...trip, days: meals }), [trip, meals])
  return {
    parties: people,
    guests,
    warnings,
    amountsOf: (number, place, day) =>
      amounts ? amounts[number]?.[place] : amountsAt(guests, { number, place, day, read: readLine }),
    unansweredAt: (number, place, day) => countUnanswered(guests, number, place, day.meals[place].eaters),
  }
}
