import type { ChecklistGroup } from '../plan/checklist.ts'
import type { Claim, Gear } from '../plan/gear.ts'
import { type Progress, progressOf } from '../progress.ts'
import { countOf, type GearGroup, type GearItem, gearGroups, listRemovedItems, type RemovedItem } from './gear-items.ts'

/*
 * What one person has to pack: what they promised, and what everyone brings.
 */

export interface PackingItem {
  id: string
  name: string
  /** As in `GearItem`. */
  number: number | undefined
  /** How many they bring. */
  count: number
  isEach: boolean
  isPacked: boolean
}

export interface PackingGroup {
  /** The category's id; '' for items that are no longer on the checklist. */
  id: string
  category: string
  items: readonly PackingItem[]
}

export function packingList(
  groups: readonly GearGroup[],
  removed: readonly RemovedItem[],
  personId: string,
): PackingGroup[] {
  const listed = groups.map(({ id, category, items }) => ({
    id,
    category,
    items: items.flatMap((one) => toPack(one, personId)),
  }))
  const gone = removed.flatMap(({ id, name, claims }): PackingItem[] => {
    const own = claims.filter(({ person_id }) => person_id === personId)
    const count = own.reduce((sum, claim) => sum + claim.count, 0)
    return count > 0 ? [{ id, name, number: undefined, count, isEach: false, isPacked: isAllPacked(own) }] : []
  })
  return [...listed, { id: '', category: '', items: gone }].filter(({ items }) => items.length > 0)
}

/** What somebody who is coming still has to pack. What is ticked on the checklist counts as packed. */
export function listUnpacked(
  checklist: readonly ChecklistGroup[],
  gear: Gear,
  { personId, notComing }: { personId: string; notComing: ReadonlySet<string> },
): PackingItem[] {
  if (notComing.has(personId)) return []
  const ticked = new Set(checklist.flatMap(({ items }) => items.filter(({ checked }) => checked).map(({ id }) => id)))
  return packingList(gearGroups(checklist, gear, notComing), listRemovedItems(checklist, gear), personId)
    .flatMap(({ items }) => items)
    .filter(({ id, isPacked }) => !isPacked && !ticked.has(id))
}

function toPack(one: GearItem, personId: string): PackingItem[] {
  const { item, claims } = one
  const own = claims.flatMap(({ claim }) => (claim.person_id === personId ? [claim] : []))
  if (own.length === 0 && !item.is_each) return []
  return [
    {
      id: item.id,
      name: item.name,
      number: one.number,
      count: item.is_each ? 1 : countOf(one, personId),
      isEach: item.is_each,
      isPacked: isAllPacked(own),
    },
  ]
}

const isAllPacked = (own: readonly Claim[]) => own.length > 0 && own.every(({ is_packed }) => is_packed)

export function countPacked(groups: readonly PackingGroup[]): Progress {
  const items = groups.flatMap((group) => group.items)
  return progressOf(items.filter(({ isPacked }) => isPacked).length, items.length)
}
