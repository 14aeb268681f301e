import { bedsSource } from './sources/beds.ts'
import { costsSource } from './sources/costs.ts'
import { dutiesAheadSource } from './sources/duties-ahead.ts'
import { gearSource } from './sources/gear.ts'
import { shoppingSource } from './sources/shopping.ts'
import type { LatePlan, TodaySource } from './today-plan.ts'

/** What the last lines of Today's card say, in this order. */
export const lateSources: readonly TodaySource<LatePlan>[] = [
  gearSource,
  shoppingSource,
  bedsSource,
  dutiesAheadSource,
  costsSource,
]
