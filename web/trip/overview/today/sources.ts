import { answersSource } from './sources/answers.ts'
import { dutiesSource } from './sources/duties.ts'
import { itinerarySource } from './sources/itinerary.ts'
import { mealsSource } from './sources/meals.ts'
import { ridesSource } from './sources/rides.ts'
import { ticketsSource } from './sources/tickets.ts'
import { listLines, type TodayPlan, type TodaySource } from './today-plan.ts'

/*
 * What Today's card shows first, in this order; late-sources.ts has the rest. A new section adds a file in sources/,
 * and a line here if people need it at once and its code is small. Otherwise it adds the line there.
 */

export const todaySources: readonly TodaySource[] = [
  itinerarySource,
  mealsSource,
  ticketsSource,
  answersSource,
  dutiesSource,
  ridesSource,
]

export const listToday = (plan: TodayPlan) => listLines(todaySources, plan)

/** When the lines change by themselves, as a minute of today; undefined if they do not before midnight. */
export function nextChange(plan: TodayPlan): number | undefined {
  const minutes = todaySources.flatMap(({ changesAt }) => changesAt?.(plan) ?? [])
  return minutes.length > 0 ? Math.min(...minutes) : undefined
}
