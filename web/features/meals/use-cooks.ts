import { useMemo } from 'react'
import { canOpenTrip, placeOf } from '#domain/access.ts'
import { withoutVolunteer, withVolunteer } from '#domain/duties/changes.ts'
import { absencesOf, type FindAbsence, listPeopleOnDuties, type PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import type { MealType } from '#domain/plan/day-parts.ts'
import { details } from '#domain/plan/details.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSession } from '#web/data/session/use-session.ts'
import { useSection } from '#web/data/trips/use-section.ts'

/** Who cooks at the meals. */
export interface Cooks {
  /** The duties to cook at a meal. */
  at: (day: number, meal: MealType) => readonly PeopleOnDuty[]
  nameOf: (personId: string) => string
  /** The current user's id in the plan. */
  me: string
  findAbsence: FindAbsence
  take: (dutyId: string) => void
  giveUp: (dutyId: string) => void
}

const NOBODY: Party[] = []

/** Undefined for readers, and until it is loaded. */
export function useCooks(trip: Trip): Cooks | undefined {
  const { user } = useSession()
  const section = useSection(trip.id, 'duties')
  const people = useSection(trip.id, 'people')?.value ?? NOBODY
  const duties = section?.value
  const dates = useSection(trip.id, 'details')?.value ?? details.empty
  const findAbsence = useMemo(() => absencesOf(people, dates), [people, dates])
  const cooking = useMemo(
    () =>
      duties &&
      listPeopleOnDuties({ ...duties, duties: duties.duties.filter(({ kind }) => kind === 'cook') }, findAbsence),
    [duties, findAbsence],
  )
  const me = user ? placeOf(user, trip).person_id : ''
  const listed = useMemo(() => new Set(listPersons(people).map(({ id }) => id)), [people])
  // Their names would cost every opening of the meals a request. The duties name them.
  const nameOf = (id: string) => {
    if (id === me) return m.shopping_you()
    return listed.has(id) ? nameOfPersonRef(people, id) : m.duties_cook_unlisted()
  }
  const edit = section?.edit
  // Readers by share link have no edit function.
  if (!cooking || !user || !edit || !canOpenTrip(trip)) return undefined
  const change = (make: typeof withVolunteer) => (dutyId: string) =>
    void edit((value) => make(value, dutyId, me), 'at-once')
  return {
    at: (day, meal) => cooking.filter(({ duty }) => duty.day === day && duty.meal === meal),
    nameOf,
    me,
    findAbsence,
    take: change(withVolunteer),
    giveUp: change(withoutVolunteer),
  }
}
