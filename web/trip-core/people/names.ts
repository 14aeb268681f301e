import { type NamedUser, nameOfUser } from '#domain/person.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'

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
