import { type ItemStatus, type OpenNeed, withRecords } from '../food/bought.ts'
import type { Demand, ListItem } from '../food/shopping-list.ts'
import { equal } from '../operations/json.ts'
import {
  type Aisle,
  itemNameOf,
  newItemState,
  type Purchase,
  type Shopping,
  type ShoppingItem,
} from '../plan/shopping.ts'
import { listOwnItems, type OwnItem, type Reading } from './own-items.ts'

/*
 * The rows of the shopping list: computed items and those that people added, with what was noted and bought.
 * Job: one row for each item, and for each purchase that is no longer on the list.
 * Invariants: each purchase is in one row. A row whose content did not change stays the same object, so a tick renders
 *   one row.
 */

export interface ShoppingRow {
  /** The item's key. */
  key: string
  name: string
  /** The id of an item that somebody added; undefined for a computed one. */
  ownId: string | undefined
  /** The items that people added and that are added up in it, with `ownId` the first; otherwise empty. */
  parts: readonly Pick<ShoppingItem, 'id' | 'text'>[]
  /** Empty if nothing says how much is needed. */
  needs: readonly OpenNeed[]
  demands: readonly Demand[]
  purchases: readonly Purchase[]
  details: RowDetails
  /** Whether nothing is left to buy. */
  isDone: boolean
  /** Whether it was bought, but no meal needs it any more. */
  isLeftover: boolean
}

/** What people noted about an item. */
export interface RowDetails {
  isAtHome: boolean
  /** '' for enough. */
  amountAtHome: string
  buyer: string
  shop: string
  aisle: Aisle | ''
  note: string
}

/** The same for all rows without demands, so that they are equal. */
const none: Demand[] = []
const noParts: ShoppingRow['parts'] = []

const unread: Reading = { read: () => ({ parts: [], writtenFor: null }), keyOf: (item) => item }

/**
 * @param previous the rows before a change, to be reused
 * @param reading how items that people added are read; without it, none are added up
 */
export function shoppingRows(
  items: readonly ListItem[],
  shopping: Shopping,
  previous: readonly ShoppingRow[] = [],
  reading: Reading = unread,
): ShoppingRow[] {
  const added = listOwnItems(shopping.items, shopping.purchases, reading)
  const ofPeople = new Map(added.map(({ item, own }) => [item.key, own]))
  const status = withRecords([...items, ...added.map(({ item }) => item)], shopping)
  const states = new Map(shopping.states.map((state) => [state.key, state]))
  const known = new Map(previous.map((row) => [row.key, row]))
  const rows = status.items.map((one) => {
    const own = ofPeople.get(one.item.key)
    return toRow(one, own, own ? detailsOfOwn(own[0]) : detailsOf(states.get(one.item.key)))
  })
  return [...rows, ...status.leftovers.map(toLeftover)].map((row) => reuse(known.get(row.key), row))
}

function toRow(
  { item, needs, purchases, isDone }: ItemStatus<Purchase>,
  own: OwnItem['own'] | undefined,
  details: RowDetails,
): ShoppingRow {
  const { key, name, demands } = item
  const parts = own && own.length > 1 ? own.map(({ id, text }) => ({ id, text })) : noParts
  return { key, name, ownId: own?.[0].id, parts, needs, demands, purchases, details, isDone, isLeftover: false }
}

function toLeftover({ key, purchases }: { key: string; purchases: Purchase[] }): ShoppingRow {
  const name = purchases.findLast((purchase) => purchase.name !== '')?.name ?? itemNameOf(key)
  return {
    key,
    name,
    ownId: undefined,
    parts: noParts,
    needs: [],
    demands: none,
    purchases,
    details: detailsOf(undefined),
    isDone: true,
    isLeftover: true,
  }
}

const noState = newItemState('')

function detailsOf(state: Omit<typeof noState, 'id' | 'key'> = noState): RowDetails {
  const { is_at_home, amount_at_home, buyer, shop, aisle, note } = state
  return { isAtHome: is_at_home, amountAtHome: amount_at_home, buyer, shop, aisle, note }
}

function detailsOfOwn({ buyer, shop, aisle, note }: ShoppingItem): RowDetails {
  return { isAtHome: false, amountAtHome: '', buyer, shop, aisle, note }
}

/** The row before, if the new one is equal. */
function reuse(before: ShoppingRow | undefined, row: ShoppingRow): ShoppingRow {
  const isSame =
    before !== undefined &&
    before.name === row.name &&
    before.isDone === row.isDone &&
    before.isLeftover === row.isLeftover &&
    before.demands === row.demands &&
    before.purchases.length === row.purchases.length &&
    before.purchases.every((purchase, index) => purchase === row.purchases[index]) &&
    equal(before.details, row.details) &&
    equal(before.parts, row.parts) &&
    equal(before.needs, row.needs)
  return isSame ? before : row
}

/** Whether there is nothing to buy of an item because enough of it is at home. */
export function isAtHome({ details, purchases, isDone }: ShoppingRow): boolean {
  return isDone && details.isAtHome && purchases.length === 0
}
