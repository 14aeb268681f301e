import { useCallback, useSyncExternalStore } from 'react'
import { canSeePrivate } from '#domain/access.ts'
import { isFilled, newRecord, type PrivateParty, type PrivateRecord } from '#domain/plan/private.ts'
import type { Trip } from '#domain/trip.ts'
import { plan } from '../root/plan.ts'
import { useUser } from '../session/use-session.ts'
import { changePerson, type PersonRef } from './parties.ts'
import { recordSteps } from './private-records.ts'
import { type ShownSection, useSection } from './use-section.ts'

/** The private records that the person may see; undefined until they are loaded. */
export function usePrivate(tripId: string): ShownSection<'private'> | undefined {
  const open = plan.findPlan(tripId)
  const subscribe = useCallback((listener: () => void) => open?.subscribe(listener) ?? (() => {}), [open])
  // The private section arrives after the trip, so this waits for it to exist.
  useSyncExternalStore(subscribe, () => open?.find('private') !== undefined)
  return useSection(tripId, 'private')
}

export function findRecord(
  parties: readonly PrivateParty[],
  { partyId, personId }: PersonRef,
): PrivateRecord | undefined {
  return parties.find(({ id }) => id === partyId)?.persons.find(({ id }) => id === personId)
}

/**
 * Returns a function that clears somebody's record. That function returns the undo; undefined if the record is empty or
 * the user may not see it.
 */
export function useClearPrivateRecord(trip: Trip): (whom: PersonRef) => (() => void) | undefined {
  const user = useUser()
  const section = usePrivate(trip.id)
  return (whom) => {
    const record = section && findRecord(section.value, whom)
    if (!record || !isFilled(record) || !canSeePrivate(user, trip, whom)) return undefined
    const { in_emergency: _, ...empty } = newRecord(whom.personId)
    return section.edit?.((parties) => changePerson(parties, whom, (record) => ({ ...record, ...empty })), 'at-once')
  }
}

/** Returns the changes that write to a record, in order. The first ones create it. */
export function privateChanges(
  whom: PersonRef,
  change: Partial<PrivateRecord>,
): ((parties: PrivateParty[]) => PrivateParty[])[] {
  return [...recordSteps(whom), (parties) => changePerson(parties, whom, (record) => ({ ...record, ...change }))]
}
