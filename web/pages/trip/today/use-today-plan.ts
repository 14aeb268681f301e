import { useMemo } from 'react'
import { absencesOf, listPeopleOnDuties } from '#domain/duties/people-on-duty.ts'
import { duties } from '#domain/plan/duties.ts'
import type { Party } from '#domain/plan/people.ts'
import { rides } from '#domain/plan/rides.ts'
import type { Trip } from '#domain/trip.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { listNamed } from '#web/features/rides/list-named.ts'
import { useIsKnown, usePersonNames } from '#web/trip-core/people/use-person-names.ts'
import { usePlace } from '#web/trip-core/people/use-place.ts'
import type { TodayPlan } from './today-plan.ts'

const nobody: readonly Party[] = []
const undated: TripDates = { departure_date: '', return_date: '' }

/** A section that is missing or not loaded counts as empty: the others still say what they have. */
export function useTodayPlan(trip: Trip, { phase, clock }: Pick<TodayPlan, 'phase' | 'clock'>): TodayPlan {
  const people = useSection(trip.id, 'people')?.value ?? nobody
  const dates = useSection(trip.id, 'details')?.value ?? undated
  const itinerary = useSection(trip.id, 'itinerary')?.value
  const meals = useSection(trip.id, 'meals')?.value
  const ridesValue = useSection(trip.id, 'rides')?.value ?? rides.empty
  // Its lines come later, but say too who is in the trip.
  const beds = useSection(trip.id, 'beds')?.value
  const tickets = useSection(trip.id, 'tickets')?.value
  const dutiesValue = useSection(trip.id, 'duties')?.value ?? duties.empty
  const { me, party } = usePlace(trip, people)
  const onDuties = useMemo(
    () => listPeopleOnDuties(dutiesValue, absencesOf(people, dates)),
    [dutiesValue, people, dates],
  )
  const named = useMemo(
    () => [...listNamed(ridesValue, beds), ...onDuties.flatMap(({ on }) => on)].filter(Boolean),
    [ridesValue, beds, onDuties],
  )
  const nameOf = usePersonNames(trip, people, me, named)
  const isKnown = useIsKnown(trip, people, me, named)
  return {
    trip,
    phase,
    clock,
    me,
    party,
    people,
    dates,
    nameOf,
    isKnown,
    itinerary: itinerary ?? {},
    meals: meals ?? {},
    tickets: tickets ?? [],
    rides: ridesValue,
    duties: onDuties,
  }
}
