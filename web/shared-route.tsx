import { page } from './page.tsx'

const load = () => import('./shared-trip.tsx')

/** Addresses of share links, also of one that has lost its trip. */
export const sharedRoute = '/shared/:tripId?'

/** The page of a share link: for signed-in people and, where the operator wants that, for everybody. */
export const SharedTrip = page(() => load().then((module) => module.SharedTrip))

/** The trip that a share link's address names; undefined for every other address. */
export function parseSharedPath(path: string): { tripId: string | undefined } | undefined {
  const match = /^\/shared(?:\/([^/]*))?\/?$/.exec(path)
  return match ? { tripId: match[1] || undefined } : undefined
}

/** Gets the script and the data of the address that is open, if it is a share link. */
export async function prepareSharedRoute(): Promise<void> {
  const link = parseSharedPath(location.pathname)
  if (link) await Promise.all([SharedTrip.load(), load().then(({ prepareShared }) => prepareShared(link.tripId))])
}
