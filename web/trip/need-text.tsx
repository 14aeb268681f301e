import { isCounted } from '#domain/gear/promised.ts'
import type { ChecklistItem } from '#domain/plan/checklist.ts'
import * as m from '#messages'

/** How many of an item are needed and promised: '6 needed, 4 promised, 2 missing'. '' if nobody counts it. */
export function needText(item: Pick<ChecklistItem, 'needed' | 'is_each'>, promised: number): string {
  if (item.is_each) return m.checklist_need_each()
  if (!isCounted(item)) return ''
  const { needed } = item
  return promised < needed
    ? m.checklist_need_missing({ needed, promised, missing: needed - promised })
    : m.checklist_need_covered({ needed, promised })
}
