import { answersSource } from './sources/answers.ts'
import { dutiesSource } from './sources/duties.ts'
import { itinerarySource } from './sources/itinerary.ts'
import { mealsSource } from './sources/meals.ts'
import { ridesSource } from './sources/rides.ts'
import { ticketsSource } from './sources/tickets.ts'
import type { TodaySource } from './today-plan.ts'

/** What Today's card shows first on the days of the trip, in this order. Loaded only then. */
export const daySources: readonly TodaySource[] = [
  itinerarySource,
  mealsSource,
  ticketsSource,
  answersSource,
  dutiesSource,
  ridesSource,
]
