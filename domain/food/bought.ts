import { type ListAmount, listUnitOfKey } from './list-unit.ts'
import { roundUpToBuy } from './round-up.ts'
import type { ListItem, Need } from './shopping-list.ts'
import { findListAmount, parseTypedAmount } from './typed-amount.ts'

/*
 * The computed list together with what people bought and have at home.
 * Job: what is still to buy of each item, and what was bought that is not on the list any more.
 * Invariants: each purchase is shown exactly once. Purchases of an item add up; nobody's replaces another's.
 * Failure: an amount that cannot be read, or is in another unit than the list's, is shown and not counted.
 */

/** As stored in the section `shopping`. */
export interface StoredPurchase {
  id: string
  key: string
  /** In the list unit that `unit` names. '' for all that was needed. */
  amount: string
  /** The key of a list unit ('g', '400 mL can'), or a unit as typed ('kg'). */
  unit: string
  person_id: string
}

/** As stored in the section `shopping`. */
export interface StoredState {
  key: string
  is_at_home: boolean
  /** '' for enough. */
  amount_at_home: string
}

export interface ShoppingRecords {
  purchases: readonly StoredPurchase[]
  states: readonly StoredState[]
}

/** An item whose amounts are to be read. */
export interface NeededItem {
  name: string
  needs: readonly Need[]
}

/** A need, with what is there already, all in its list unit. */
export interface OpenNeed extends Need {
  atHome: number
  bought: number
  /** What is still to buy, rounded up. */
  missing: number
  /** How much more was bought than is needed now. */
  surplus: number
}

export interface ItemStatus<Purchase extends StoredPurchase = StoredPurchase> {
  item: ListItem
  needs: OpenNeed[]
  purchases: Purchase[]
  isDone: boolean
}

/** Purchases of an item that no meal needs any more. */
export interface Leftover<Purchase extends StoredPurchase = StoredPurchase> {
  key: string
  purchases: Purchase[]
}

export interface ShoppingStatus<Purchase extends StoredPurchase = StoredPurchase> {
  items: ItemStatus<Purchase>[]
  /** 'Also bought'. */
  leftovers: Leftover<Purchase>[]
}

export function withRecords<Purchase extends StoredPurchase>(
  items: readonly ListItem[],
  { purchases, states }: { purchases: readonly Purchase[]; states: readonly StoredState[] },
): ShoppingStatus<Purchase> {
  const byKey = new Map<string, Purchase[]>()
  for (const purchase of purchases) byKey.set(purchase.key, [...(byKey.get(purchase.key) ?? []), purchase])
  const stateOf = new Map(states.map((state) => [state.key, state]))
  const onList = new Set(items.map(({ key }) => key))
  return {
    items: items.map((item) => statusOf(item, byKey.get(item.key) ?? [], stateOf.get(item.key))),
    leftovers: [...byKey].filter(([key]) => !onList.has(key)).map(([key, bought]) => ({ key, purchases: bought })),
  }
}

function statusOf<Purchase extends StoredPurchase>(
  item: ListItem,
  purchases: Purchase[],
  state: StoredState | undefined,
): ItemStatus<Purchase> {
  const bought = sumByListUnit(purchases.flatMap((purchase) => findBought(purchase, item) ?? []))
  const home = state?.is_at_home ? state.amount_at_home.trim() : undefined
  const atHome = sumByListUnit((home && readAtHome(home, item)) || [])
  const open = item.needs.map((need) => openNeed(need, atHome, bought))
  const isEnough = home === '' || purchases.some(({ amount }) => amount.trim() === '')
  // Nothing is missing of what is said to be enough, whatever else was bought.
  const needs = isEnough ? open.map((need) => ({ ...need, missing: 0 })) : open
  const isCovered = needs.length > 0 ? needs.every(({ missing }) => missing === 0) : purchases.length > 0
  return { item, needs, purchases, isDone: isEnough || isCovered }
}

function openNeed(need: Need, atHomeBy: ReadonlyMap<string, number>, boughtBy: ReadonlyMap<string, number>): OpenNeed {
  const { listUnit, exact } = need
  const atHome = atHomeBy.get(listUnit.key) ?? 0
  const bought = boughtBy.get(listUnit.key) ?? 0
  const needed = roundUpToBuy(Math.max(0, exact - atHome), listUnit)
  // What was bought of the rounded amount is enough, so the rounding is no surplus and nothing is missing.
  const isEnough = bought >= needed - 1e-9 * Math.max(1, needed)
  return {
    ...need,
    atHome,
    bought,
    missing: isEnough ? 0 : roundUpToBuy(Math.max(0, exact - atHome - bought), listUnit),
    surplus: isEnough ? withoutError(bought - needed) : 0,
  }
}

function sumByListUnit(amounts: readonly ListAmount[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { listUnit, value } of amounts) sums.set(listUnit.key, (sums.get(listUnit.key) ?? 0) + value)
  return sums
}

/** How much of an item a purchase is; undefined if it cannot be counted. */
export function findBought(
  { amount, unit }: Pick<StoredPurchase, 'amount' | 'unit'>,
  { needs, name }: NeededItem,
): ListAmount | undefined {
  const listUnits = needs.map(({ listUnit }) => listUnit)
  const stored = listUnits.find(({ key }) => key === unit)
  const value = stored && parseTypedAmount(amount)
  if (stored && value?.unit === '') return { listUnit: stored, value: value.value }
  const { pack, unit: inside } = listUnitOfKey(unit)
  const typed = parseTypedAmount(pack ? amount : `${amount} ${unit}`, name)
  const inPacks = typed && pack && { ...typed, unit: pack.name, size: { value: pack.size, unit: inside } }
  return typed && findListAmount(inPacks ?? typed, listUnits)
}

/**
 * How much of an item is at home: '2 cans of 540 mL + 500 g', as the list shows amounts. Undefined if any of it cannot
 * be counted.
 */
export function readAtHome(text: string, { needs, name }: NeededItem): ListAmount[] | undefined {
  const listUnits = needs.map(({ listUnit }) => listUnit)
  const amounts = text.split(/\+|;|\band\b/).map((part) => {
    const typed = parseTypedAmount(part, name)
    return typed && findListAmount(typed, listUnits)
  })
  return amounts.every((amount) => amount !== undefined) ? amounts : undefined
}

/** Without the digits that are rounding errors. */
function withoutError(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
