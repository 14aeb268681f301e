import { isKnown, listedPeople, namesInText, ownId, tripDates } from '#web/trip-core/derived/people.ts'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import type { OpenPlan } from '#web/trip-core/open.ts'

export const openPlanOf = (view: PlanView, now: Pick<OpenPlan, 'phase' | 'today' | 'claimants'>): OpenPlan => ({
  ...now,
  view,
  me: ownId(view),
  people: listedPeople(view),
  dates: tripDates(view),
  isKnown: isKnown(view),
  nameInText: namesInText(view),
})
