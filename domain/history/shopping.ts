import * as m from '#messages'
import { itemNameOf, type Shopping } from '../plan/shopping.ts'
import { quote, type SectionHistory, textChange } from './words.ts'

/** The arguments of a message about a computed item. */
const itemOf = ({ within: [{ key }] }: { within: [{ key: string }] }) => ({ item: quote(itemNameOf(key)) })
/** The same for an item that somebody has added. */
const ownOf = ({ within: [{ text }] }: { within: [{ text: string }] }) => ({ item: quote(text) })
const boughtOf = ({ within: [{ name }] }: { within: [{ name: string }] }) => ({ item: quote(name) })

export const shopping: SectionHistory<Shopping> = {
  title: () => m.history_section_shopping(),
  words: {
    items: {
      insert: ({ within: [item] }) => m.history_shopping_added({ item: quote(item.text) }),
      remove: ({ within: [item] }) => m.history_shopping_removed({ item: quote(item.text) }),
      move: () => m.history_shopping_moved(),
      each: {
        text: ({ was, to }) => m.history_item_renamed({ was: quote(was), to: quote(to) }),
        buyer: (change) =>
          change.to ? m.history_shopping_buyer(ownOf(change)) : m.history_shopping_no_buyer(ownOf(change)),
        shop: (change) => m.history_shopping_shop({ ...ownOf(change), ...textChange(change) }),
        aisle: (change) => m.history_shopping_aisle(ownOf(change)),
        note: (change) => m.history_shopping_note(ownOf(change)),
      },
    },
    states: {
      each: {
        is_at_home: (change) =>
          change.to ? m.history_shopping_at_home(itemOf(change)) : m.history_shopping_not_at_home(itemOf(change)),
        amount_at_home: (change) => m.history_shopping_amount_at_home({ ...itemOf(change), ...textChange(change) }),
        buyer: (change) =>
          change.to ? m.history_shopping_buyer(itemOf(change)) : m.history_shopping_no_buyer(itemOf(change)),
        shop: (change) => m.history_shopping_shop({ ...itemOf(change), ...textChange(change) }),
        aisle: (change) => m.history_shopping_aisle(itemOf(change)),
        note: (change) => m.history_shopping_note(itemOf(change)),
      },
    },
    purchases: {
      insert: (change) => m.history_purchase_added(boughtOf(change)),
      remove: (change) => m.history_purchase_removed(boughtOf(change)),
      move: () => m.history_purchases_moved(),
      each: {
        key: (change) => m.history_purchase_changed(boughtOf(change)),
        name: (change) => m.history_purchase_changed(boughtOf(change)),
        amount: (change) => m.history_purchase_amount({ ...boughtOf(change), ...textChange(change) }),
        unit: (change) => m.history_purchase_changed(boughtOf(change)),
        person_id: (change) => m.history_purchase_person(boughtOf(change)),
        tick: (change) => m.history_purchase_changed(boughtOf(change)),
      },
    },
  },
}
