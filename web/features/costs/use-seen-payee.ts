import { useEffect, useSyncExternalStore } from 'react'
import { derivedId } from '#domain/derived-id.ts'
import type { Payee } from '#domain/plan/costs.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { findSeenPayee, rememberPayee } from '#web/data/storage/seen-payees.ts'
import { deviceStorage } from '#web/data/storage/web-storage.ts'

const digestOf = ({ id, iban, account_name, link, note }: Payee) =>
  derivedId(JSON.stringify([id, iban, account_name, link, note]))

interface Seen {
  /** Whether it differs from what the user last saw on this device. */
  isChanged: boolean
  /** Says that they know. */
  accept: () => void
}

/** Whether something is as the user saw it last, under a key. What they see first is remembered. */
function useSeen(tripId: string, key: string, now: string): Seen {
  const { id: userId } = useUser()
  const seen = useSyncExternalStore(deviceStorage.subscribe, () => findSeenPayee(userId, tripId, key))
  const accept = () => rememberPayee(userId, tripId, key, now)
  useEffect(() => {
    if (seen === undefined && key !== '' && now !== '') rememberPayee(userId, tripId, key, now)
  }, [seen, userId, tripId, key, now])
  return { isChanged: key !== '' && now !== '' && seen !== undefined && seen !== now, accept }
}

/** Whether a person's details have changed. */
export const useSeenPayee = (tripId: string, payee: Payee): Seen => useSeen(tripId, payee.id, digestOf(payee))

/**
 * Whether somebody else is to be paid than before.
 * @param place the id of the household or fee that is paid; '' for none
 * @param personId '' while nobody is to be paid
 */
export const useSeenReceiver = (tripId: string, place: string, personId: string): Seen =>
  useSeen(tripId, place && `for-${place}`, personId)
