import { groupBy } from '../group-by.ts'
import type { ChecklistGroup, ChecklistItem } from '../plan/checklist.ts'
import type { Claim, Gear } from '../plan/gear.ts'
import { type Progress, progressOf } from '../progress.ts'
import { countMissing, isCounted } from './promised.ts'

/*
 * The checklist with who brings what of it.
 * Job: how many of each item are promised and missing, and which claims are too many.
 * Invariants: each claim counts once. What somebody promised who is not coming is open again. Claims of people who
 *   have left the list count until somebody withdraws them. An item about which nothing changed stays the same object.
 */

export interface ClaimStatus {
  claim: Claim
  /** Whether the person is not coming, so somebody else has to bring it. */
  isOpenAgain: boolean
  /** How many of it are too many, since people promised enough before. */
  surplus: number
}

export interface GearItem {
  item: ChecklistItem
  /** Its number within the category, from 1; undefined if it is no longer on the checklist. */
  number: number | undefined
  /** Without those that were withdrawn. Of what everyone brings: the people who have ticked it, or once promised it. */
  claims: readonly ClaimStatus[]
  promised: number
  missing: number
  surplus: number
}

export interface GearGroup {
  id: string
  category: string
  items: readonly GearItem[]
}

/** Claims of an item that is no longer on the checklist. */
export interface RemovedItem {
  id: string
  name: string
  claims: readonly Claim[]
}

/**
 * @param notComing the ids of people who are not coming: see `listNotComing`
 * @param previous the groups before a change, whose items are reused
 */
export function gearGroups(
  checklist: readonly ChecklistGroup[],
  { claims }: Gear,
  notComing: ReadonlySet<string>,
  previous: readonly GearGroup[] = [],
): GearGroup[] {
  const byItem = groupBy(claims, ({ item }) => item)
  const known = new Map(previous.flatMap(({ items }) => items.map((one) => [one.item, one])))
  return checklist.map(({ id, category, items }) => ({
    id,
    category,
    items: items.map((item, index) => {
      const now = gearItem(item, byItem.get(item.id) ?? none, notComing, index + 1)
      return reuse(known.get(item), now)
    }),
  }))
}

const none: readonly Claim[] = []

/** The item before, if the new one is equal. */
function reuse(before: GearItem | undefined, now: GearItem): GearItem {
  const isSame =
    before?.number === now.number &&
    before?.claims.length === now.claims.length &&
    before.claims.every(({ claim, isOpenAgain }, index) => {
      const other = now.claims[index]
      return claim === other?.claim && isOpenAgain === other.isOpenAgain
    })
  return isSame ? before : now
}

/** An item with its claims, in the order in which they arrived. */
export function gearItem(
  item: ChecklistItem,
  claims: readonly Claim[],
  notComing: ReadonlySet<string>,
  number?: number,
): GearItem {
  const counts = isCounted(item)
  let promised = 0
  const all = claims
    .filter(({ count, is_packed }) => count > 0 || (item.is_each && is_packed))
    .map((claim): ClaimStatus => {
      const isOpenAgain = notComing.has(claim.person_id)
      const before = promised
      if (!isOpenAgain && !item.is_each) promised += claim.count
      const surplus = counts ? Math.max(0, promised - Math.max(item.needed, before)) : 0
      return { claim, isOpenAgain, surplus }
    })
  return {
    item,
    number,
    claims: all,
    promised,
    missing: countMissing(item, promised),
    surplus: counts ? Math.max(0, promised - item.needed) : 0,
  }
}

/** The claims of items that are no longer on the checklist. */
export function listRemovedItems(checklist: readonly ChecklistGroup[], { claims }: Gear): RemovedItem[] {
  const listed = new Set(checklist.flatMap(({ items }) => items.map(({ id }) => id)))
  const removed = claims.filter(({ item, count }) => count > 0 && !listed.has(item))
  return [...groupBy(removed, ({ item }) => item)].map(([id, ofItem]) => ({
    id,
    name: ofItem[0]?.name ?? '',
    claims: ofItem,
  }))
}

/** How many a person brings of an item. */
export function countOf({ claims }: Pick<GearItem, 'claims'>, personId: string): number {
  return claims.reduce((sum, { claim }) => sum + (claim.person_id === personId ? claim.count : 0), 0)
}

/** Of the items of which a number is needed, how many have enough promised. */
export function countCovered(groups: readonly Pick<GearGroup, 'items'>[]): Progress {
  const counted = groups.flatMap(({ items }) => items.filter(({ item }) => isCounted(item)))
  return progressOf(counted.filter(({ missing }) => missing === 0).length, counted.length)
}
