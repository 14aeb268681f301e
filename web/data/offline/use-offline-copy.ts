import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { receiptPath } from '#domain/api/receipts.ts'
import { lineFilePath } from '#domain/api/track-files.ts'
import type { Receipt } from '#domain/plan/costs.ts'
import type { Tracks } from '#domain/plan/tracks.ts'
import { listReceipts } from '#domain/receipts.ts'
import * as m from '#messages'
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
  const tracks = useSection(tripId, 'tracks')?.value
  // As text, so that other edits change nothing here.
  const receipts = costs && JSON.stringify(listReceipts(costs).map((receipt) => toFile(tripId, receipt)))
  const lines = tracks && JSON.stringify(listLines(tripId, tracks))
  useEffect(() => copy.start(), [copy])
  useEffect(() => {
    // A persisted list has no version.
    const isFresh = receipts !== undefined && lines !== undefined && plan.versionOf(tripId, 'documents') !== undefined
    const listed = [receipts, lines].flatMap((text) => JSON.parse(text ?? '[]') as CopiedFile[])
    if (documents) copy.receive([...documents, ...listed], isFresh)
  }, [copy, tripId, documents, receipts, lines])
}

const toFile = (tripId: string, receipt: Receipt): CopiedFile => ({
  ...receipt,
  file_url: receiptPath(tripId, receipt.id),
})

/** The files with the lines of the tracks, each once, called as its first track. */
function listLines(tripId: string, tracks: Tracks): CopiedFile[] {
  const names = new Map(tracks.toReversed().map(({ lines, name }) => [lines, name.trim() || m.tracks_unnamed()]))
  return [...names].map(([id, file_name]) => ({ id, file_name, file_url: lineFilePath(tripId, id), isOfPlan: true }))
}

/** Returns the state of the offline copy. `check` looks again for missing files. */
export function useOfflineCopyState(tripId: string): { state: OfflineCopyState; check: () => void } {
  const { id: userId } = useUser()
  const copy = openOfflineCopy(userId, tripId)
  return { state: useSyncExternalStore(copy.subscribe, copy.getState), check: copy.check }
}
