import * as m from '#messages'
import { canSeePeople } from './access.ts'
import { listPersons, type Party } from './plan/people.ts'
import { nameOfPersonRef } from './plan/person-ref.ts'
import type { Trip } from './trip.ts'

const nobody: ReadonlyMap<string, string> = new Map()

/**
 * Names people as the list refers to them, and the current user 'You'. Somebody may plan the trip without being on its
 * list of people.
 * @param me the current user's id in the plan
 * @param members the names of members, as far as they are known
 * @param former the names of people who are neither on the list nor members, if they are known
 */
export function namesOf(
  people: readonly Party[],
  me: string,
  members: ReadonlyMap<string, string> | undefined,
  former: ReadonlyMap<string, string> = nobody,
): (personId: string) => string {
  const listed = new Set(listPersons(people).map(({ id }) => id))
  return (personId) => {
    if (personId === me) return m.shopping_you()
    const unlisted = listed.has(personId) ? undefined : (members?.get(personId) ?? former.get(personId))
    return unlisted ?? nameOfPersonRef(people, personId)
  }
}

/**
 * Tells whether somebody is in the trip, on its list of people or not. True of everybody as long as the members are not
 * known, and for somebody who may not see who they are.
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
