import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { canSeePeople } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import type { User } from '#domain/person.ts'
import { CODE_PATH, LINK_PATH, PASSWORD_PATH } from '#domain/sign-in-links.ts'
import { withoutStrayEnd } from '#domain/stray-end.ts'
import { ownOrigin } from '../http/client.ts'
import { bestEncoding } from '../http/compressed.ts'
import type { AppEnv } from '../http/context.ts'
import { documentHeaders } from '../http/security-headers.ts'
import { clearSessionHint, hasSession } from '../http/session-cookie.ts'
import { type Page, readDocuments } from '../pages/documents.ts'
import { isPreviewed, PREVIEW_PICTURE, withLinkPreview } from '../pages/link-preview.ts'
import { groupAt, preloadHeader, subpageAt, TRIP_PATH } from '../pages/preload.ts'
import { requireTrip } from '../trips/trips.ts'
import type { AppDeps } from './app-deps.ts'
import { findSession } from './session.ts'

/** Files without a hash in their name, because their addresses are known outside the app. */
const rootFiles = [
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable.svg',
  PREVIEW_PICTURE,
  '/app.webmanifest',
  '/service-worker.js',
]

const HTML = { 'Content-Type': 'text/html; charset=utf-8' }

/** The front end: hashed files that are cached for good, and one document for every other address. */
export function pageRoutes(deps: AppDeps): Hono<AppEnv> {
  const { webFolder, settings } = deps
  const routes = new Hono<AppEnv>()
  if (!webFolder) return routes
  const documents = readDocuments(webFolder, settings.publicUrl?.origin)
  const headers = documentHeaders(settings)

  routes.use('/assets/*', async (c, next) => {
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    return next()
  })
  routes.use('/assets/*', serveStatic({ root: webFolder, precompressed: true }))
  routes.all('/assets/*', (c) => {
    c.header('Cache-Control', 'no-store')
    throw new AppError('not_found')
  })
  routes.get(PREVIEW_PICTURE, async (c, next) => {
    await next()
    // Some chats show it in a page of theirs.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  })
  for (const file of rootFiles) {
    routes.get(file, async (c, next) => {
      c.header('Cache-Control', 'no-cache')
      return next()
    })
    routes.get(file, serveStatic({ root: webFolder, precompressed: true }))
  }

  routes.get('*', async (c) => {
    const person = await findPerson(c, deps)
    const signedIn = person !== undefined
    const { path } = c.req
    // The link back in the early bar of a page below a trip ends with a slash. The app expects addresses without one.
    if (TRIP_PATH.test(path) && path.endsWith('/')) return c.redirect(path.slice(0, -1) + new URL(c.req.url).search)
    const page = pageOf(c, signedIn, (tab) => documents.has(tab))
    const document = documents.get(page)
    if (!document) throw new Error(`There is no document of ${page}`)
    for (const [name, value] of headers) c.header(name, value)
    c.header('Cache-Control', 'no-cache')
    c.header('Vary', 'Accept-Encoding, Cookie')
    const withPeople = page === PEOPLE && (await showsPeople(path, person, deps))
    // The page corrects its address in the same way.
    const { pathname, searchParams } = new URL(withoutStrayEnd(c.req.url))
    const token = searchParams.get('token') ?? undefined
    c.header('Link', preloadHeader({ path: pathname, token, signedIn, withPeople }) || undefined)
    // Without a public address, only the request says how the server is reached.
    if (isPreviewed(page) && !settings.publicUrl)
      return c.body(withLinkPreview(document.plain, page, ownOrigin(c, settings)), 200, HTML)
    c.header('ETag', document.tag)
    if (c.req.header('if-none-match') === document.tag) return c.body(null, 304)
    const encoding = bestEncoding(c.req.header('accept-encoding'))
    if (encoding) c.header('Content-Encoding', encoding)
    return c.body(document[encoding ?? 'plain'], 200, HTML)
  })
  return routes
}

/**
 * The person for whom a page is rendered; undefined if signed out. An expired session counts as signed out: otherwise
 * the preloads would be refused, and the browser would reuse those refusals after the next sign-in.
 */
async function findPerson(c: Context<AppEnv>, deps: AppDeps): Promise<User | 'unknown' | undefined> {
  if (!hasSession(c, deps)) return undefined
  // The page itself opens even without the database.
  const session = await findSession(c, deps).catch(() => 'unknown' as const)
  if (!session) clearSessionHint(c)
  return session === 'unknown' ? session : session?.user
}

async function showsPeople(path: string, person: User | 'unknown' | undefined, { db }: AppDeps): Promise<boolean> {
  const tripId = groupAt(path)
  if (!tripId || !person || person === 'unknown') return false
  return requireTrip(db, tripId, person).then(canSeePeople, () => false)
}

const RECOVERY_PATHS = new Set<string>([CODE_PATH, LINK_PATH, PASSWORD_PATH])

/** The first tab of a group, which its address without a tab opens. */
const PEOPLE = 'group/people'

/**
 * The page whose scripts and styles are preloaded. The browser still decides what to show.
 * @param has whether there is a tab of a trip or its group, such as `trip/meals`
 */
function pageOf(c: Context, signedIn: boolean, has: (tab: Page) => boolean): Page {
  const { path } = c.req
  const tab = c.req.query('tab')
  if (!signedIn && RECOVERY_PATHS.has(path)) return 'coming-back'
  if (!signedIn && path.startsWith('/join/')) return 'join'
  if (!signedIn) return /^\/(trip|shared)\//.test(path) ? 'trip-link' : 'sign-in'
  if (path.startsWith('/shared/')) return 'shared'
  if (path === '/account') return 'account'
  if (!path.startsWith('/trip/')) return 'trips'
  if (!TRIP_PATH.test(path)) return 'any-trip'
  const subpage = subpageAt(path)
  if (subpage) return subpage
  const [place, first] = groupAt(path) ? (['group', PEOPLE] as const) : (['trip', 'trip'] as const)
  return has(`${place}/${tab}`) ? `${place}/${tab}` : first
}
