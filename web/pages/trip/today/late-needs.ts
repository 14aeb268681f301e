import { needsPlanners } from '#web/features/costs/costs-planners.ts'
import { isBuyer } from '#web/features/shopping/shopping-later.ts'
import { needsMembersIn, ownId } from '#web/trip-core/derived/people.ts'
import type { Derived } from '#web/trip-core/derived/plan-view.ts'

/* What the last lines of Today's card need, found without the code that computes them. */

const needsMembers = needsMembersIn('rides', 'beds', 'duties')

const hasCosts: Derived<boolean> = ({ values: { costs } }) =>
  costs !== undefined && costs.expenses.length + costs.payments.length > 0

/** Whether a person has something to buy: then the shopping list has to be computed. */
export const buys: Derived<boolean> = (view) => isBuyer(ownId(view), view.values.shopping)

/** Of how many kinds a person may have any of them. 0 as long as the group has planned nothing together. */
export const countLateKinds: Derived<number> = (view) => {
  const { gear, beds, duties } = view.values
  const me = ownId(view)
  const hasDuty = duties?.volunteers.some(({ person_id }) => person_id === me)
  return [gear?.claims.length, beds?.beds.length, hasDuty, buys(view), hasCosts(view)].filter(Boolean).length
}

/** Whether the card has to know who the members are. */
export const needsToKnowMembers: Derived<boolean> = (view) =>
  needsMembers(view) || (hasCosts(view) && needsPlanners(view))
