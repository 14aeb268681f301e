import { type ChecklistGroup, type ChecklistItem, MAX_NEEDED } from '../plan/checklist.ts'

/** The number that an item's name begins with: 6 of '6 folding tables'. Undefined for '4x4 car' and '1.5 L pot'. */
export function countInName(name: string): number | undefined {
  const [, digits] = /^\s*(\d+)(?:\s*[x×])?\s+\p{L}/u.exec(name) ?? []
  const count = Number(digits ?? 0)
  return count > 0 && count <= MAX_NEEDED ? count : undefined
}

/** How many of an item its name says are needed, as long as nobody has said it otherwise. */
export function suggestedNeed({
  name,
  needed,
  is_each,
}: Pick<ChecklistItem, 'name' | 'needed' | 'is_each'>): number | undefined {
  return needed === 0 && !is_each ? countInName(name) : undefined
}

/** The checklist with the numbers in the names of these items as how many are needed. */
export function withSuggestedNeeds(groups: readonly ChecklistGroup[], ids: ReadonlySet<string>): ChecklistGroup[] {
  return groups.map((group) => ({
    ...group,
    items: group.items.map((item) => {
      const needed = ids.has(item.id) ? suggestedNeed(item) : undefined
      return needed === undefined ? item : { ...item, needed }
    }),
  }))
}
