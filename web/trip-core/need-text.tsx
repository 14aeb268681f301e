import { countMissing, isCounted } from '#domain/gear/promised.ts'
import type { ChecklistItem } from '#domain/plan/checklist.ts'
import * as m from '#messages'
import { rich } from '#web/ui/rich.ts'

type Need = Pick<ChecklistItem, 'needed' | 'is_each'>

/** How many of an item are needed and promised: '6 needed, 4 promised'. '' if it is not counted. */
export function needText(item: Need, promised: number): string {
  if (item.is_each) return m.checklist_need_each()
  return isCounted(item) ? m.checklist_need_covered({ needed: item.needed, promised }) : ''
}

/** The same with what is missing: '6 needed, 4 promised, 2 missing'. Nothing if it is not counted. */
export function NeedText({ item, promised }: { item: Need; promised: number }) {
  const missing = countMissing(item, promised)
  if (missing === 0) return needText(item, promised)
  const { needed } = item
  return rich(
    m.checklist_need_missing({
      ...{ needed, promised, missing },
      b: (text) => <span className="text-warn">{text}</span>,
    }),
  )
}
