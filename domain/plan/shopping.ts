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

const text = freeText(MAX_SHOPPING_TEXT)
/** As people type it: '2', '1.5 kg'. */
const amount = freeText(MAX_AMOUNT)
const note = longText(MAX_SHOPPING_NOTE)

/** Identifies a computed item, by the version of the rules that made the key, and its name: '1:milk'. */
const itemKey = z.string().check(z.regex(/^\d+:\S.{0,199}$/u, 'Not the key of an item'))

/** An item that somebody has added to the list. */
export const shoppingItem = z.strictObject({ id, text, checked: z.boolean(), shop: text, note })
export type ShoppingItem = z.infer<typeof shoppingItem>

/** What people have noted about a computed item. */
export const itemState = z.strictObject({
  id,
  key: itemKey,
  is_at_home: z.boolean(),
  /** How much of it is at home; '' for enough. */
  amount_at_home: amount,
  /** Who buys it. */
  buyer: personRef,
  shop: text,
  note,
})
export type ItemState = z.infer<typeof itemState>

/** What somebody has bought of a computed item. Purchases of an item add up. */
export const purchase = z.strictObject({ id, key: itemKey, amount, unit: amount, person_id: personRef })
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
    items: items.map((item) => ({ ...item, note: '' })),
    states: states.map((state) => ({ ...state, buyer: '', note: '' })),
    purchases: [],
  }),
})

/** The state of an item about which nothing is noted yet. It is the same for everybody. */
export function newItemState(key: string): ItemState {
  const stateId = derivedId(`shopping/states/${key}`)
  return { id: stateId, key, is_at_home: false, amount_at_home: '', buyer: '', shop: '', note: '' }
}

/** The name in the key of a computed item. */
export function itemNameOf(key: string): string {
  return key.slice(key.indexOf(':') + 1)
}
