import { hasDetails, type Payee } from '#domain/plan/costs.ts'
import { representativeOf } from './costs-group.ts'
import type { ComputedCosts } from './costs-view.ts'

/* Whose payment details are shown to somebody who has to pay. */

/** How to pay a person; undefined if they have not said. */
export const findPayee = (payees: readonly Payee[], personId: string): Payee | undefined =>
  payees.find((payee) => payee.id === personId && hasDetails(payee))

/**
 * How to pay a household: the person who is proposed as the receiver, otherwise others who joined as a member of it.
 * Anyone who edits the list can have put themselves into a party, so the list alone says nothing about who is in it.
 */
export function findPayeeOf(
  householdId: string,
  payees: readonly Payee[],
  { group, costs, partyOf }: Pick<ComputedCosts, 'group' | 'costs' | 'partyOf'>,
): Payee | undefined {
  const receiver = representativeOf(householdId, 1, costs, group)
  const persons = group.households.find(({ id }) => id === householdId)?.persons ?? []
  const joined = persons.map(({ id }) => id).filter((id) => partyOf?.get(id) === householdId)
  const isFromElsewhere = persons.length > 1 && (partyOf?.get(receiver) ?? householdId) !== householdId
  const found = [...(isFromElsewhere ? [] : [receiver]), ...joined].map((id) => findPayee(payees, id))
  return found.find((payee) => payee !== undefined)
}
