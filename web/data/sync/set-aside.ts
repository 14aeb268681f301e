import type { PlanOperation } from '#domain/api/operations.ts'
import type { DeviceLogs } from './device-logs.ts'
import { NOT_IN_TRIP, type RefusedOperation, withAppended } from './pending-operations.ts'

/*
 * Operations that the server has not acknowledged, for trips that the user is no longer in.
 * Job: they stay on this device until the user has seen them and could copy them.
 * Invariants: they stay in the log of their trip, marked as refused, so none is sent.
 * Failure: if the disk cannot be used, there is nothing to set aside.
 *
 * If a save gets 'trip_not_found', `Sender.setAllAside` marks the operations in this page, and the trip is fetched. If
 * a fetch gets 'trip_not_found', `leaveTrip` (web/data/trips/leave-trip.ts) calls `PlanClient.setAsideAndClose`, which
 * sets aside what this page knows, waits for the disk and closes the plan. Then it calls `setAsideClosedTrip`, which
 * adds what only the disk has (the log of a trip that was not open, journal entries) and the drafts.
 */

type Logs = Pick<DeviceLogs, 'listTripIds' | 'of'>

/**
 * Sets aside the pending operations of a trip that is closed in this page, including those in the unload journal.
 * @param unsaved operations made from drafts that were never saved
 */
export async function setAsideClosedTrip(
  logs: Logs,
  userId: string,
  tripId: string,
  unsaved: PlanOperation[] = [],
): Promise<void> {
  const storage = logs.of({ person: userId, tripId })
  const found = storage.listJournalEntries()
  const journaled = found.flatMap(({ entry }) => entry.waiting)
  const unsavedEntries = unsaved.map((operation) => ({ operation, tab: storage.pageId }))
  const log = await storage.update((before) =>
    // Earlier refusals get this reason too: the trip that showed them cannot be opened any more.
    withAppended(before, [...journaled, ...unsavedEntries], new Set())
      .filter(({ refused }) => refused?.code !== 'merged')
      .map(({ operation, ...entry }) => ({
        ...entry,
        operation: withoutEarlierValue(operation),
        refused: NOT_IN_TRIP,
      })),
  )
  if (log) for (const { remove } of found) remove()
}

/** Drops the earlier value of a private field: another user may have written it. */
function withoutEarlierValue(operation: PlanOperation): PlanOperation {
  return operation.section === 'private' && operation.do === 'set' ? { ...operation, was: '' } : operation
}

export async function listSetAside(logs: Logs, userId: string): Promise<RefusedOperation[]> {
  const all = await Promise.all(
    (await logs.listTripIds(userId)).map((tripId) => logs.of({ person: userId, tripId }).read()),
  )
  return all.flatMap((log) =>
    (log ?? []).flatMap(({ operation, refused }) =>
      refused?.code === NOT_IN_TRIP.code ? [{ operation, refused }] : [],
    ),
  )
}

export async function dismissSetAside(logs: Logs, userId: string, ids: readonly string[]): Promise<void> {
  for (const tripId of await logs.listTripIds(userId))
    await logs
      .of({ person: userId, tripId })
      .update((log) => log.filter(({ operation }) => !ids.includes(operation.id)))
}
