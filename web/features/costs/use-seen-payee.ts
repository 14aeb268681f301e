import { useEffect, useSyncExternalStore } from 'react'
import { derivedId } from '#domain/derived-id.ts'
import type { Payee } from '#domain/plan/costs.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { findSeenPayee, rememberPayee } from '#web/data/storage/seen-payees.ts'
import { deviceStorage } from '#web/data/storage/web-storage.ts'

const digestOf = ({ id, iban, account_name, link, note }: Payee) =>
  derivedId(JSON.stringify([id, iban, account_name, link, note]))

/** Whether these details differ from those that the user last saw on this device, and what says that they know. */
export function useSeenPayee(tripId: string, payee: Payee): { isChanged: boolean; accept: () => void } {
  const { id: userId } = useUser()
  const digest = digestOf(payee)
  const seen = useSyncExternalStore(deviceStorage.subscribe, () => findSeenPayee(userId, tripId, payee.id))
  const accept = () => rememberPayee(userId, tripId, payee.id, digest)
  useEffect(() => {
    if (seen === undefined) rememberPayee(userId, tripId, payee.id, digest)
  }, [seen, userId, tripId, payee.id, digest])
  return { isChanged: seen !== undefined && seen !== digest, accept }
}
