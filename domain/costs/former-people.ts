import type { Costs, FormerPerson } from '../plan/costs.ts'
import { isBlank } from '../text.ts'

/** Everybody whom an entry of the costs names, in the order in which they first appear. */
export function listNamed({
  expenses,
  payments,
  fees = [],
}: Pick<Costs, 'expenses' | 'payments'> & Partial<Pick<Costs, 'fees'>>): string[] {
  const ids = [
    ...expenses.flatMap(({ payers, shares }) => [...payers, ...shares].map(({ person_id }) => person_id)),
    ...payments.flatMap(({ from, to }) => [from, to]),
    ...[...expenses, ...payments].map(({ added_by }) => added_by),
    ...fees.map(({ to }) => to),
  ]
  return [...new Set(ids.filter(Boolean))]
}

/**
 * The costs with the names of people who leave the list, as far as an entry names them: others still have to know whom
 * to pay. The same object if it has them already.
 */
export function withFormerPeople(costs: Costs, leaving: readonly FormerPerson[]): Costs {
  const named = new Set(listNamed(costs))
  const names = new Map(costs.former.map(({ id, name }) => [id, name]))
  const changed = leaving.filter(({ id, name }) => named.has(id) && !isBlank(name) && names.get(id) !== name)
  if (changed.length === 0) return costs
  for (const { id, name } of changed) names.set(id, name)
  return { ...costs, former: [...names].map(([id, name]) => ({ id, name })) }
}
