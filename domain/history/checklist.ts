import type { ChecklistGroup } from '../plan/checklist.ts'
import { quote, type SectionHistory } from './words.ts'

export const checklist: SectionHistory<ChecklistGroup[]> = {
  title: 'Checklist',
  words: {
    insert: ({ within: [group] }) => `added the category ${quote(group.category)}`,
    remove: ({ within: [group] }) => `removed the category ${quote(group.category)}`,
    move: () => 'put the categories in another order',
    each: {
      category: ({ was, to }) => `renamed the category ${quote(was)} to ${quote(to)}`,
      items: {
        insert: ({ within: [group, item] }) => `added ${quote(item.name)} to ${group.category}`,
        remove: ({ within: [group, item] }) => `removed ${quote(item.name)} from ${group.category}`,
        move: ({ within: [group] }) => `put ${group.category} in another order`,
        each: {
          name: ({ was, to }) => `renamed ${quote(was)} to ${quote(to)}`,
          checked: ({ within: [, item], to }) => `${to ? 'ticked' : 'unticked'} ${quote(item.name)}`,
        },
      },
    },
  },
}
