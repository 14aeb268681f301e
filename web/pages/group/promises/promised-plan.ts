import { rowsOfList } from '#web/features/shopping/shopping-list.ts'
import { deriveLoaded } from '#web/trip-core/derived/derive.ts'
import { onDuties } from '#web/trip-core/derived/duties.ts'
import { isKnown, namesInPlan, ownId, tripDates } from '#web/trip-core/derived/people.ts'
import { section } from '#web/trip-core/derived/plan-view.ts'
import type { PromisedPlan } from './sources.ts'

/** What a plan has for people to promise; undefined until it is loaded. It computes the shopping list. */
export const promisedPlan = deriveLoaded(
  [
    section('people'),
    section('rides'),
    section('beds'),
    section('duties'),
    section('gear'),
    section('checklist'),
    tripDates,
    ownId,
    namesInPlan,
    isKnown,
    onDuties,
    rowsOfList,
  ],
  ([people, rides, beds, , gear, checklist, dates, me, nameOf, known, duties, shopping]): PromisedPlan => ({
    people,
    dates,
    me,
    nameOf,
    isKnown: known,
    rides,
    beds,
    duties,
    gear,
    checklist,
    shopping,
  }),
)
