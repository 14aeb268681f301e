import { sharedTripPath } from '#domain/api/sharing.ts'

/** Addresses under which a trip is opened. */
const TRIP = /^\/trip\/([0-9a-f-]{36})(?:\/group)?\/?$/i

/** Addresses of share links. */
const SHARED = /^\/shared\/([^/]+)\/?$/

/**
 * The `Link` header that has the browser request the page's data together with the document, rather than after the
 * script: who is signed in, and the trip or the list; or what the sign-in page shows.
 */
export function preloadHeader({ path, token }: { path: string; token: string | undefined }, signedIn: boolean): string {
  return addresses(path, token, signedIn)
    .map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`)
    .join(', ')
}

function addresses(path: string, token: string | undefined, signedIn: boolean): string[] {
  // What an invitation invites to is asked with its secret in a body, which no preload has.
  if (!signedIn) return path.startsWith('/join/') ? [] : ['/api/beta']
  const tripId = TRIP.exec(path)?.[1]
  if (tripId) return ['/auth/v1/user', `/api/trips/${tripId.toLowerCase()}`]
  const shared = SHARED.exec(path)?.[1]
  if (shared) return ['/auth/v1/user', sharedTripPath(shared, token || undefined)]
  return path === '/' ? ['/auth/v1/user', '/api/trips'] : ['/auth/v1/user']
}
