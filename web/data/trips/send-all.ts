import { plan } from '../root/plan.ts'
import { openTripsWithPending } from './trips.ts'

/** Sends all pending operations on this device. Returns whether none are left. */
export async function sendAll(): Promise<boolean> {
  await openTripsWithPending()
  await plan.flush()
  return !plan.hasPendingEdits() && (await plan.listTripsWithPending()).length === 0
}
