import { createPlan } from './create-plan.ts'
import { queryCache } from './query-cache.ts'
import { pageEvents, session } from './session.ts'

/** The key of an open trip in the query cache. */
export const tripKey = (tripId: string) => ['trip', tripId]

export const { plan, logs, persistedTrips } = createPlan({
  page: pageEvents,
  currentUserId: async () => (await session.whenKnown())?.id,
  queries: {
    refresh: (tripId) => queryCache.refetch(tripKey(tripId)),
    whenIdle: (tripId) => queryCache.whenIdle(tripKey(tripId)),
    onShared(tripId) {
      queryCache.invalidate(['sharing', tripId])
      queryCache.invalidate(['people', tripId])
    },
    onNotices(tripId) {
      queryCache.invalidate(['notices', tripId])
      queryCache.invalidate(['notices'])
    },
  },
})

let person = session.getCurrentUser()?.id

// Forgets the person's data in memory when somebody else, or nobody, is signed in.
session.onAuthStateChange((_event, user) => {
  if (user?.id === person) return
  person = user?.id
  plan.forget()
  queryCache.forgetPerson()
})

addEventListener('beforeunload', (event) => {
  // Uploads in progress are never persisted; edits are not if the disk cannot be used.
  if (!plan.isSafe) event.preventDefault()
})
// Blocks a reload for an app update, without asking the person (app-version/update-page.ts).
addEventListener('wayfare:beforereload', (event) => {
  if (!plan.isSafe || plan.hasChosenFile) event.preventDefault()
})
