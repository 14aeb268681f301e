import { httpTransport } from '../http/http-transport.ts'
import type { PageEvents } from '../page-events.ts'
import { PersistedTrips } from '../storage/persisted-trips.ts'
import { DeviceLogs } from '../sync/device-logs.ts'
import { PlanClient, type TripQueries } from '../sync/plan-client.ts'

interface PlanOptions {
  page: PageEvents
  currentUserId: () => Promise<string | undefined>
  queries: TripQueries
}

/** Creates the engine for a page, with this device's disk and the server. Also used by scripts/bench-together/. */
export function createPlan({ page, currentUserId, queries }: PlanOptions) {
  const persistedTrips = new PersistedTrips(page)
  const logs = new DeviceLogs(page)
  const device = { logs, trips: persistedTrips, currentUserId }
  const plan = new PlanClient({ transport: httpTransport, device, queries })

  // Pending operations are sent when the page is hidden or closed, and when the network returns.
  let isPageHidden = false
  page.on('pagehide', () => {
    isPageHidden = true
    plan.unload()
  })
  page.on('pageshow', () => {
    isPageHidden = false
  })
  page.on('visibilitychange', () => {
    // After `pagehide`, `unload` has already sent everything.
    if (document.visibilityState === 'hidden' && !isPageHidden) void plan.flush({ keepalive: true })
  })
  page.on('online', () => void plan.flush())

  return { plan, logs, persistedTrips }
}
