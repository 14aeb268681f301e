import { answersSource } from './sources/answers.ts'
import { bedsSource } from './sources/beds.ts'
import { costsSource } from './sources/costs.ts'
import { dutiesSource } from './sources/duties.ts'
import { gearSource } from './sources/gear.ts'
import { itinerarySource } from './sources/itinerary.ts'
import { mealsSource } from './sources/meals.ts'
import { ridesSource } from './sources/rides.ts'
import { shoppingSource } from './sources/shopping.ts'
import type { TodayLine, TodayPlan, TodaySource } from './today-plan.ts'

/*
 * What is on Today's card, in the order in which it is shown. A new section adds a file in sources/ and a line here.
 */

export const todaySources: readonly TodaySource[] = [
  itinerarySource,
  mealsSource,
  answersSource,
  ridesSource,
  dutiesSource,
  gearSource,
  shoppingSource,
  bedsSource,
  costsSource,
]

/** All lines: what waits for an answer, what has a date, then what is open; otherwise in the order of the sources. */
export function listToday(plan: TodayPlan) {
  const lines = todaySources.flatMap(({ icon, list }) => list(plan).map((line) => ({ ...line, icon })))
  return lines.toSorted((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ first, isOpen }: TodayLine): number {
  if (first) return first === 'answer' ? 0 : 1
  return isOpen ? 2 : 3
}

/** When the lines change by themselves, as a minute of today; undefined if they do not before midnight. */
export function nextChange(plan: TodayPlan): number | undefined {
  const minutes = todaySources.flatMap(({ changesAt }) => changesAt?.(plan) ?? [])
  return minutes.length > 0 ? Math.min(...minutes) : undefined
}
