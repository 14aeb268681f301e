import { moveDrafts } from '../device/drafts.ts'
import { moveSeen } from '../device/persisted-seen.ts'
import { withAppended } from '../sync/pending-operations.ts'
import { logs, plan } from '../trips/trip-data.ts'
import { openWaitingTrips } from '../trips/trips.ts'

/*
 * What guests have left on this device whose trips have come to an account.
 * Job: what they did here without a network, and what was not done and still to be seen, is the account's to send and to see. So
 *   nothing is lost on a phone that slept while another one signed in to the account. What they have seen of their trips moves too.
 * Invariants: an operation keeps its id, so that one which the server has already is known; it is in the account's log before it leaves
 *   the guest's.
 * Failure: where the disk cannot be used nothing moves; the next start tries again.
 */

/** Takes over what waits for guests. @param person who they are now */
export async function adoptGuests(guests: readonly string[], person: string): Promise<void> {
  const moved = await Promise.all(guests.map((guest) => moveAll(guest, person)))
  if (moved.flat().length > 0) await openWaitingTrips()
}

async function moveAll(guest: string, person: string): Promise<string[]> {
  moveDrafts(guest, person)
  moveSeen(guest, person)
  const trips = await logs.findTrips(guest)
  await Promise.all(trips.map((tripId) => moveLog(guest, person, tripId)))
  return trips
}

async function moveLog(guest: string, person: string, tripId: string): Promise<void> {
  const theirs = logs.of({ person: guest, tripId })
  const left = theirs.findJournals()
  const waiting = withAppended(
    (await theirs.read()) ?? [],
    left.flatMap((found) => found.journal.waiting),
    new Set(),
  )
  const taken = await logs.of({ person, tripId }).update((log) => withAppended(log, waiting, new Set()))
  if (!taken) return
  const known = new Set(waiting.map(({ operation }) => operation.id))
  await theirs.update((log) => log.filter(({ operation }) => !known.has(operation.id)))
  for (const { remove } of left) remove()
  await plan.findPlan(tripId)?.hear()
}
