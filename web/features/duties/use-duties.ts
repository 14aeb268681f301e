import { useMemo } from 'react'
import { daysOfTrip } from '#domain/count-attendance.ts'
import { type DutyConflict, listConflicts } from '#domain/duties/conflicts.ts'
import { absencesOf, type FindAbsence, listPeopleOnDuties, type PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import { listWithoutDuty } from '#domain/duties/rota.ts'
import { listTooYoung, listWorkers, type Worker } from '#domain/duties/workers.ts'
import { groupBy } from '#domain/group-by.ts'
import type { Meals } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { dayCount, type TripDates } from '#domain/trip-days.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'

export interface DutiesView {
  section: ShownSection<'duties'>
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

/** The duties of a trip; undefined until all that they depend on is loaded. */
export function useDuties(trip: Trip): DutiesView | undefined {
  const section = useSection(trip.id, 'duties')
  const people = useSection(trip.id, 'people')?.value
  const details = useSection(trip.id, 'details')?.value
  const meals = useSection(trip.id, 'meals')?.value
  const itinerary = useSection(trip.id, 'itinerary')?.value
  const duties = section?.value
  const computed = useMemo(() => {
    if (!duties || !people || !details || !meals || !itinerary) return undefined
    const { departure_date, return_date, eating } = details
    const dates: TripDates = { departure_date, return_date }
    const findAbsence = absencesOf(people, dates)
    const list = listPeopleOnDuties(duties, findAbsence)
    const isOnlyComing = eating.counts === 'coming'
    const workers = listWorkers(people, dates, isOnlyComing)
    return {
      people,
      dates,
      meals,
      days: daysOfTrip(dayCount(dates), meals, itinerary),
      list,
      conflicts: groupBy(listConflicts(list, dates), ({ duty }) => duty.id),
      findAbsence,
      workers,
      tooYoung: listTooYoung(people, isOnlyComing),
      idle: listWithoutDuty(list, workers),
    }
  }, [duties, people, details, meals, itinerary])
  return section && computed ? { section, ...computed } : undefined
}
