import { rides } from '#domain/plan/rides.ts'
import { dayEntries, ownEntries } from '#web/trip-core/derived/day.ts'
import { onDuties } from '#web/trip-core/derived/duties.ts'
import { isKnown, listedPeople, namesInPlan, ownId, ownParty, tripDates } from '#web/trip-core/derived/people.ts'
import { type PlanView, section } from '#web/trip-core/derived/plan-view.ts'
import type { TodayPlan } from '#web/trip-core/today.ts'

/** A section that is missing or not loaded counts as empty: the others still say what they have. */
export function computeTodayPlan(view: PlanView, now: Pick<TodayPlan, 'phase' | 'clock'>): TodayPlan {
  const { trip } = view
  return {
    ...now,
    view,
    trip,
    me: ownId(view),
    party: ownParty(view),
    people: listedPeople(view),
    dates: tripDates(view),
    nameOf: namesInPlan(view),
    isKnown: isKnown(view),
    entries: dayEntries(view),
    own: ownEntries(view),
    meals: section('meals')(view) ?? {},
    rides: section('rides')(view) ?? rides.empty,
    duties: onDuties(view),
  }
}
