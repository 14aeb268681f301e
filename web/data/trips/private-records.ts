import { newRecord, type PrivateParty } from '#domain/plan/private.ts'
import { changeParty, type Whom, withEntry } from './parties.ts'

/**
 * The changes that create somebody's private record, one after the other. The empty record is the same whoever creates it, so that
 * two people who do so at the same time do not conflict.
 */
export function recordSteps({ partyId, personId }: Whom): ((parties: PrivateParty[]) => PrivateParty[])[] {
  return [
    (parties) => withEntry(parties, { id: partyId, persons: [] }),
    (parties) =>
      changeParty(parties, partyId, (party) => ({ ...party, persons: withEntry(party.persons, newRecord(personId)) })),
  ]
}
