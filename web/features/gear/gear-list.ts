import { type GearGroup, gearGroups, listRemovedItems, type RemovedItem } from '#domain/gear/gear-items.ts'
import type { Party } from '#domain/plan/people.ts'
import { deriveLoaded } from '#web/trip-core/derived/derive.ts'
import { notComing } from '#web/trip-core/derived/people.ts'
import { section } from '#web/trip-core/derived/plan-view.ts'

export interface ComputedGear {
  people: readonly Party[]
  groups: readonly GearGroup[]
  removed: readonly RemovedItem[]
}

/** Who brings what; items that did not change are the same objects as before. Undefined until all is loaded. */
export const gearByGroup = deriveLoaded(
  [section('checklist'), section('gear'), section('people'), notComing],
  ([checklist, gear, , declined], before: GearGroup[] | undefined) => gearGroups(checklist, gear, declined, before),
)

/** Undefined until all is loaded. */
export const gearList = deriveLoaded(
  [section('checklist'), section('gear'), section('people'), gearByGroup],
  ([checklist, gear, people, groups]): ComputedGear => ({ people, groups, removed: listRemovedItems(checklist, gear) }),
)
