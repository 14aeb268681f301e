import { canSeePeople, identityOf } from '#domain/access.ts'
import { listNamed } from '#domain/costs/former-people.ts'
import { listNotComing } from '#domain/not-coming.ts'
import { listPersonRefs } from '#domain/operations/person-refs.ts'
import { knownIn, namesOf } from '#domain/people-names.ts'
import { nameOfUser } from '#domain/person.ts'
import { forms } from '#domain/plan/forms.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { findSoleDoer } from '#domain/todos/sole-doer.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { nameInTextOf } from '../people/names.ts'
import { derive } from './derive.ts'
import { type Derived, type PlanView, section } from './plan-view.ts'

/* The people of a trip, as the current user sees them, and its dates. */

const nobody: readonly Party[] = []
const noMembers: ReadonlyMap<string, string> = new Map()

/** The list of people; empty until it is loaded. */
export const listedPeople: Derived<readonly Party[]> = ({ values }) => values.people ?? nobody

const identityIn = ({ user, trip }: PlanView) => (user ? identityOf(user, trip) : { person_id: '', party_id: '' })

/** The current user's id in the plan; '' for readers. */
export const ownId: Derived<string> = (view) => identityIn(view).person_id
const ownPartyId: Derived<string> = (view) => identityIn(view).party_id

/** The current user and those who travel with them. */
export const ownParty: Derived<ReadonlySet<string>> = derive(
  [listedPeople, ownId, ownPartyId],
  ([people, own, partyId]) => {
    const persons = people.find(({ id }) => id === partyId)?.persons ?? []
    return new Set([own, ...persons.map(({ id }) => id)])
  },
)

/** Without dates until the details are loaded. */
export const tripDates: Derived<TripDates> = derive([section('details')], ([details], before?: TripDates) => {
  const { departure_date = '', return_date = '' } = details ?? {}
  const isSame = before?.departure_date === departure_date && before.return_date === return_date
  return isSame ? before : { departure_date, return_date }
})

export const notComing: Derived<ReadonlySet<string>> = derive([listedPeople], ([people]) => listNotComing(people))

/** Everybody whom the costs name. Without former people, whose names they keep. */
export const namedInCosts: Derived<readonly string[]> = derive([section('costs')], ([value]) =>
  value ? listNamed(value) : [],
)

/** The sections that name people, and whom each names. */
const namedIn = {
  shopping: namedBy('shopping'),
  gear: namedBy('gear'),
  rides: namedBy('rides'),
  beds: namedBy('beds'),
  duties: namedBy('duties'),
  costs: namedInCosts,
  places: namedBy('places'),
  todos: namedBy('todos'),
  tickets: namedBy('tickets'),
  stays: namedBy('stays'),
}

function namedBy(name: CommonSectionName): Derived<Iterable<string>> {
  return derive([section(name)], ([value]) => (value ? listPersonRefs(forms[name], value) : []))
}

/**
 * Whether members have to be fetched to name everybody in some sections: people may plan the trip without being on its
 * list. Of to-dos they also say whether the current user is alone.
 */
export function needsMembersIn(...names: (keyof typeof namedIn)[]): Derived<boolean> {
  const hasUnlisted = derive(
    [listedPeople, ownId, ...names.map((name) => namedIn[name])],
    ([people, own, ...named]) => {
      const listed = new Set(['', own, ...listPersons(people).map(({ id }) => id)])
      return named.some((ids) => [...ids].some((id) => !listed.has(id)))
    },
  )
  const asksWhoIsAlone = names.includes('todos')
  return (view) =>
    canSeePeople(view.trip) && (hasUnlisted(view) || (asksWhoIsAlone && hasTodos(view) && soleDoer(view) !== undefined))
}

const hasTodos: Derived<boolean> = ({ values }) => (values.todos?.todos.length ?? 0) > 0

/**
 * The names of the members, by their ids in the plan; undefined as long as no screen needs them, and until they are
 * known. Where nobody needs them, everybody who is named is on the list. Empty for somebody who may not see who they
 * are.
 */
export const knownMembers: Derived<ReadonlyMap<string, string> | undefined> = derive(
  [({ trip }) => canSeePeople(trip), ({ planners }) => planners],
  ([maySee, planners]) => {
    if (!maySee) return noMembers
    return planners && new Map(planners.people.map((planner) => [planner.person_id, nameOfUser(planner)]))
  },
)

/** The current user, if nobody else has a part in the trip: see `findSoleDoer`. */
export const soleDoer = derive([({ trip }) => trip.role, listedPeople, ownId, knownMembers], ([role, ...people]) =>
  findSoleDoer({ role }, ...people),
)

/** Names people as the list refers to them; 'You' for the current user. */
export const namesInPlan = derive([listedPeople, ownId, knownMembers], ([people, own, members]) =>
  namesOf(people, own, members),
)

/** The same for a text that is sent to others: the current user has a name too. */
export const namesInText = derive(
  [listedPeople, ownId, ({ user }) => user, namesInPlan],
  ([people, own, user, names]) => nameInTextOf({ people, me: own, user }, names),
)

/** Tells whether somebody is in the trip, on its list of people or not. True as long as nobody knows. */
export const isKnown = derive([({ trip }) => trip.role, listedPeople, ownId, knownMembers], ([role, ...known]) =>
  knownIn({ role }, ...known),
)
