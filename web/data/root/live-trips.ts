import { httpTransport } from '../http/http-transport.ts'
import { LiveTrip } from '../sync/live-trip.ts'
import { plan } from './plan.ts'
import { pageEvents } from './session.ts'

const opened = new Map<string, LiveTrip>()

/** The live events of a trip; the same object for all who show it. */
export function liveOf(tripId: string): LiveTrip {
  const live = opened.get(tripId) ?? new LiveTrip(tripId, { plans: plan, transport: httpTransport, page: pageEvents })
  opened.set(tripId, live)
  return live
}
