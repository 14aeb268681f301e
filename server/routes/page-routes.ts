import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { canSeePeople } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import type { User } from '#domain/person.ts'
import { CODE_PATH, LINK_PATH, PASSWORD_PATH } from '#domain/sign-in-links.ts'
import { bestEncoding } from '../http/compressed.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'
import { documentHeaders } from '../http/security-headers.ts'
import { clearSessionHint, findSession, hasSession } from '../http/session-cookie.ts'
import { lazyTabs, type Page, readDocuments } from '../pages/documents.ts'
import { groupAt, preloadHeader } from '../pages/preload.ts'
import { requireTrip } from '../trips/trips.ts'

/** The files that have no hash in their names: their addresses are known outside of the app. */
const rootFiles = [
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable.svg',
  '/app.webmanifest',
  '/service-worker.js',
]

/** The browser's half: hashed files that are kept for ever, and one document for every other address. */
export function pageRoutes(deps: AppDeps): Hono<AppEnv> {
  const { webFolder, settings } = deps
  const routes = new Hono<AppEnv>()
  if (!webFolder) return routes
  const documents = readDocuments(webFolder)
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
    const document = documents[pageOf(path, c.req.query('tab'), signedIn)]
    for (const [name, value] of headers) c.header(name, value)
    c.header('Cache-Control', 'no-cache')
    c.header('Vary', 'Accept-Encoding, Cookie')
    c.header('ETag', document.tag)
    const withPeople = await showsPeople(path, person, deps)
    c.header('Link', preloadHeader({ path, token: c.req.query('token'), signedIn, withPeople }) || undefined)
    if (c.req.header('if-none-match') === document.tag) return c.body(null, 304)
    const encoding = bestEncoding(c.req.header('accept-encoding'))
    if (encoding) c.header('Content-Encoding', encoding)
    return c.body(document[encoding ?? 'plain'], 200, { 'Content-Type': 'text/html; charset=utf-8' })
  })
  return routes
}

/**
 * For whom a page is fetched; undefined for somebody who is signed out. A session that has ended is none: what a page fetches with its
 * document would be refused, and the browser would answer with that also after the next sign-in.
 */
async function findPerson(c: Context<AppEnv>, deps: AppDeps): Promise<User | 'unknown' | undefined> {
  if (!hasSession(c, deps)) return undefined
  // The page itself opens without a database.
  const session = await findSession(c, deps).catch(() => 'unknown' as const)
  if (!session) clearSessionHint(c)
  return session === 'unknown' ? session : session?.user
}

/** Whether a page shows the people of a trip, to somebody who may see them. */
async function showsPeople(path: string, person: User | 'unknown' | undefined, { db }: AppDeps): Promise<boolean> {
  const tripId = groupAt(path)
  if (!tripId || !person || person === 'unknown') return false
  return requireTrip(db, tripId, person).then(canSeePeople, () => false)
}

const WAYS_BACK = new Set<string>([CODE_PATH, LINK_PATH, PASSWORD_PATH])

/** Which page's script and style the document names, so that they are fetched with it. The browser decides for itself what it shows. */
function pageOf(path: string, tab: string | undefined, signedIn: boolean): Page {
  if (!signedIn && WAYS_BACK.has(path)) return 'coming-back'
  if (!signedIn) return path.startsWith('/join/') ? 'join' : 'sign-in'
  if (path.startsWith('/shared/')) return 'shared'
  if (!path.startsWith('/trip/')) return 'trips'
  return path.endsWith('/group') ? 'group' : (lazyTabs.find((name) => name === tab) ?? 'trip')
}
