import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { receiptPath } from '#domain/api/receipts.ts'
import type { Receipt } from '#domain/plan/costs.ts'
import { listReceipts } from '#domain/receipts.ts'
import { plan } from '../root/plan.ts'
import { pageEvents } from '../root/session.ts'
import { useUser } from '../session/use-session.ts'
import { useDocuments } from '../trips/use-documents.ts'
import { useSection } from '../trips/use-section.ts'
import { type CopiedFile, OfflineCopy, type OfflineCopyState } from './offline-copy.ts'
import { offlineDevice } from './offline-device.ts'

/** The offline copy of the open trip; there is at most one. */
let open: { key: string; copy: OfflineCopy } | undefined

function openOfflineCopy(userId: string, tripId: string): OfflineCopy {
  const key = `${userId} ${tripId}`
  if (open?.key !== key) open = { key, copy: new OfflineCopy(offlineDevice(userId, tripId), pageEvents) }
  return open.copy
}

/** Keeps the offline copy of an open trip complete while the component is mounted. */
export function useOfflineCopy(tripId: string): void {
  const { id: userId } = useUser()
  const copy = useMemo(() => openOfflineCopy(userId, tripId), [userId, tripId])
  const documents = useDocuments(tripId)?.list
  const costs = useSection(tripId, 'costs')?.value
  // As text, so that other edits of the costs change nothing here.
  const receipts = costs && JSON.stringify(listReceipts(costs).map((receipt) => toFile(tripId, receipt)))
  useEffect(() => copy.start(), [copy])
  useEffect(() => {
    // A persisted list has no version.
    const isFresh = receipts !== undefined && plan.versionOf(tripId, 'documents') !== undefined
    if (documents) copy.receive([...documents, ...(JSON.parse(receipts ?? '[]') as CopiedFile[])], isFresh)
  }, [copy, tripId, documents, receipts])
}

const toFile = (tripId: string, receipt: Receipt): CopiedFile => ({
  ...receipt,
  file_url: receiptPath(tripId, receipt.id),
})

/** Returns the state of the offline copy. `check` looks again for missing files. */
export function useOfflineCopyState(tripId: string): { state: OfflineCopyState; check: () => void } {
  const { id: userId } = useUser()
  const copy = openOfflineCopy(userId, tripId)
  return { state: useSyncExternalStore(copy.subscribe, copy.getState), check: copy.check }
}
