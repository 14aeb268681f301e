import type { Party, Person } from '#domain/plan/people.ts'

/*
 * What is done to the people of a trip, as changes of the section's value.
 */

/** The parties with one more, unless it is there. */
export function withParty(parties: Party[], party: Party): Party[] {
  return parties.some(({ id }) => id === party.id) ? parties : [...parties, party]
}

/** Changes one party. */
export function changeParty(parties: Party[], partyId: string, change: (party: Party) => Party): Party[] {
  return parties.map((party) => (party.id === partyId ? change(party) : party))
}

/** Changes one person of a party. */
export function changePerson(parties: Party[], { partyId, personId }: Whom, change: Partial<Person>): Party[] {
  return changeParty(parties, partyId, (party) => ({
    ...party,
    persons: party.persons.map((person) => (person.id === personId ? { ...person, ...change } : person)),
  }))
}

/** Takes somebody off the list, and their party where nobody is left in it. */
export function removePerson(parties: Party[], { partyId, personId }: Whom): Party[] {
  return changeParty(parties, partyId, (party) => ({
    ...party,
    persons: party.persons.filter(({ id }) => id !== personId),
  })).filter(({ id, persons }) => id !== partyId || persons.length > 0)
}

/** Of whom something is said. */
export interface Whom {
  partyId: string
  personId: string
}
