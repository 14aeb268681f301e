import { plan } from '../trips/trip-data.ts'
import { openWaitingTrips } from '../trips/trips.ts'
import { session } from './current-session.ts'

/**
 * Signs out, after all that waits on this device has been sent. Answers false where that could not be sent, and signs nobody
 * out: what is on the device alone is the person's to decide about.
 */
export async function signOut(): Promise<boolean> {
  await openWaitingTrips()
  await plan.flush()
  if (plan.hasPendingEdits() || (await plan.findWaitingTrips()).length > 0) return false
  await session.logout()
  return true
}

/** Signs out; what the server does not have stays on this device for the same person. */
export async function signOutAnyway(): Promise<void> {
  await session.logout()
}
