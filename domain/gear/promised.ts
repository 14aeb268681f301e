import type { ChecklistItem } from '../plan/checklist.ts'
import type { Gear } from '../plan/gear.ts'

/* What the checklist shows of the claims. Separate from gear-items.ts, since an opening trip loads it. */

/** How many are promised of each item. */
export function countPromised({ claims }: Gear, notComing: ReadonlySet<string>): Map<string, number> {
  const promised = new Map<string, number>()
  for (const { item, person_id, count } of claims)
    if (!notComing.has(person_id)) promised.set(item, (promised.get(item) ?? 0) + count)
  return promised
}

/** Whether the group says how many of an item it needs. */
export function isCounted({ needed, is_each }: Pick<ChecklistItem, 'needed' | 'is_each'>): boolean {
  return needed > 0 && !is_each
}

/** How many of an item the group still lacks. */
export function countMissing(item: Pick<ChecklistItem, 'needed' | 'is_each'>, promised: number): number {
  return isCounted(item) ? Math.max(0, item.needed - promised) : 0
}
