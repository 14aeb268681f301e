import type { Party } from '#domain/plan/people.ts'

/** Appends `entry` unless the list has it. */
export function withEntry<Entry extends { id: string }>(list: Entry[], entry: Entry): Entry[] {
  return list.some(({ id }) => id === entry.id) ? list : [...list, entry]
}

export function changeParty<One extends { id: string }>(
  parties: One[],
  partyId: string,
  change: (party: One) => One,
): One[] {
  return parties.map((party) => (party.id === partyId ? change(party) : party))
}

export function changePerson<Someone extends { id: string }, One extends { id: string; persons: Someone[] }>(
  parties: One[],
  { partyId, personId }: PersonRef,
  change: (person: Someone) => Someone,
): One[] {
  return changeParty(parties, partyId, (party) => ({
    ...party,
    persons: party.persons.map((person) => (person.id === personId ? change(person) : person)),
  }))
}

/** Removes a person, and their party if it is then empty. */
export function removePerson(parties: Party[], { partyId, personId }: PersonRef): Party[] {
  return changeParty(parties, partyId, (party) => ({
    ...party,
    persons: party.persons.filter(({ id }) => id !== personId),
  })).filter(({ id, persons }) => id !== partyId || persons.length > 0)
}

export interface PersonRef {
  partyId: string
  personId: string
}
