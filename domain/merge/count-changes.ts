import { equal } from '../operations/json.ts'

/**
 * How many things somebody changed from `base` to `mine`, as a person counts them: each field, each text in a list, each
 * entry added or removed.
 */
export function countChanges(base: unknown, mine: unknown): number {
  if (equal(base, mine)) return 0
  const [before, after] = [entriesOf(base), entriesOf(mine)]
  if (!before || !after) return 1
  let count = 0
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    count += before.has(key) && after.has(key) ? countChanges(before.get(key), after.get(key)) : 1
  }
  // The same entries in another order.
  return Math.max(1, count)
}

/** What a value has entries by: an object's fields, a list's items by their ids or, where they have none, by their places. */
function entriesOf(value: unknown): Map<unknown, unknown> | undefined {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [item?.id ?? index, item]))
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}
