import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { type MergedPair, mergeReferences, withoutPayees } from '#domain/plan/merge-people.ts'
import type { Db } from '../db/engine.ts'
import { giveWay } from '../db/turn-of-event-loop.ts'
import type { SectionRewrite } from '../plan/plan-store.ts'
import { REFERRING_SECTIONS, type Renamed, rememberRenamed } from '../plan/renamed.ts'
import { forgetRemovedCosts, rewriteRemoved } from '../plan/rewrite-references.ts'

/**
 * Makes everything that refers to one person refer to another, in the sections and in what may be restored. Late
 * operations that name the replaced person find the other one.
 * @param values the current values of all sections that name people, which are locked
 * @param by the id of the organizer who said that they are one person
 * @returns the sections that change
 */
export async function replacePerson(
  trx: Db,
  tripId: string,
  values: Partial<Record<SectionName, unknown>>,
  { by, ...pair }: MergedPair & { by: string },
): Promise<SectionRewrite[]> {
  const { staysId, mergedId } = pair
  const derived: Renamed[] = []
  const onDerived = (id: string, currentId: string) => derived.push({ kind: 'entry', id, currentId })
  const rewrites: SectionRewrite[] = []
  for (const section of REFERRING_SECTIONS) {
    const value = values[section]
    const merged = mergeReferences(forms[section], value, pair, onDerived)
    if (merged.value !== value) rewrites.push({ section, ...merged, by })
    await giveWay()
  }
  // A late operation may restore an entry that refers to the replaced person.
  await rewriteRemoved(trx, tripId, [mergedId], {
    person: (id) => (id === mergedId ? staysId : id),
    onDerived,
  })
  await forgetRemovedCosts(trx, tripId, 'payees', [staysId, mergedId])
  await rememberRenamed(trx, tripId, [{ kind: 'merged-person', id: mergedId, currentId: staysId }, ...derived])
  return rewrites
}

/** Removes a person's payment details for good: the user who entered them is not that person, or leaves the trip. */
export async function dropPayee(
  trx: Db,
  tripId: string,
  costs: unknown,
  { personId, by }: { personId: string; by: string },
): Promise<SectionRewrite[]> {
  await forgetRemovedCosts(trx, tripId, 'payees', [personId])
  const without = withoutPayees(costs, [personId])
  return without.value === costs ? [] : [{ section: 'costs', ...without, by }]
}
