import type { OpenNeed } from '../food/bought.ts'
import { findListUnit, parseTypedAmount } from '../food/typed-amount.ts'
import {
  type ItemState,
  newItemState,
  newPurchase,
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

/** The section after somebody has bought another amount than all that is missing. */
export function withPurchase(
  shopping: Shopping,
  row: ShoppingRow,
  bought: Bought,
  personId: string,
  newId: NewId,
): Shopping {
  const purchase = { ...newPurchase(newId(), row, personId), ...bought }
  return { ...shopping, purchases: [...shopping.purchases, purchase] }
}

/**
 * An amount as typed for an item, in one of its list units. A number without a unit is meant in the only list unit,
 * unless that is a mass or a volume. As typed, if nothing says how much is needed. Undefined if it cannot be counted.
 */
export function readBought(typed: string, needs: readonly OpenNeed[]): Bought | undefined {
  const text = typed.trim()
  if (needs.length === 0) return { amount: text, unit: '' }
  const amount = parseTypedAmount(text)
  if (!amount || !(amount.value > 0) || !Number.isFinite(amount.value)) return undefined
  const listUnits = needs.map(({ listUnit }) => listUnit)
  const [only] = listUnits
  const isPlain = amount.unit === '' && listUnits.length === 1 && only && (only.pack || !isMetric(only.unit))
  const listUnit = isPlain ? only : findListUnit(amount, listUnits)
  return listUnit && { amount: decimalText(amount.value), unit: listUnit.key }
}

const isMetric = (unit: string) => unit === 'g' || unit === 'mL'

/** A number as it is stored, without rounding errors. */
function decimalText(value: number): string {
  return String(Number(value.toFixed(6)))
}

/** The section with other details of an item. */
export function withDetails(shopping: Shopping, { key, ownId }: ShoppingRow, change: Partial<RowDetails>): Shopping {
  const { isAtHome, amountAtHome, ...shared } = change
  if (ownId !== undefined) return withItem(shopping, ownId, shared)
  const state = {
    ...shared,
    ...(isAtHome !== undefined && { is_at_home: isAtHome }),
    ...(amountAtHome !== undefined && { amount_at_home: amountAtHome }),
  }
  return { ...shopping, states: withState(shopping.states, key, state) }
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
