import { canSeePeople } from '#domain/access.ts'
import { type NamedUser, nameOfUser } from '#domain/person.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'

/** The name of a person, 'You' for the current user. */
export type NameOf = (personId: string) => string

/** How the current user is called, and how others are. */
export interface Names {
  /** Their id in the plan. */
  me: string
  nameOf: NameOf
}

/** Whom a sentence is about, as its message expects it. */
export interface Who {
  who: 'me' | 'other'
  name: string
}

export const whoIs = (personId: string, { me, nameOf }: Names): Who => ({
  who: personId === me ? 'me' : 'other',
  name: nameOf(personId),
})

const nobody: ReadonlyMap<string, string> = new Map()

/**
 * Names people as the list refers to them. Somebody may plan the trip without being on its list of people.
 * @param me the current user's id in the plan
 * @param members the names of members, as far as they are known
 * @param former the names of people who are neither on the list nor members, if they are known
 */
export function namesOf(
  people: readonly Party[],
  me: string,
  members: ReadonlyMap<string, string> | undefined,
  former: ReadonlyMap<string, string> = nobody,
): NameOf {
  const listed = new Set(listPersons(people).map(({ id }) => id))
  return (personId) => {
    if (personId === me) return m.shopping_you()
    const unlisted = listed.has(personId) ? undefined : (members?.get(personId) ?? former.get(personId))
    return unlisted ?? nameOfPersonRef(people, personId)
  }
}

interface CurrentUser {
  people: readonly Party[]
  /** Their id in the plan. */
  me: string
  user: NamedUser | undefined
}

/** The same for a text that is sent to others: the current user has a name too. */
export function nameInTextOf({ people, me, user }: CurrentUser, nameOf: NameOf): NameOf {
  const isListed = listPersons(people).some(({ id }) => id === me)
  const ownName = isListed || !user ? nameOfPersonRef(people, me) : nameOfUser(user)
  return (personId) => (personId === me ? ownName : nameOf(personId))
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
