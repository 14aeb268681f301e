import { bedsSource } from './sources/beds.ts'
import { costsSource } from './sources/costs.ts'
import { dutiesAheadSource } from './sources/duties-ahead.ts'
import { gearSource } from './sources/gear.ts'
import { shoppingSource } from './sources/shopping.ts'
import { type LatePlan, listLines, type TodaySource } from './today-plan.ts'

/*
 * The last lines of Today's card. Computing them takes more code than the rest of
 * the card, so they load after it. late-room.tsx has to know when there are any.
 */

export const lateSources: readonly TodaySource<LatePlan>[] = [
  gearSource,
  shoppingSource,
  bedsSource,
  dutiesAheadSource,
  costsSource,
]

export const listLate = (plan: LatePlan) => listLines(lateSources, plan)
