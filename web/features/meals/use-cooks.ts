import { canOpenTrip } from '#domain/access.ts'
import { withoutVolunteer, withVolunteer } from '#domain/duties/changes.ts'
import type { FindAbsence, PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import type { MealType } from '#domain/plan/day-parts.ts'
import { listPersons } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSession } from '#web/data/session/use-session.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { derive } from '#web/trip-core/derived/derive.ts'
import { findAbsence, onDuties } from '#web/trip-core/derived/duties.ts'
import { listedPeople, ownId } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'

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

const onCooking = derive([onDuties], ([list]) => list.filter(({ duty }) => duty.kind === 'cook'))

// Names of members who are not on the list would cost every opening of the meals a request. The duties name them.
const cooksNames = derive([listedPeople, ownId], ([people, me]) => {
  const listed = new Set(listPersons(people).map(({ id }) => id))
  return (id: string) => {
    if (id === me) return m.shopping_you()
    return listed.has(id) ? nameOfPersonRef(people, id) : m.duties_cook_unlisted()
  }
})

/** Undefined for readers, and until it is loaded. */
export function useCooks(trip: Trip): Cooks | undefined {
  const { user } = useSession()
  const section = useSection(trip.id, 'duties')
  const cooking = useDerived(trip, onCooking)
  const nameOf = useDerived(trip, cooksNames)
  const me = useDerived(trip, ownId)
  const absence = useDerived(trip, findAbsence)
  const edit = section?.edit
  // Readers by share link have no edit function.
  if (!section || !user || !edit || !canOpenTrip(trip)) return undefined
  const change = (make: typeof withVolunteer) => (dutyId: string) =>
    void edit((value) => make(value, dutyId, me), 'at-once')
  return {
    at: (day, meal) => cooking.filter(({ duty }) => duty.day === day && duty.meal === meal),
    nameOf,
    me,
    findAbsence: absence,
    take: change(withVolunteer),
    giveUp: change(withoutVolunteer),
  }
}
