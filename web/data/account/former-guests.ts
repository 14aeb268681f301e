import { drafts } from '../root/drafts.ts'
import { logs, plan } from '../root/plan.ts'
import { moveSeen } from '../storage/persisted-seen.ts'
import { moveSeenAnnouncements } from '../storage/seen-announcements.ts'
import { withAppended } from '../sync/pending-operations.ts'
import { openTripsWithPending } from '../trips/trips.ts'

/*
 * Moves what guests left on this device to the account that they were merged into.
 * Job: moves pending and refused operations, drafts, and what they have seen. So nothing is lost on a phone that was
 *   asleep while the guest signed in to the account on another device.
 * Invariants: an operation keeps its id, so that the server recognizes one that it already has; an operation is in the
 *   account's log before it leaves the guest's.
 * Failure: if the disk cannot be used, logs do not move. The next start tries again.
 */

/** @param person the account that the guests were merged into */
export async function adoptGuests(guests: readonly string[], person: string): Promise<void> {
  const moved = await Promise.all(guests.map((guest) => moveAll(guest, person)))
  if (moved.flat().length > 0) await openTripsWithPending()
}

async function moveAll(guest: string, person: string): Promise<string[]> {
  drafts.move(guest, person)
  moveSeen(guest, person)
  moveSeenAnnouncements(guest, person)
  const trips = await logs.listTripIds(guest)
  await Promise.all(trips.map((tripId) => moveLog(guest, person, tripId)))
  return trips
}

async function moveLog(guest: string, person: string, tripId: string): Promise<void> {
  const guestLog = logs.of({ person: guest, tripId })
  const journals = guestLog.listJournalEntries()
  const operations = withAppended(
    (await guestLog.read()) ?? [],
    journals.flatMap((found) => found.entry.waiting),
    new Set(),
  )
  const updated = await logs.of({ person, tripId }).update((log) => withAppended(log, operations, new Set()))
  if (!updated) return
  const movedIds = new Set(operations.map(({ operation }) => operation.id))
  await guestLog.update((log) => log.filter(({ operation }) => !movedIds.has(operation.id)))
  for (const { remove } of journals) remove()
  await plan.findPlan(tripId)?.reloadLog()
}
