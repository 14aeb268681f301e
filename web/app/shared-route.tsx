import { sharedPages } from '#domain/trip-pages.ts'
import { page } from '#web/ui/loading/page.tsx'

const load = () => import('./shared-trip.tsx')

/** The addresses of a share link and of its pages. The trip's id may be missing. */
export const sharedRoutes = [
  '/shared/:tripId?' as const,
  ...sharedPages.map((name) => `/shared/:tripId/${name}` as const),
]
const sharedPath = new RegExp(`^/shared(?:/([^/]*)(?:/(?:${sharedPages.join('|')}))?)?/?$`)

/** The page of a share link: for signed-in people and, if the operator allows it, for everybody. */
export const SharedTrip = page(() => load().then((module) => module.SharedTrip))

/** Returns the trip id of a share link's address, and undefined for every other address. */
export function parseSharedPath(path: string): { tripId: string | undefined } | undefined {
  const match = sharedPath.exec(path)
  return match ? { tripId: match[1] || undefined } : undefined
}

/** Loads the script and the data of the current address if it is a share link. */
export async function prepareSharedRoute(): Promise<void> {
  const link = parseSharedPath(location.pathname)
  if (link) await Promise.all([SharedTrip.load(), load().then(({ prepareShared }) => prepareShared(link.tripId))])
}
