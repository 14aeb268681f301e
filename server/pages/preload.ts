import { sharedTripPath } from '#domain/api/sharing.ts'
import { sharedPages, type TripPageName, tripPages } from '#domain/trip-pages.ts'

export const TRIP_PATH = new RegExp(`^/trip/([0-9a-f-]{36})(?:/(${tripPages.join('|')}))?/?$`, 'i')

const SHARED_PATH = new RegExp(`^/shared/([^/]+)(?:/(?:${sharedPages.join('|')}))?/?$`)

/** The `Link` header that makes the browser fetch the page's data in parallel with the document. */
export function preloadHeader(page: PageRequest): string {
  return addresses(page)
    .map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`)
    .join(', ')
}

interface PageRequest {
  path: string
  token: string | undefined
  signedIn: boolean
  /** Whether to preload the trip's people. If refused, the request would show as an error in the browser's console. */
  withPeople: boolean
}

/** The id of the trip whose people page has this path. */
export function groupAt(path: string): string | undefined {
  const [, tripId, page] = TRIP_PATH.exec(path) ?? []
  return page?.toLowerCase() === 'group' ? tripId?.toLowerCase() : undefined
}

/** Which page below a trip has this path, if it has no tabs. */
export function subpageAt(path: string): Exclude<TripPageName, 'group'> | undefined {
  const page = TRIP_PATH.exec(path)?.[2]?.toLowerCase()
  return page === 'group' ? undefined : tripPages.find((name): name is Exclude<TripPageName, 'group'> => name === page)
}

function addresses({ path, token, signedIn, withPeople }: PageRequest): string[] {
  // The invitation is requested with its secret in a body, which a preload cannot send.
  if (!signedIn) return path.startsWith('/join/') ? [] : ['/api/beta']
  const tripId = TRIP_PATH.exec(path)?.[1]?.toLowerCase()
  const trip = `/api/trips/${tripId}`
  if (tripId) return ['/auth/v1/user', trip, ...(withPeople ? [`${trip}/people`] : [])]
  const shared = SHARED_PATH.exec(path)?.[1]
  if (shared) return ['/auth/v1/user', sharedTripPath(shared, token || undefined)]
  return path === '/' ? ['/auth/v1/user', '/api/trips'] : ['/auth/v1/user']
}
