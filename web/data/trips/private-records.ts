import { newRecord, type PrivateParty } from '#domain/plan/private.ts'
import { changeParty, type PersonRef, withEntry } from './parties.ts'

/**
 * Returns the changes that create somebody's private record, in order. Everybody creates the same empty record, so two
 * people who do so at the same time do not conflict.
 */
export function recordSteps({ partyId, personId }: PersonRef): ((parties: PrivateParty[]) => PrivateParty[])[] {
  return [
    (parties) => withEntry(parties, { id: partyId, persons: [] }),
    (parties) =>
      changeParty(parties, partyId, (party) => ({ ...party, persons: withEntry(party.persons, newRecord(personId)) })),
  ]
}
