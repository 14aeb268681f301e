import { plan } from './trip-data.ts'
import { openWaitingTrips } from './trips.ts'

/** Sends all that waits on this device. Answers whether the server has it now. */
export async function sendAll(): Promise<boolean> {
  await openWaitingTrips()
  await plan.flush()
  return !plan.hasPendingEdits() && (await plan.findWaitingTrips()).length === 0
}
