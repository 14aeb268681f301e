import * as m from '#messages'
import type { ChecklistGroup } from '../plan/checklist.ts'
import { quote, quoteName, type SectionHistory } from './words.ts'

export const checklist: SectionHistory<ChecklistGroup[]> = {
  title: () => m.history_section_checklist(),
  words: {
    insert: ({ within: [group] }) => m.history_category_added({ category: quote(group.category) }),
    remove: ({ within: [group] }) => m.history_category_removed({ category: quote(group.category) }),
    move: () => m.history_categories_moved(),
    each: {
      category: ({ was, to }) => m.history_category_renamed({ was: quote(was), to: quote(to) }),
      items: {
        insert: ({ within: [group, item] }) =>
          m.history_item_added({ item: quoteName('item', item.name), category: group.category }),
        remove: ({ within: [group, item] }) =>
          m.history_item_removed({ item: quoteName('item', item.name), category: group.category }),
        move: ({ within: [group] }) => m.history_items_moved({ category: group.category }),
        each: {
          name: ({ was, to }) => {
            const names = { was: quoteName('item', was), to: quoteName('item', to) }
            // Both are without a name.
            return names.was === names.to ? m.history_item_changed({ item: names.to }) : m.history_item_renamed(names)
          },
          checked: ({ within: [, item], to }) =>
            to
              ? m.history_item_ticked({ item: quoteName('item', item.name) })
              : m.history_item_unticked({ item: quoteName('item', item.name) }),
          needed: ({ within: [, item], to }) =>
            to === 0
              ? m.history_item_not_counted({ item: quoteName('item', item.name) })
              : m.history_item_needed({ item: quoteName('item', item.name), count: to }),
          is_each: ({ within: [, item], to }) =>
            to
              ? m.history_item_each({ item: quoteName('item', item.name) })
              : m.history_item_not_each({ item: quoteName('item', item.name) }),
        },
      },
    },
  },
}
