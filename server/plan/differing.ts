/*
 * What of a section may stand otherwise in its rows than before.
 * Job: spare an edit of one entry from looking at all rows of a long list: a value shares with the one before it what no
 *   operation has touched, so the same object at the same place has the same row.
 * Invariants: what is left out is the same on both sides; of values that share nothing, nothing is left out.
 */

/** Two states of something, of which either may be without it. */
export interface Pair<Value> {
  now: Value | undefined
  before: Value | undefined
}

/** An entry and its place in its list. */
export type Placed<Entry> = readonly [entry: Entry, index: number]

/** All entries of a list with their places. */
export function placed<Entry>(list: readonly Entry[]): Placed<Entry>[] {
  return list.map((entry, index) => [entry, index] as const)
}

/** The entries of a list that are another object than before, or stand elsewhere. */
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

/** The entries of a list by their ids, but for those that are the same object as before, wherever they stand. */
export function differingPairs<Entry extends { id: string }>(
  now: readonly Entry[],
  before: readonly Entry[],
): Pair<Entry>[] {
  const some = differingEntries(now, before)
  const old = new Map(some.before.map(([entry]) => [entry.id, entry]))
  const pairs: Pair<Entry>[] = some.now.map(([entry]) => ({ now: entry, before: old.get(entry.id) }))
  for (const [entry] of some.now) old.delete(entry.id)
  for (const entry of old.values()) pairs.push({ now: undefined, before: entry })
  return pairs.filter(({ now, before }) => now !== before)
}

/** The days that are another object than before, each on the side on which it is. */
export function differingDays<Day>(
  now: Record<string, Day>,
  before: Record<string, Day>,
): { now: Record<string, Day>; before: Record<string, Day> } {
  const those = (days: Record<string, Day>, other: Record<string, Day>) =>
    Object.fromEntries(Object.entries(days).filter(([number, day]) => day !== other[number]))
  return { now: those(now, before), before: those(before, now) }
}
