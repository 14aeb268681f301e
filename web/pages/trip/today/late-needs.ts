import { needsPlanners } from '#web/features/costs/costs-planners.ts'
import { isBuyer } from '#web/features/shopping/shopping-later.ts'
import { needsMembers, ownId } from '#web/trip-core/derived/people.ts'
import type { Derived } from '#web/trip-core/derived/plan-view.ts'

/* What the last lines of Today's card need, found without the code that computes them. */

const hasCosts: Derived<boolean> = ({ values: { costs } }) =>
  costs !== undefined && costs.expenses.length + costs.payments.length > 0

/** Whether a person may have any of them: nobody has as long as the group has planned nothing together. */
export const mayHaveLate: Derived<boolean> = (view) => {
  const { gear, beds, duties, shopping } = view.values
  const me = ownId(view)
  const hasDuty = duties?.volunteers.some(({ person_id }) => person_id === me)
  return Boolean(gear?.claims.length || beds?.beds.length || hasDuty || isBuyer(me, shopping) || hasCosts(view))
}

/** Whether the card has to know who the members are. */
export const needsToKnowMembers: Derived<boolean> = (view) =>
  needsMembers(view) || (hasCosts(view) && needsPlanners(view))
