import * as z from 'zod/mini'
import * as m from '#messages'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { contributionList, type DerivedList, derivedList } from '../list-kinds.ts'
import { freeText, longText } from '../text.ts'
import { personRef } from './person-ref.ts'
import { defineSection } from './section.ts'

/*
 * What people add to the shopping list. The list itself is computed from the meals: its items have no entries here,
 * only states and purchases, which name them by a key.
 */

export const MAX_SHOPPING_TEXT = 500
export const MAX_SHOPPING_NOTE = 1000
export const MAX_AMOUNT = 50
export const MAX_PURCHASE_UNIT = 200

/** The parts of a shop, in the order in which one walks through it. */
export const aisles = [
  'produce',
  'bread',
  'dairy',
  'meat_fish',
  'dry',
  'cans',
  'spices_oils',
  'drinks',
  'snacks',
  'frozen',
  'household',
  'other',
] as const
export type Aisle = (typeof aisles)[number]

const text = freeText(MAX_SHOPPING_TEXT)
/** As people type it: '2', '1.5 kg'. */
const amount = freeText(MAX_AMOUNT)
const note = longText(MAX_SHOPPING_NOTE)
/** If somebody has corrected it; otherwise '', and the app finds the aisle by the item's name. */
const aisle = z.enum(['', ...aisles])

/** Identifies a computed item, by the version of the rules that made the key, and its name: '1:milk'. */
const computedKey = z.string().check(z.regex(/^\d+:\S.{0,199}$/u, 'Not the key of an item'))
/** The key of any item of the list: a computed one, or one that somebody has added, by its id ('own:...'). */
const itemKey = z.union([
  computedKey,
  z.string().check(z.regex(/^own:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Not the key of an item')),
])

/** An item that somebody has added to the list. It is bought when there is a purchase of it. */
export const shoppingItem = z.strictObject({ id, text, buyer: personRef, shop: text, aisle, note })
export type ShoppingItem = z.infer<typeof shoppingItem>

/** What people have noted about a computed item. */
export const itemState = z.strictObject({
  id,
  key: computedKey,
  is_at_home: z.boolean(),
  /** How much of it is at home; '' for enough. */
  amount_at_home: amount,
  /** Who buys it. */
  buyer: personRef,
  shop: text,
  aisle,
  note,
})
export type ItemState = z.infer<typeof itemState>

/** What somebody has bought of an item. Purchases of an item add up. */
export const purchase = z.strictObject({
  id,
  key: itemKey,
  /** What the list called the item. It is shown if the item is no longer on the list. */
  name: text,
  /** A decimal number in `unit`, or as typed if nobody can count it. '' for all that was needed. */
  amount,
  /** The key of a list unit (domain/food/list-unit.ts): 'g', 'mL', 'slice', '400 mL can'. */
  unit: freeText(MAX_PURCHASE_UNIT),
  person_id: personRef,
  /** The same for the purchases that one tick or entry has added. '' for a single amount that somebody has entered. */
  tick: z.union([z.literal(''), id]),
})
export type Purchase = z.infer<typeof purchase>

export interface Shopping {
  items: ShoppingItem[]
  states: DerivedList<ItemState, 'key'>
  purchases: Purchase[]
}

export const shopping = defineSection<Shopping>({
  schema: z.strictObject({
    items: itemList(shoppingItem),
    states: derivedList(itemState, { fixed: ['key'], emptyOf: ({ key }) => newItemState(key) }),
    purchases: contributionList(purchase),
  }),
  empty: { items: [], states: [], purchases: [] },
  failures: () => ({ load: m.plan_shopping_load_failed(), save: m.plan_shopping_save_failed() }),
  readers: ({ items, states }) => ({
    items: items.map((item) => ({ ...item, buyer: '', note: '' })),
    states: states.map((state) => ({ ...state, buyer: '', note: '' })),
    purchases: [],
  }),
  // Who buys what, and where, is a plan. What is at home is ticked, and what was bought was for the other trip.
  copied: ({ items, states }, { with_ticks }) => ({
    items,
    states: with_ticks ? states : states.map((state) => ({ ...state, is_at_home: false, amount_at_home: '' })),
    purchases: [],
  }),
})

/** Whether somebody has added to the list, changed it or bought from it. */
export function isBegun({ items, states, purchases }: Shopping): boolean {
  return items.length + states.length + purchases.length > 0
}

/** The state of an item about which nothing is noted yet. It is the same for everybody. */
export function newItemState(key: string): ItemState {
  const stateId = derivedId(`shopping/states/${key}`)
  return { id: stateId, key, is_at_home: false, amount_at_home: '', buyer: '', shop: '', aisle: '', note: '' }
}

export function newShoppingItem(itemId: string, itemText: string): ShoppingItem {
  return { id: itemId, text: itemText, buyer: '', shop: '', aisle: '', note: '' }
}

/** A purchase of all that was needed. */
export function newPurchase(purchaseId: string, { key, name }: { key: string; name: string }, by: string): Purchase {
  return { id: purchaseId, key, name: name.slice(0, MAX_SHOPPING_TEXT), amount: '', unit: '', person_id: by, tick: '' }
}

/** The key of an item that somebody has added. */
export function ownKeyOf(itemId: string): string {
  return `own:${itemId}`
}

/** The name in the key of a computed item. */
export function itemNameOf(key: string): string {
  return key.slice(key.indexOf(':') + 1)
}
