import type { NamedUser } from '#domain/person.ts'
import { listPersons, newParty, type Party } from '#domain/plan/people.ts'
import type { Identity } from '#domain/trip.ts'

type JoinedIdentity = Identity & Pick<NamedUser, 'full_name' | 'username'>

/** The list with those who have joined but have no entry yet: theirs is added with the first change. */
export function withJoined(parties: readonly Party[], joined: readonly JoinedIdentity[]): Party[] {
  let all = [...parties]
  for (const identity of joined) {
    if (listPersons(all).some(({ id }) => id === identity.person_id)) continue
    const added = newParty(identity, identity)
    all = all.some(({ id }) => id === added.id)
      ? all.map((party) =>
          party.id === added.id ? { ...party, persons: [...party.persons, ...added.persons] } : party,
        )
      : [...all, added]
  }
  return all
}
