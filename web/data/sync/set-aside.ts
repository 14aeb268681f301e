import type { PlanOperation } from '#domain/api/operations.ts'
import type { DeviceLogs } from './device-logs.ts'
import { NOT_IN_TRIP, type RefusedOperation, withAppended } from './pending-operations.ts'

/*
 * Operations that the server has not acknowledged, for trips that the user is no longer in.
 * Job: they stay on this device until the user is in the trip again, or has seen and dismissed them.
 * Invariants: they stay in the log of their trip, in order, marked as refused, so none is sent. As soon as the server
 *   has the trip for this user, `TripLog.takeUp` makes them pending again, or refused if they were refused before.
 * Failure: if the disk cannot be used, there is nothing to set aside.
 *
 * If a save gets 'trip_not_found', `Sender.setAllAside` marks the operations in this page, and the trip is fetched. If
 * a fetch gets 'trip_not_found', `leaveTrip` (web/data/trips/leave-trip.ts) calls `PlanClient.setAsideAndClose`, which
 * sets aside what this page knows, waits for the disk and closes the plan. Then it calls `setAsideClosedTrip`, which
 * adds what only the disk has (the log of a trip that was not open, journal entries) and the drafts.
 */

type Logs = Pick<DeviceLogs, 'listTripIds' | 'of'>

/** What is set aside of one trip. */
export interface SetAsideTrip {
  tripId: string
  /** Undefined if this device did not know it any more. */
  name: string | undefined
  entries: readonly RefusedOperation[]
}

interface ClosedTrip {
  name?: string | undefined
  /** Operations made from drafts that were never saved. */
  unsaved?: PlanOperation[]
}

/** Sets aside the pending operations of a trip that is closed in this page, including those in the unload journal. */
export async function setAsideClosedTrip(
  logs: Logs,
  userId: string,
  tripId: string,
  { name, unsaved = [] }: ClosedTrip = {},
): Promise<void> {
  const storage = logs.of({ person: userId, tripId })
  const found = storage.listJournalEntries()
  const journaled = found.flatMap(({ entry }) => entry.waiting)
  const unsavedEntries = unsaved.map((operation) => ({ operation, tab: storage.pageId }))
  const log = await storage.update((before) =>
    withAppended(before, [...journaled, ...unsavedEntries], new Set())
      .filter(({ refused }) => refused?.code !== 'merged')
      .map(({ operation, refused, ...entry }) => {
        const known = refused?.code === NOT_IN_TRIP.code ? refused : { before: refused }
        return {
          ...entry,
          operation: withoutEarlierValue(operation),
          refused: { ...NOT_IN_TRIP, ...known, ...(name !== undefined && { trip: name }) },
        }
      }),
  )
  if (log) for (const { remove } of found) remove()
}

/** Drops the earlier text of a private field: another user may have written it. */
function withoutEarlierValue(operation: PlanOperation): PlanOperation {
  const isText = operation.section === 'private' && operation.do === 'set' && typeof operation.was === 'string'
  return isText ? { ...operation, was: '' } : operation
}

export async function listSetAside(logs: Logs, userId: string): Promise<SetAsideTrip[]> {
  const all = await Promise.all(
    (await logs.listTripIds(userId)).map(async (tripId) => ({
      tripId,
      log: (await logs.of({ person: userId, tripId }).read()) ?? [],
    })),
  )
  return all.flatMap(({ tripId, log }) => {
    const entries = log.flatMap(({ operation, refused }) =>
      refused?.code === NOT_IN_TRIP.code ? [{ operation, refused }] : [],
    )
    return entries.length > 0
      ? [{ tripId, name: entries.find(({ refused }) => refused.trip)?.refused.trip, entries }]
      : []
  })
}

/** Returns whether anything was left to dismiss: the trip may have been opened again, and everything sent. */
export async function dismissSetAside(logs: Logs, userId: string, tripId: string): Promise<boolean> {
  let hasDismissed = false
  await logs.of({ person: userId, tripId }).update((log) => {
    const remaining = log.filter(({ refused }) => refused?.code !== NOT_IN_TRIP.code)
    hasDismissed = remaining.length < log.length
    return remaining
  })
  return hasDismissed
}
