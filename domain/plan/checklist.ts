import * as z from 'zod/mini'
import * as m from '#messages'
import { id, itemList } from '../id.ts'
import { type Progress, progressOf } from '../progress.ts'
import { freeText } from '../text.ts'
import { allOfIt, defineSection } from './section.ts'

export const MAX_CHECKLIST_TEXT = 1000
export const MAX_NEEDED = 10_000

const text = freeText(MAX_CHECKLIST_TEXT)

export const checklistItem = z.strictObject({
  id,
  name: text,
  checked: z.boolean(),
  /** How many the group needs; 0 if nobody counts it. */
  needed: z._default(z.int().check(z.nonnegative(), z.maximum(MAX_NEEDED)), 0),
  /** Everyone brings their own. */
  is_each: z._default(z.boolean(), false),
})
export type ChecklistItem = z.infer<typeof checklistItem>

export const checklistGroup = z.strictObject({ id, category: text, items: itemList(checklistItem) })
export type ChecklistGroup = z.infer<typeof checklistGroup>

export const checklist = defineSection<ChecklistGroup[]>({
  schema: itemList(checklistGroup),
  empty: [],
  failures: () => ({ load: m.plan_checklist_load_failed(), save: m.plan_checklist_save_failed() }),
  readers: allOfIt,
  copied: (value, { with_ticks }) =>
    with_ticks
      ? value
      : value.map((group) => ({ ...group, items: group.items.map((item) => ({ ...item, checked: false })) })),
})

/** What a new item is called, until somebody overwrites it: see placeholders.ts. */
export const NEW_ITEM = 'New item'

export function newChecklistItem(itemId: string): ChecklistItem {
  return { id: itemId, name: NEW_ITEM, checked: false, needed: 0, is_each: false }
}

/** How many items are ticked. A list without items is 0 of 0, and 0 %. */
export function countChecklist(groups: readonly ChecklistGroup[]): Progress {
  const items = groups.flatMap((group) => group.items)
  return progressOf(items.filter((item) => item.checked).length, items.length)
}
