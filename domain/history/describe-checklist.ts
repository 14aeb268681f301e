import type { ChecklistGroup, ChecklistItem } from '../plan/checklist.ts'
import { compareLists, quote } from './changes.ts'

/** What changed in the checklist, in sentences without their subject: 'ticked 'Tent''. */
export function describeChecklist(before: ChecklistGroup[], after: ChecklistGroup[]): string[] {
  const { added, removed, changed, reordered } = compareLists(before, after)
  return [
    ...added.map(({ category }) => `added the category ${quote(category)}`),
    ...removed.map(({ category }) => `removed the category ${quote(category)}`),
    ...changed.flatMap((group) => describeGroup(group.before, group.after)),
    ...(reordered ? ['put the categories in another order'] : []),
  ]
}

function describeGroup(before: ChecklistGroup, after: ChecklistGroup): string[] {
  const { added, removed, changed, reordered } = compareLists(before.items, after.items)
  return [
    ...(before.category === after.category ? [] : [`renamed the category ${quote(before.category)} to ${quote(after.category)}`]),
    ...added.map(({ name }) => `added ${quote(name)} to ${after.category}`),
    ...removed.map(({ name }) => `removed ${quote(name)} from ${after.category}`),
    ...changed.flatMap((item) => describeItem(item.before, item.after)),
    ...(reordered ? [`put ${after.category} in another order`] : []),
  ]
}

function describeItem(before: ChecklistItem, after: ChecklistItem): string[] {
  return [
    ...(before.name === after.name ? [] : [`renamed ${quote(before.name)} to ${quote(after.name)}`]),
    ...(before.checked === after.checked ? [] : [`${after.checked ? 'ticked' : 'unticked'} ${quote(after.name)}`]),
  ]
}
