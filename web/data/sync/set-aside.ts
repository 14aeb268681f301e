import type { PlanOperation } from '#domain/api/operations.ts'
import type { DeviceLogs } from './device-logs.ts'
import { NOT_IN_TRIP, type RefusedOperation, withAppended } from './pending-operations.ts'

/*
 * What a person has done in trips that they are not in any more, and the server never had.
 * Job: it stays on this device until they have seen it, to be copied.
 * Invariants: it stands in the log of its trip, as refused, so that nothing of it is sent.
 * Failure: where the disk cannot be used there is nothing to set aside.
 */

type Logs = Pick<DeviceLogs, 'findTrips' | 'of'>

/**
 * Sets aside what waits for a trip, and what pages that are gone have left for it.
 * @param unsaved what was done in working copies that nobody has saved
 */
export async function setAside(
  logs: Logs,
  person: string,
  tripId: string,
  unsaved: PlanOperation[] = [],
): Promise<void> {
  const storage = logs.of({ person, tripId })
  const found = storage.findJournals()
  const left = found.flatMap((entry) => entry.journal.waiting)
  const made = unsaved.map((operation) => ({ operation, tab: storage.tab }))
  const log = await storage.update((before) =>
    // What had been refused before for another reason can be seen nowhere else any more.
    withAppended(before, [...left, ...made], new Set()).map(({ operation, ...entry }) => ({
      ...entry,
      operation: withoutOthers(operation),
      refused: NOT_IN_TRIP,
    })),
  )
  if (log) for (const { remove } of found) remove()
}

/** What somebody wrote of what is private, without what stood there before: others may have written that. */
function withoutOthers(operation: PlanOperation): PlanOperation {
  return operation.section === 'private' && operation.do === 'set' ? { ...operation, was: '' } : operation
}

/** What was set aside, of all trips. */
export async function findSetAside(logs: Logs, person: string): Promise<RefusedOperation[]> {
  const all = await Promise.all((await logs.findTrips(person)).map((tripId) => logs.of({ person, tripId }).read()))
  return all.flatMap((log) =>
    (log ?? []).flatMap(({ operation, refused }) =>
      refused?.code === NOT_IN_TRIP.code ? [{ operation, refused }] : [],
    ),
  )
}

/** The person has seen what was set aside. */
export async function dismissSetAside(logs: Logs, person: string, ids: readonly string[]): Promise<void> {
  for (const tripId of await logs.findTrips(person))
    await logs.of({ person, tripId }).update((log) => log.filter(({ operation }) => !ids.includes(operation.id)))
}
