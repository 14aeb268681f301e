import { PersistedTrips } from '../device/persisted-trips.ts'
import { queryCache } from '../http/query-cache.ts'
import { session } from '../session/current-session.ts'
import { DeviceLogs } from '../sync/device-logs.ts'
import { PlanClient } from '../sync/plan-client.ts'

/** What the pages of a signed-in person share: the open plans, and the answers of the other requests. */
export const persistedTrips = new PersistedTrips()
export const logs = new DeviceLogs()
export const plan = new PlanClient({
  logs,
  trips: persistedTrips,
  currentPerson: async () => (await session.whenKnown())?.id,
})

let person = session.getCurrentUser()?.id

// What this page holds of a person is forgotten when that person is no longer the one signed in.
session.onAuthStateChange((_event, user) => {
  if (user?.id === person) return
  person = user?.id
  plan.forget()
  queryCache.clear()
})

// What is pending is sent when the page is left, and when the network returns.
let isLeft = false
addEventListener('pagehide', () => {
  isLeft = true
  plan.leave()
})
addEventListener('pageshow', () => {
  isLeft = false
})
document.addEventListener('visibilitychange', () => {
  // A page that goes away is hidden after that.
  if (document.visibilityState === 'hidden' && !isLeft) void plan.flush({ keepalive: true })
})
addEventListener('beforeunload', (event) => {
  // Unlike an edit, a file that is on its way is not kept on the disk; nor is an edit where the disk cannot be used.
  if (!plan.isSafe) event.preventDefault()
})
// While the app is updated nobody is asked (app-version/update-page.ts).
addEventListener('wayfare:beforereload', (event) => {
  if (!plan.isSafe) event.preventDefault()
})
addEventListener('online', () => void plan.flush())
