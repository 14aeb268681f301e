import { findAmount, type NeededItem, type OpenNeed } from '../food/bought.ts'
import type { ListUnit } from '../food/list-unit.ts'
import { parseTypedAmount } from '../food/typed-amount.ts'
import {
  type ItemState,
  newItemState,
  newPurchase,
  ownKeyOf,
  type Purchase,
  type Shopping,
  type ShoppingItem,
} from '../plan/shopping.ts'
import type { RowDetails, ShoppingRow } from './rows.ts'

/*
 * What a tick, an entered amount and a note change in the section.
 * Invariants: nobody's purchase changes another's. Unticking takes back what the last tick or entry of the same person
 *   added, and nothing else.
 */

type NewId = () => string
type Bought = Pick<Purchase, 'amount' | 'unit'>

/** The section after somebody has bought all that is missing of an item. */
export function withTick(shopping: Shopping, row: ShoppingRow, personId: string, newId: NewId): Shopping {
  const missing = row.needs.filter((need) => need.missing > 0).map(missingOf)
  const tick = newId()
  const added = (missing.length > 0 ? missing : [{ amount: '', unit: '' }]).map((bought) => ({
    ...newPurchase(newId(), row, personId),
    ...bought,
    tick,
  }))
  return { ...shopping, purchases: [...shopping.purchases, ...added] }
}

function missingOf({ missing, listUnit }: OpenNeed): Bought {
  return { amount: decimalText(missing), unit: listUnit.key }
}

/** The purchases that unticking an item takes back: those of the person's last tick or entry. */
export function purchasesToTakeBack({ purchases }: Pick<ShoppingRow, 'purchases'>, personId: string): Purchase[] {
  const own = purchases.filter(({ person_id }) => person_id === personId)
  const last = own.at(-1)
  if (!last) return []
  return last.tick === '' ? [last] : own.filter(({ tick }) => tick === last.tick)
}

/** The section without some purchases. */
export function withoutPurchases(shopping: Shopping, removed: readonly Purchase[]): Shopping {
  const ids = new Set(removed.map(({ id }) => id))
  return { ...shopping, purchases: shopping.purchases.filter(({ id }) => !ids.has(id)) }
}

/** The section after somebody has bought other amounts than all that is missing. They are taken back together. */
export function withPurchases(
  shopping: Shopping,
  row: ShoppingRow,
  amounts: readonly Bought[],
  personId: string,
  newId: NewId,
): Shopping {
  const tick = amounts.length > 1 ? newId() : ''
  const added = amounts.map((bought) => ({ ...newPurchase(newId(), row, personId), ...bought, tick }))
  return { ...shopping, purchases: [...shopping.purchases, ...added] }
}

/**
 * An amount as typed for an item, in one of its list units. As typed, if nothing says how much is needed. Undefined if
 * it cannot be counted.
 * @param own the list unit in whose field it was typed. A number alone is meant in it, unless it is a mass or a volume
 */
export function readBought(typed: string, { needs, name }: NeededItem, own?: ListUnit): Bought | undefined {
  const text = typed.trim()
  if (needs.length === 0) return { amount: text, unit: '' }
  const amount = parseTypedAmount(text, name)
  const found = amount && findAmount(amount, needs, own)
  if (!found || !(found.value > 0) || !Number.isFinite(found.value)) return undefined
  return { amount: decimalText(found.value), unit: found.listUnit.key }
}

/** A number as it is stored, without rounding errors. */
function decimalText(value: number): string {
  return String(Number(value.toFixed(6)))
}

/** The section with other details of an item. */
export function withDetails(shopping: Shopping, row: ShoppingRow, change: Partial<RowDetails>): Shopping {
  const { key } = row
  const { isAtHome, amountAtHome, ...shared } = change
  const own = ownIdsOf(row)
  if (own.length > 0) return own.reduce((changed, id) => withItem(changed, id, shared), shopping)
  const state = {
    ...shared,
    ...(isAtHome !== undefined && { is_at_home: isAtHome }),
    ...(amountAtHome !== undefined && { amount_at_home: amountAtHome }),
  }
  return { ...shopping, states: withState(shopping.states, key, state) }
}

/** The ids of the items of a row that somebody has added. */
export function ownIdsOf({ ownId, parts }: Pick<ShoppingRow, 'ownId' | 'parts'>): string[] {
  if (parts.length > 0) return parts.map(({ id }) => id)
  return ownId === undefined ? [] : [ownId]
}

/** The section without one of the items that a row adds up. What was bought of them stays with those that are left. */
export function withoutPart(shopping: Shopping, { key, parts }: ShoppingRow, partId: string): Shopping {
  const [left] = parts.filter(({ id }) => id !== partId)
  const items = shopping.items.filter(({ id }) => id !== partId)
  if (!left || key === ownKeyOf(left.id)) return { ...shopping, items }
  const purchases = shopping.purchases.map((one) => (one.key === key ? { ...one, key: ownKeyOf(left.id) } : one))
  return { ...shopping, items, purchases }
}

function withState(states: readonly ItemState[], key: string, change: Partial<ItemState>): ItemState[] {
  const isKnown = states.some((state) => state.key === key)
  const all = isKnown ? states : [...states, newItemState(key)]
  return all.map((state) => (state.key === key ? { ...state, ...change } : state))
}

/** The section with other fields of an item that somebody has added. */
export function withItem(shopping: Shopping, itemId: string, change: Partial<ShoppingItem>): Shopping {
  return { ...shopping, items: shopping.items.map((item) => (item.id === itemId ? { ...item, ...change } : item)) }
}
