import type { PlanOperation } from '#domain/api/operations.ts'
import type { DeviceLogs } from './device-logs.ts'
import { NOT_IN_TRIP, type RefusedOperation, withAppended } from './pending-operations.ts'

/*
 * Operations for trips that the person is no longer in, and that the server never got.
 * Job: they stay on this device until the person has seen them and could copy them.
 * Invariants: they stay in the log of their trip, marked as refused, so none is sent.
 * Failure: if the disk cannot be used, there is nothing to set aside.
 */

type Logs = Pick<DeviceLogs, 'listTripIds' | 'of'>

/**
 * Sets aside the pending operations of a trip, including those in the journals of closed pages.
 * @param unsaved operations made from working copies that were never saved
 */
export async function setAsideClosedTrip(
  logs: Logs,
  person: string,
  tripId: string,
  unsaved: PlanOperation[] = [],
): Promise<void> {
  const storage = logs.of({ person, tripId })
  const journals = storage.listJournalEntries()
  const journaled = journals.flatMap((entry) => entry.entry.waiting)
  const unsavedEntries = unsaved.map((operation) => ({ operation, tab: storage.pageId }))
  const log = await storage.update((before) =>
    // Earlier refusals get this reason too: the trip that showed them cannot be opened any more.
    withAppended(before, [...journaled, ...unsavedEntries], new Set()).map(({ operation, ...entry }) => ({
      ...entry,
      operation: withoutEarlierValue(operation),
      refused: NOT_IN_TRIP,
    })),
  )
  if (log) for (const { remove } of journals) remove()
}

/** Drops the earlier value of a private field: somebody else may have written it. */
function withoutEarlierValue(operation: PlanOperation): PlanOperation {
  return operation.section === 'private' && operation.do === 'set' ? { ...operation, was: '' } : operation
}

export async function listSetAside(logs: Logs, person: string): Promise<RefusedOperation[]> {
  const all = await Promise.all((await logs.listTripIds(person)).map((tripId) => logs.of({ person, tripId }).read()))
  return all.flatMap((log) =>
    (log ?? []).flatMap(({ operation, refused }) =>
      refused?.code === NOT_IN_TRIP.code ? [{ operation, refused }] : [],
    ),
  )
}

export async function dismissSetAside(logs: Logs, person: string, ids: readonly string[]): Promise<void> {
  for (const tripId of await logs.listTripIds(person))
    await logs.of({ person, tripId }).update((log) => log.filter(({ operation }) => !ids.includes(operation.id)))
}
