import { plan } from './trip-data.ts'
import { openWaitingTrips } from './trips.ts'

/** Sends all pending operations on this device. Returns whether none are left. */
export async function sendAll(): Promise<boolean> {
  await openWaitingTrips()
  await plan.flush()
  return !plan.hasPendingEdits() && (await plan.listTripsWithPending()).length === 0
}
