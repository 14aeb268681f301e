import { itemNameOf } from '../plan/shopping.ts'
import { itemKey } from './item-key.ts'
import { isLoose, type ListAmount, type ListUnit, listUnitOfKey } from './list-unit.ts'
import { amountToBuy } from './round-up.ts'
import { inNeed, inUsualWeight, listUnitsOf, type Need } from './shop-needs.ts'
import type { ListItem } from './shopping-list.ts'
import { findListAmount, parseTypedAmount, type TypedAmount } from './typed-amount.ts'

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
  /** What is still to buy, rounded. */
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
  const bought = purchases.flatMap((purchase) => findBought(purchase, item) ?? [])
  const home = state?.is_at_home ? state.amount_at_home.trim() : undefined
  const atHome = (home && readAtHome(home, item)) || []
  const open = item.needs.map((need) => openNeed(need, atHome, bought))
  const isEnough = home === '' || purchases.some(({ amount }) => amount.trim() === '')
  // Nothing is missing of what is said to be enough, whatever else was bought.
  const needs = isEnough ? open.map((need) => ({ ...need, missing: 0 })) : open
  const isCovered = needs.length > 0 ? needs.every(({ missing }) => missing === 0) : purchases.length > 0
  return { item, needs, purchases, isDone: isEnough || isCovered }
}

function openNeed(need: Need, atHomeIn: readonly ListAmount[], boughtIn: readonly ListAmount[]): OpenNeed {
  const { listUnit, exact } = need
  const atHome = sumIn(need, atHomeIn)
  const bought = sumIn(need, boughtIn)
  const needed = amountToBuy(exact, listUnit, atHome)
  // What was bought of the rounded amount is enough, so the rounding is no surplus and nothing is missing.
  const isEnough = bought >= needed - 1e-9 * Math.max(1, needed)
  return {
    ...need,
    atHome,
    bought,
    missing: isEnough ? 0 : amountToBuy(exact, listUnit, atHome + bought),
    surplus: isEnough ? surplusOf(bought - needed, listUnit) : 0,
  }
}

/** Parts of a piece or pack are what was rounded up beside purchases in grams. */
function surplusOf(value: number, listUnit: ListUnit): number {
  const surplus = Math.max(0, withoutError(value))
  return isLoose(listUnit) ? surplus : Math.floor(surplus)
}

/** How much of some amounts is of a need, in its list unit. */
function sumIn(need: Need, amounts: readonly ListAmount[]): number {
  return amounts.reduce((sum, amount) => sum + (inNeed(need, amount) ?? 0), 0)
}

/** How much of an item a purchase is; undefined if it cannot be counted. */
export function findBought(
  { amount, unit }: Pick<StoredPurchase, 'amount' | 'unit'>,
  { needs, name }: NeededItem,
): ListAmount | undefined {
  const stored = needs.flatMap(listUnitsOf).find(({ key }) => key === unit)
  const value = parseTypedAmount(amount)
  if (stored && value?.unit === '') return { listUnit: stored, value: value.value }
  const inList = listUnitOfKey(unit)
  const { pack, unit: inside } = inList
  const typed = parseTypedAmount(pack ? amount : `${amount} ${unit}`, name)
  const inPacks = typed && pack && { ...typed, unit: pack.name, size: { value: pack.size, unit: inside } }
  const found = typed && findAmount(inPacks ?? typed, needs)
  if (found || value?.unit !== '') return found
  return inUsualWeight(itemNameOf(itemKey(name)), { listUnit: inList, value: value.value }, needs)
}

/**
 * How much of an item is at home: '2 cans of 540 mL + 500 g', as the list shows amounts. Undefined if any of it cannot
 * be counted.
 */
export function readAtHome(text: string, { needs, name }: NeededItem): ListAmount[] | undefined {
  const amounts = text.split(/\+|;|\band\b/).map((part) => {
    const typed = parseTypedAmount(part, name)
    const found = typed && findAmount(typed, needs)
    return found && { ...found, value: withoutError(found.value) }
  })
  return amounts.every((amount) => amount !== undefined) ? amounts : undefined
}

/**
 * The list unit that a typed amount is meant for: what the item is bought in before all else, so '2' is 2 bottles.
 * @param own the list unit in whose field it was typed
 */
export function findAmount(typed: TypedAmount, needs: readonly Need[], own?: ListUnit): ListAmount | undefined {
  const bought = findListAmount(
    typed,
    needs.map(({ listUnit }) => listUnit),
    own,
  )
  return bought ?? findListAmount(typed, needs.flatMap(listUnitsOf), own)
}

/** Without the digits that are rounding errors: 32.2 kg are 32,200.000000000004 g. */
function withoutError(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
