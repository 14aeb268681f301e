import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { AppError } from '#domain/errors.ts'
import { CODE_PATH, LINK_PATH } from '#domain/ways-back.ts'
import { bestEncoding } from '../http/compressed.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'
import { documentHeaders } from '../http/security-headers.ts'
import { clearSessionCookie, findSession, hasSession } from '../http/session-cookie.ts'
import { type Page, readDocuments } from '../pages/documents.ts'
import { preloadHeader } from '../pages/preload.ts'

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
    const signedIn = await isSignedIn(c, deps)
    const document = documents[pageOf(c.req.path, signedIn)]
    for (const [name, value] of headers) c.header(name, value)
    c.header('Cache-Control', 'no-cache')
    c.header('Vary', 'Accept-Encoding, Cookie')
    c.header('ETag', document.tag)
    c.header('Link', preloadHeader({ path: c.req.path, token: c.req.query('token') }, signedIn) || undefined)
    if (c.req.header('if-none-match') === document.tag) return c.body(null, 304)
    const encoding = bestEncoding(c.req.header('accept-encoding'))
    if (encoding) c.header('Content-Encoding', encoding)
    return c.body(document[encoding ?? 'plain'], 200, { 'Content-Type': 'text/html; charset=utf-8' })
  })
  return routes
}

/**
 * Whether a page is fetched for somebody who is signed in. A session that has ended is none: what a page fetches with its document would be
 * refused, and the browser would answer with that also after the next sign-in.
 */
async function isSignedIn(c: Context<AppEnv>, deps: AppDeps): Promise<boolean> {
  if (!hasSession(c, deps)) return false
  // The page itself opens without a database.
  if (await findSession(c, deps).catch(() => true)) return true
  clearSessionCookie(c, deps)
  return false
}

const WAYS_BACK = new Set<string>([CODE_PATH, LINK_PATH])

/** Which page's script and style the document names, so that they are fetched with it. The browser decides for itself what it shows. */
function pageOf(path: string, signedIn: boolean): Page {
  if (!signedIn && WAYS_BACK.has(path)) return 'coming-back'
  if (!signedIn) return path.startsWith('/join/') ? 'join' : 'sign-in'
  if (path.startsWith('/shared/')) return 'shared'
  return path.startsWith('/trip/') ? 'trip' : 'trips'
}
