/*
 * Finds the parts of a section whose rows may have changed.
 * Job: an edit of one entry should not compare all rows of a long list. A value shares every object that no operation
 *   touched with the value before it, so the same object at the same index has the same row.
 * Invariants: what is left out is equal on both sides. If two values share nothing, nothing is left out.
 */

/** An entry before and after a change; undefined on the side that lacks it. */
interface Pair<Value> {
  now: Value | undefined
  before: Value | undefined
}

export type Placed<Entry> = readonly [entry: Entry, index: number]

export function placed<Entry>(list: readonly Entry[]): Placed<Entry>[] {
  return list.map((entry, index) => [entry, index] as const)
}

/** The entries that are another object than before, or have another index. */
export function differingEntries<Entry>(
  now: readonly Entry[],
  before: readonly Entry[],
): { now: Placed<Entry>[]; before: Placed<Entry>[] } {
  const differing: { now: Placed<Entry>[]; before: Placed<Entry>[] } = { now: [], before: [] }
  for (let index = 0; index < Math.max(now.length, before.length); index++) {
    if (index < now.length && index < before.length && now[index] === before[index]) continue
    if (index < now.length) differing.now.push([now[index] as Entry, index])
    if (index < before.length) differing.before.push([before[index] as Entry, index])
  }
  return differing
}

/** The entries that are another object than before, matched by id, whatever their index. */
export function differingPairs<Entry extends { id: string }>(
  now: readonly Entry[],
  before: readonly Entry[],
): Pair<Entry>[] {
  const differing = differingEntries(now, before)
  const old = new Map(differing.before.map(([entry]) => [entry.id, entry]))
  const pairs: Pair<Entry>[] = differing.now.map(([entry]) => ({ now: entry, before: old.get(entry.id) }))
  for (const [entry] of differing.now) old.delete(entry.id)
  for (const entry of old.values()) pairs.push({ now: undefined, before: entry })
  return pairs.filter(({ now, before }) => now !== before)
}

/** The days that are another object than before, on the side that has them. */
export function differingDays<Day>(
  now: Record<string, Day>,
  before: Record<string, Day>,
): { now: Record<string, Day>; before: Record<string, Day> } {
  const differingOf = (days: Record<string, Day>, other: Record<string, Day>) =>
    Object.fromEntries(Object.entries(days).filter(([number, day]) => day !== other[number]))
  return { now: differingOf(now, before), before: differingOf(before, now) }
}
