import type { ListUnit } from './list-unit.ts'
import type { ListItem } from './shopping-list.ts'

/** A difference between two lists. */
export interface ListChange {
  key: string
  name: string
  what: 'added' | 'removed' | 'up' | 'down'
  /** null if the item has no amount. */
  listUnit: ListUnit | null
  /** Amounts to buy, in the list unit. 0 for an item without an amount, or one that was not on the list. */
  before: number
  after: number
}

/**
 * Which items and amounts of the list went up or down, by item. Amounts that are rounded to the same are no difference.
 * An item that changes from kilograms to pieces goes down to none in one, and up from none in the other.
 */
export function compareLists(before: readonly ListItem[], after: readonly ListItem[]): ListChange[] {
  const earlier = new Map(before.map((item) => [item.key, item]))
  const later = new Map(after.map((item) => [item.key, item]))
  const changed = after.flatMap((item) => compareItems(earlier.get(item.key), item))
  return [...changed, ...before.filter(({ key }) => !later.has(key)).flatMap((item) => compareItems(item, undefined))]
}

function compareItems(before: ListItem | undefined, after: ListItem | undefined): ListChange[] {
  const { key, name } = (after ?? before) as ListItem
  const listUnits = new Map(
    [before, after].flatMap((item) => item?.needs ?? []).map(({ listUnit }) => [listUnit.key, listUnit]),
  )
  if (listUnits.size === 0) {
    if (before && after) return []
    return [{ key, name, what: after ? 'added' : 'removed', listUnit: null, before: 0, after: 0 }]
  }
  return [...listUnits.values()].flatMap((listUnit) => {
    const [was, is] = [toBuyIn(before, listUnit), toBuyIn(after, listUnit)]
    const what = before && after ? (is > was ? 'up' : 'down') : after ? 'added' : 'removed'
    return was === is ? [] : [{ key, name, what, listUnit, before: was, after: is }]
  })
}

function toBuyIn(item: ListItem | undefined, listUnit: ListUnit): number {
  return item?.needs.find(({ listUnit: { key } }) => key === listUnit.key)?.toBuy ?? 0
}
