import type { Share } from '#domain/plan/costs.ts'

/* What is entered for each person, as entries of an expense. */

interface Entered<Entry> {
  /** By person: what was stored. */
  stored: ReadonlyMap<string, number>
  entered: (personId: string) => number
  /** The entry of somebody with this value; undefined if they get none. */
  make: (personId: string, value: number) => Entry | undefined
}

/**
 * The entries of these people. Those whose value is as it was stored stay as they are: somebody who was merged has two.
 */
export function withAmounts<Entry extends { id: string; person_id: string }>(
  before: readonly Entry[],
  personIds: readonly string[],
  { stored, entered, make }: Entered<Entry>,
): Entry[] {
  const ids = new Set(personIds)
  const made = new Set<string>()
  const isSame = (id: string) => stored.get(id) === entered(id)
  const makeOnce = (id: string, entryId?: string) => {
    if (made.has(id)) return []
    made.add(id)
    const entry = make(id, entered(id))
    return entry ? [{ ...entry, id: entryId ?? entry.id }] : []
  }
  const stay = before.flatMap((entry) => {
    const { person_id } = entry
    if (!ids.has(person_id)) return []
    if (!isSame(person_id)) return makeOnce(person_id, entry.id)
    made.add(person_id)
    return [entry]
  })
  return [...stay, ...personIds.flatMap((id) => makeOnce(id))]
}

export const amountOf = (known: number, { amount }: { amount: number }) => known + amount
/** Weights of somebody who was merged count once. */
export const weightOf = (known: number, { weight }: Share) => Math.max(known, weight)

export function byPerson<Entry extends { person_id: string }>(
  entries: readonly Entry[],
  add: (known: number, entry: Entry) => number,
): Map<string, number> {
  const values = new Map<string, number>()
  for (const entry of entries) values.set(entry.person_id, add(values.get(entry.person_id) ?? 0, entry))
  return values
}
