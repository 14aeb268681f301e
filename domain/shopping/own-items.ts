import type { KeyOfItem, ReadLine } from '../food/food-plan.ts'
import { type ListAmount, toListUnit } from '../food/list-unit.ts'
import { amountToBuy } from '../food/round-up.ts'
import type { ListItem } from '../food/shopping-list.ts'
import { equal } from '../operations/json.ts'
import { ownKeyOf, type Purchase, type ShoppingItem } from '../plan/shopping.ts'

/*
 * The items that people added, as items of the list.
 * Job: '10 kg ice' and '20 kg ice' are 30 kg of ice.
 * Invariants: only amounts of the same item in the same list unit are added, and only if the same is noted about both.
 *   What was bought stays with its item: only the first of those that are added up may have purchases.
 */

export interface OwnItem {
  item: ListItem
  /** Those that were added up, in order; otherwise the one. */
  own: readonly [ShoppingItem, ...ShoppingItem[]]
}

export interface Reading {
  read: ReadLine
  keyOf: KeyOfItem
}

interface Sum {
  key: string
  name: string
  amount: ListAmount
  own: [ShoppingItem, ...ShoppingItem[]]
}

export function listOwnItems(
  items: readonly ShoppingItem[],
  purchases: readonly Purchase[],
  { read, keyOf }: Reading,
): OwnItem[] {
  const bought = new Set(purchases.map(({ key }) => key))
  const boughtWhole = new Set(purchases.flatMap(({ key, amount }) => (amount === '' ? [key] : [])))
  const sums: (Sum | ShoppingItem)[] = []
  for (const own of items) {
    const key = ownKeyOf(own.id)
    const part = boughtWhole.has(key) ? undefined : readAmount(own, { read, keyOf })
    const sum = part && !bought.has(key) && sums.find((one) => isSameThing(one, part, own))
    if (sum && 'own' in sum) {
      sum.own.push(own)
      sum.amount = { ...sum.amount, value: sum.amount.value + part.amount.value }
    } else sums.push(part ? { ...part, own: [own] } : own)
  }
  return sums.map((one) => {
    if (!('own' in one)) return asTyped(one)
    const [first, ...others] = one.own
    if (others.length === 0) return asTyped(first)
    const { listUnit, value } = one.amount
    const needs = [{ listUnit, exact: value, toBuy: amountToBuy(value, listUnit) }]
    return { item: { key: ownKeyOf(first.id), name: one.name, needs, demands: none }, own: one.own }
  })
}

/** The same for all, so that rows are equal. */
const none: ListItem['demands'] = []

const asTyped = (own: ShoppingItem): OwnItem => ({
  item: { key: ownKeyOf(own.id), name: own.text, needs: [], demands: none },
  own: [own],
})

/** The one thing that a text names with its amount; undefined if it names several, or says more about it. */
function readAmount({ text }: ShoppingItem, { read, keyOf }: Reading): Omit<Sum, 'own'> | undefined {
  const { parts } = read(text.trim())
  const [part] = parts
  if (!part?.amount || parts.length > 1 || part.isEach || part.remark !== '') return undefined
  return { key: keyOf(part.item), name: part.item, amount: toListUnit(part.amount, part.pack) }
}

function isSameThing(sum: Sum | ShoppingItem, { key, amount }: Omit<Sum, 'own'>, own: ShoppingItem): boolean {
  if (!('own' in sum)) return false
  return sum.key === key && sum.amount.listUnit.key === amount.listUnit.key && equal(notes(sum.own[0]), notes(own))
}

const notes = ({ buyer, shop, aisle, note }: ShoppingItem) => ({ buyer, shop, aisle, note })
