import { type ChecklistGroup, type ChecklistItem, newChecklistItem } from '../plan/checklist.ts'

/** An item that nobody has ticked. `more` is what differs. */
export function buildItem(name: string, more: Partial<ChecklistItem> = {}): ChecklistItem {
  return { ...newChecklistItem(crypto.randomUUID()), name, ...more }
}

/** A category of these items. One that is given by its name is not ticked. */
export function buildCategory(category: string, ...items: (string | ChecklistItem)[]): ChecklistGroup {
  return {
    id: crypto.randomUUID(),
    category,
    items: items.map((item) => (typeof item === 'string' ? buildItem(item) : item)),
  }
}
