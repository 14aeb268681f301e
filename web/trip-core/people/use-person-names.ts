import { useMemo } from 'react'
import { canSeePeople } from '#domain/access.ts'
import type { PeopleAnswer } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import type { Query } from '#web/data/http/query-cache.ts'
import { useQuery } from '#web/data/react/use-query.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { people as planners } from '#web/data/trips/planners.ts'
import type { NameOf } from './names.ts'

/** For `useQuery`, if the members are not needed. */
export const notNeeded: Query<PeopleAnswer | undefined> = { key: ['people not needed'], queryFn: async () => undefined }

/**
 * Names people as the list refers to them. Somebody may plan the trip without being on its list of people: only then
 * the members are fetched.
 * @param me the current user's id in the plan
 * @param named everybody who has to be named
 * @param former the names of people who are neither on the list nor members, if they are known
 */
export function usePersonNames(
  trip: Trip,
  people: readonly Party[],
  me: string,
  named: readonly string[],
  former: ReadonlyMap<string, string> = nobody,
): NameOf {
  const members = useUnlistedMembers(trip, people, me, named)
  return useMemo(() => {
    const listed = new Set(listPersons(people).map(({ id }) => id))
    return (personId) => {
      if (personId === me) return m.shopping_you()
      const unlisted = listed.has(personId) ? undefined : (members?.get(personId) ?? former.get(personId))
      return unlisted ?? nameOfPersonRef(people, personId)
    }
  }, [people, me, members, former])
}

/** The same for a text that is sent to others: the current user has a name too. */
export function useNameInText(people: readonly Party[], me: string, nameOf: NameOf): NameOf {
  const user = useUser()
  return useMemo(() => {
    const isListed = listPersons(people).some(({ id }) => id === me)
    const ownName = isListed ? nameOfPersonRef(people, me) : nameOfUser(user)
    return (personId) => (personId === me ? ownName : nameOf(personId))
  }, [people, me, user, nameOf])
}

/**
 * Tells whether somebody is in the trip, on its list of people or not. True as long as nobody knows. The parameters are
 * those of `usePersonNames`.
 */
export function useIsKnown(
  trip: Trip,
  people: readonly Party[],
  me: string,
  named: readonly string[],
): (personId: string) => boolean {
  const members = useUnlistedMembers(trip, people, me, named)
  const { role } = trip
  return useMemo(() => knownIn({ role }, people, me, members), [role, people, me, members])
}

/**
 * The same for known members. True of everybody for somebody who may not see who the members are.
 * @param members as `useUnlistedMembers` returns them
 */
export function knownIn(
  trip: Pick<Trip, 'role'>,
  people: readonly Party[],
  me: string,
  members: ReadonlyMap<string, unknown> | undefined,
): (personId: string) => boolean {
  if (!canSeePeople(trip) || members === undefined) return () => true
  const listed = new Set([me, ...listPersons(people).map(({ id }) => id)])
  return (personId) => listed.has(personId) || members.has(personId)
}

const nobody: ReadonlyMap<string, string> = new Map()

/**
 * The names of the members, by their ids in the plan, if somebody has to be named who is not on the list of people;
 * undefined while they are fetched. The parameters are those of `usePersonNames`.
 */
export function useUnlistedMembers(
  trip: Trip,
  people: readonly Party[],
  me: string,
  named: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const listed = useMemo(() => new Set(['', me, ...listPersons(people).map(({ id }) => id)]), [people, me])
  const isMissing = canSeePeople(trip) && named.some((personId) => !listed.has(personId))
  const { data } = useQuery<PeopleAnswer | undefined>(isMissing ? planners(trip.id) : notNeeded)
  return useMemo(() => {
    if (!isMissing) return nobody
    return data && new Map(data.people.map((planner) => [planner.person_id, nameOfUser(planner)]))
  }, [isMissing, data])
}
