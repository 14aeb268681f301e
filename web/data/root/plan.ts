import { queryCache } from '../http/query-cache.ts'
import { PersistedTrips } from '../storage/persisted-trips.ts'
import { DeviceLogs } from '../sync/device-logs.ts'
import { PlanClient } from '../sync/plan-client.ts'
import { session } from './session.ts'

export const persistedTrips = new PersistedTrips()
export const logs = new DeviceLogs()
export const plan = new PlanClient({
  logs,
  trips: persistedTrips,
  currentUserId: async () => (await session.whenKnown())?.id,
})

let person = session.getCurrentUser()?.id

// Forgets the person's data in memory when somebody else, or nobody, is signed in.
session.onAuthStateChange((_event, user) => {
  if (user?.id === person) return
  person = user?.id
  plan.forget()
  queryCache.clear()
})

// Pending operations are sent when the page is hidden or closed, and when the network returns.
let isPageHidden = false
addEventListener('pagehide', () => {
  isPageHidden = true
  plan.unload()
})
addEventListener('pageshow', () => {
  isPageHidden = false
})
document.addEventListener('visibilitychange', () => {
  // After `pagehide`, `leave` has already sent everything.
  if (document.visibilityState === 'hidden' && !isPageHidden) void plan.flush({ keepalive: true })
})
addEventListener('beforeunload', (event) => {
  // Uploads in progress are never persisted; edits are not if the disk cannot be used.
  if (!plan.isSafe) event.preventDefault()
})
// Blocks a reload for an app update, without asking the person (app-version/update-page.ts).
addEventListener('wayfare:beforereload', (event) => {
  if (!plan.isSafe) event.preventDefault()
})
addEventListener('online', () => void plan.flush())
