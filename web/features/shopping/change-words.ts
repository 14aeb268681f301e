import type { ListChange } from '#domain/food/compare-lists.ts'
import { formatListAmount } from '#domain/food/format-amount.ts'
import { listText } from '#domain/list-text.ts'
import * as m from '#messages'
import type { ListChanges } from './use-list-changes.ts'

const counts: Record<ListChange['what'], (values: { count: number }) => string> = {
  down: m.shopping_changes_down,
  up: m.shopping_changes_up,
  added: m.shopping_changes_added,
  removed: m.shopping_changes_removed,
}

/** 'Now for 27 people instead of 30: 12 amounts are lower.' The meals may have changed as well. */
export function changesSentence({ changes, before, now }: Pick<ListChanges, 'changes' | 'before' | 'now'>): string {
  const parts = (['down', 'up', 'added', 'removed'] as const).flatMap((what) => {
    const count = changes.filter((change) => change.what === what).length
    return count > 0 ? [counts[what]({ count })] : []
  })
  const all = listText(parts)
  const isForOthers = before !== now && before > 0 && now > 0
  return isForOthers ? m.shopping_changes_people({ now, before, changes: all }) : m.shopping_changes({ changes: all })
}

/** '13.5 L → 12.2 L' */
export function changeText({ what, listUnit, before, after }: ListChange): string {
  if (what === 'removed') return m.shopping_change_removed()
  if (listUnit === null) return m.shopping_change_new()
  const to = formatListAmount(after, listUnit)
  if (before === 0) return m.shopping_change_added({ after: to })
  const from = formatListAmount(before, listUnit)
  return after === 0 ? m.shopping_change_none({ before: from }) : m.shopping_change_amount({ before: from, after: to })
}
