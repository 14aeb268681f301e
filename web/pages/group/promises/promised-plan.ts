import { isKnown, namesInPlan, ownId, tripDates } from '#web/trip-core/derived/people.ts'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import type { PromisedPlan } from '#web/trip-core/promises.ts'

export const promisedPlanOf = (view: PlanView): PromisedPlan => ({
  view,
  people: view.values.people ?? [],
  dates: tripDates(view),
  me: ownId(view),
  nameOf: namesInPlan(view),
  isKnown: isKnown(view),
})
