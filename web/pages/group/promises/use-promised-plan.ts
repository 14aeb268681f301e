import { useMemo } from 'react'
import { absencesOf, listPeopleOnDuties } from '#domain/duties/people-on-duty.ts'
import type { Trip } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { listNamed } from '#web/features/rides/list-named.ts'
import { useShopping } from '#web/features/shopping/use-shopping.ts'
import { useIsKnown, usePersonNames } from '#web/trip-core/people/use-person-names.ts'
import { usePlace } from '#web/trip-core/people/use-place.ts'
import type { PromisedPlan } from './sources.ts'

/** What a plan has for people to promise; undefined until it is loaded. It computes the shopping list. */
export function usePromisedPlan(trip: Trip): PromisedPlan | undefined {
  const shopping = useShopping(trip)
  const rides = useSection(trip.id, 'rides')?.value
  const beds = useSection(trip.id, 'beds')?.value
  const duties = useSection(trip.id, 'duties')?.value
  const gear = useSection(trip.id, 'gear')?.value
  const checklist = useSection(trip.id, 'checklist')?.value
  const { people = [], dates, rows } = shopping ?? {}
  const { me } = usePlace(trip, people)
  const named = useMemo(() => listNamed(rides, beds), [rides, beds])
  const nameOf = usePersonNames(trip, people, me, named)
  const isKnown = useIsKnown(trip, people, me, named)
  return useMemo(() => {
    if (!dates || !rows || !rides || !beds || !duties || !gear || !checklist) return undefined
    const onDuties = listPeopleOnDuties(duties, absencesOf(people, dates))
    return { people, dates, me, nameOf, isKnown, rides, beds, duties: onDuties, gear, checklist, shopping: rows }
  }, [people, dates, rows, rides, beds, duties, gear, checklist, me, nameOf, isKnown])
}
