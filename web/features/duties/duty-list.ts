import { daysOfTrip } from '#domain/count-attendance.ts'
import { type DutyConflict, listConflicts } from '#domain/duties/conflicts.ts'
import type { FindAbsence, PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import { listWithoutDuty } from '#domain/duties/rota.ts'
import { listTooYoung, listWorkers, type Worker } from '#domain/duties/workers.ts'
import { groupBy } from '#domain/group-by.ts'
import type { Meals } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import { dayCount, type TripDates } from '#domain/trip-days.ts'
import { deriveLoaded } from '#web/trip-core/derived/derive.ts'
import { findAbsence, onDuties } from '#web/trip-core/derived/duties.ts'
import { tripDates } from '#web/trip-core/derived/people.ts'
import { section } from '#web/trip-core/derived/plan-view.ts'

export interface DutyList {
  people: readonly Party[]
  dates: TripDates
  meals: Meals
  /** The days of the trip. */
  days: readonly number[]
  list: readonly PeopleOnDuty[]
  /** By the id of their duty. */
  conflicts: ReadonlyMap<string, readonly DutyConflict[]>
  findAbsence: FindAbsence
  workers: readonly Worker[]
  /** The ids of the children who are not asked because of their age. */
  tooYoung: readonly string[]
  /** The ids of those who take turns and have no duty. */
  idle: readonly string[]
}

/** Undefined until all is loaded. */
export const dutyList = deriveLoaded(
  [
    section('duties'),
    section('people'),
    section('details'),
    section('meals'),
    section('itinerary'),
    tripDates,
    findAbsence,
    onDuties,
  ],
  ([, people, { eating }, meals, itinerary, dates, absence, list]): DutyList => {
    const isOnlyComing = eating.counts === 'coming'
    const workers = listWorkers(people, dates, isOnlyComing)
    return {
      people,
      dates,
      meals,
      days: daysOfTrip(dayCount(dates), meals, itinerary),
      list,
      conflicts: groupBy(listConflicts(list, dates), ({ duty }) => duty.id),
      findAbsence: absence,
      workers,
      tooYoung: listTooYoung(people, isOnlyComing),
      idle: listWithoutDuty(list, workers),
    }
  },
)
