import { canAnswerPayments, canEditAllCosts, canSeePeople } from '#domain/access.ts'
import { answerTo } from '#domain/costs/answer-to.ts'
import { hasDetails } from '#domain/plan/costs.ts'
import { needsMembersIn, ownId, ownParty } from '#web/trip-core/derived/people.ts'
import type { Derived } from '#web/trip-core/derived/plan-view.ts'

/* When the costs of a trip depend on who its members are. */

const needsMembers = needsMembersIn('costs')

/** Whether a payment waits for an answer that only organizers can give. */
export const isAnswerNeeded: Derived<boolean> = ({ trip, values }) =>
  canEditAllCosts(trip) && canSeePeople(trip) && (values.costs?.payments.some((one) => answerTo(one) === '') ?? false)

const isAlone: Derived<boolean> = (view) => ownParty(view).size === 1 && canAnswerPayments(view.trip)

/** What the current user may change depends on who of their party has joined. */
export const needsPlanners: Derived<boolean> = (view) =>
  needsMembers(view) || isAnswerNeeded(view) || !(canEditAllCosts(view.trip) || isAlone(view))

/** Whose payment details are shown depends on the party that they have joined as. */
export const needsPayees: Derived<boolean> = (view) =>
  canSeePeople(view.trip) &&
  (view.values.costs?.payees.some((payee) => payee.id !== ownId(view) && hasDetails(payee)) ?? false)
