import { withFormerPeople } from '#domain/costs/former-people.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import type { SectionSource } from './plan-source.ts'

/**
 * Stores with the costs the names of people who are about to leave the list, as far as the costs name them. Returns
 * what undoes it.
 */
export function keepNames(
  costs: SectionSource<'costs'> | undefined,
  { from, to }: { from: readonly Party[]; to: readonly Party[] },
): () => void {
  const staying = new Set(listPersons(to).map(({ id }) => id))
  const leaving = listPersons(from).filter(({ id }) => !staying.has(id))
  const value = costs?.getSnapshot()?.value
  if (!costs?.edit || value === undefined || withFormerPeople(value, leaving) === value) return () => {}
  return costs.edit((current) => withFormerPeople(current, leaving), 'at-once')
}
