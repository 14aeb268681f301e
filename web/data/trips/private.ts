import { useCallback, useSyncExternalStore } from 'react'
import { canSeePrivate } from '#domain/access.ts'
import { isFilled, newRecord, type PrivateParty, type PrivateRecord } from '#domain/plan/private.ts'
import type { Trip } from '#domain/trip.ts'
import { useUser } from '../session/use-session.ts'
import { changePerson, type Whom } from './parties.ts'
import { recordSteps } from './private-records.ts'
import { plan } from './trip-data.ts'
import { type ShownSection, useSection } from './use-section.ts'

/** What is private in an open trip, as far as it is for whoever looks; undefined until it is known. */
export function usePrivate(tripId: string): ShownSection<'private'> | undefined {
  const open = plan.findPlan(tripId)
  const subscribe = useCallback((listener: () => void) => open?.subscribe(listener) ?? (() => {}), [open])
  // It comes later than the trip, which is drawn without it.
  useSyncExternalStore(subscribe, () => open?.find('private') !== undefined)
  return useSection(tripId, 'private')
}

/** What is private of somebody; undefined where nothing is. */
export function findRecord(parties: readonly PrivateParty[], { partyId, personId }: Whom): PrivateRecord | undefined {
  return parties.find(({ id }) => id === partyId)?.persons.find(({ id }) => id === personId)
}

/** What empties somebody's record, where whoever looks may; it answers what fills it again. */
export function useEmptyingPrivate(trip: Trip): (whom: Whom) => (() => void) | undefined {
  const user = useUser()
  const section = usePrivate(trip.id)
  return (whom) => {
    const record = section && findRecord(section.value, whom)
    if (!record || !isFilled(record) || !canSeePrivate(user, trip, whom)) return undefined
    const { in_emergency: _, ...empty } = newRecord(whom.personId)
    return section.edit?.((parties) => changePerson(parties, whom, empty), 'at-once')
  }
}

/** The changes that lead to something private being written, one after the other. */
export function privateChanges(
  whom: Whom,
  change: Partial<PrivateRecord>,
): ((parties: PrivateParty[]) => PrivateParty[])[] {
  return [...recordSteps(whom), (parties) => changePerson(parties, whom, change)]
}
