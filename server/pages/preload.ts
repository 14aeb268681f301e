import { sharedTripPath } from '#domain/api/sharing.ts'

/** Addresses under which a trip is opened. */
const TRIP = /^\/trip\/([0-9a-f-]{36})(\/group)?\/?$/i

/** Addresses of share links. */
const SHARED = /^\/shared\/([^/]+)\/?$/

/**
 * The `Link` header that has the browser request the page's data together with the document, rather than after the
 * script: who is signed in, and the trip or the list; or what the sign-in page shows.
 */
export function preloadHeader(asked: Asked): string {
  return addresses(asked)
    .map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`)
    .join(', ')
}

interface Asked {
  path: string
  /** Of a share link. */
  token: string | undefined
  signedIn: boolean
  /** Whether who plans the trip may be asked for too: a refusal would stand in the browser's console. */
  withPeople: boolean
}

/** The id of the trip whose people are shown under this address. */
export function groupAt(path: string): string | undefined {
  const [, tripId, isGroup] = TRIP.exec(path) ?? []
  return isGroup && tripId?.toLowerCase()
}

function addresses({ path, token, signedIn, withPeople }: Asked): string[] {
  // What an invitation invites to is asked with its secret in a body, which no preload has.
  if (!signedIn) return path.startsWith('/join/') ? [] : ['/api/beta']
  const tripId = TRIP.exec(path)?.[1]?.toLowerCase()
  const trip = `/api/trips/${tripId}`
  if (tripId) return ['/auth/v1/user', trip, ...(withPeople ? [`${trip}/people`] : [])]
  const shared = SHARED.exec(path)?.[1]
  if (shared) return ['/auth/v1/user', sharedTripPath(shared, token || undefined)]
  return path === '/' ? ['/auth/v1/user', '/api/trips'] : ['/auth/v1/user']
}
