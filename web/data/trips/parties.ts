import type { Party } from '#domain/plan/people.ts'

/*
 * What is done to the people of a trip, as changes of the section's value.
 */

/** A list with one entry more, unless it is there. */
export function withEntry<Entry extends { id: string }>(list: Entry[], entry: Entry): Entry[] {
  return list.some(({ id }) => id === entry.id) ? list : [...list, entry]
}

/** Changes one party. */
export function changeParty<One extends { id: string }>(
  parties: One[],
  partyId: string,
  change: (party: One) => One,
): One[] {
  return parties.map((party) => (party.id === partyId ? change(party) : party))
}

/** Changes one person of a party. */
export function changePerson<Someone extends { id: string }, One extends { id: string; persons: Someone[] }>(
  parties: One[],
  { partyId, personId }: Whom,
  change: Partial<Someone>,
): One[] {
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
