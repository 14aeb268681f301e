import { applyRange } from './part-of.ts'
import { listenToPushes } from './push.ts'

/*
 * The app offline.
 * Job: starts the app from this device, whatever the network does. Serves documents, receipts and trip pictures that
 *   were viewed, or that a page stored in the same cache. Caches the map when it is first opened, or when a page asks
 *   for that. Shows pushes.
 * Invariants: everything served for one version of the app is from one build; data (/api, /auth, /ai) is never served
 *   from a cache; documents are fetched from the server first, so that people who lost access cannot open them.
 * Failure: if the cache cannot be used, everything goes to the network, as without a service worker.
 */

declare const self: ServiceWorkerGlobalScope
/** Inserted by the build: its version, the paths of its files, and of those of the map, which not everybody needs. */
declare const BUILD: {
  version: string
  files: readonly string[]
  map: readonly string[]
  /** How the map's paths begin, in every version. */
  mapStarts: readonly string[]
}

const APP_CACHE_PREFIX = 'wayfare-app '
const DOCUMENTS_CACHE = 'wayfare-documents'
/** The HTML documents. Each one links the script of its own pages, so that everything loads at once. */
const htmlPaths = ['/', '/trip/', '/shared/'] as const
/** How long to wait for the server before serving a document or receipt from the cache. */
const SERVER_TIMEOUT_MS = 4000

const files = new Set(BUILD.files)
const mapFiles = new Set(BUILD.map)

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
listenToPushes()
self.addEventListener('message', ({ data }) => {
  // Only the page knows when a reload loses nothing.
  if (data === 'take over') void self.skipWaiting()
})
self.addEventListener('message', (event) => {
  // What is missing is cached when the map is opened.
  if (event.data === 'cache the map') event.waitUntil(cacheMap().catch(() => {}))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // The server answers: feeds are for calendar apps, and the address for mail programs leads to the page.
  if (pathname.startsWith('/calendar/') || pathname.startsWith('/unsubscribe/')) return
  if (pathname.startsWith('/files/')) {
    // 'no-store' marks a file that a page stores itself (web/data/storage/persisted-files.ts).
    if (request.cache !== 'no-store') event.respondWith(fetchDocument(event))
  } else if (request.mode === 'navigate') {
    event.respondWith(serveAppFile(htmlPathOf(pathname), request))
    event.waitUntil(renewHeaders())
  } else if (mapFiles.has(pathname)) event.respondWith(serveMapFile(event, pathname))
  else if (files.has(pathname) || pathname.startsWith('/assets/')) event.respondWith(serveAppFile(pathname, request))
})

async function install(): Promise<void> {
  const cache = await caches.open(APP_CACHE_PREFIX + BUILD.version)
  const paths = [...htmlPaths, ...BUILD.files]
  // Only files with a hash in their name may come from the HTTP cache.
  await cache.addAll(
    paths.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })),
  )
  // An update leaves nobody without the map who had it.
  if (await hasMap()) await cacheMap().catch(() => {})
}

/** Whether a version of the app has cached the map. */
async function hasMap(): Promise<boolean> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(APP_CACHE_PREFIX)) continue
    const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    if (paths.some((path) => BUILD.mapStarts.some((start) => path.startsWith(start)))) return true
  }
  return false
}

async function cacheMap(): Promise<void> {
  const cache = await caches.open(APP_CACHE_PREFIX + BUILD.version)
  for (const path of BUILD.map) {
    if (await cache.match(path, { ignoreVary: true })) continue
    const known = await caches.match(path, { ignoreVary: true })
    if (known) await cache.put(path, known)
    else await cache.add(path)
  }
}

/** The page asks for parts of the bundled map. Until all of it is cached, the server sends them. */
async function serveMapFile(event: FetchEvent, path: string): Promise<Response> {
  const range = event.request.headers.get('range')
  const cached = await findCached(path).catch(() => undefined)
  if (cached) return applyRange(cached, range)
  const response = await fetch(event.request)
  const copy = response.clone()
  const store = async () => (await caches.open(APP_CACHE_PREFIX + BUILD.version)).put(path, copy)
  // A full disk is no failure of the map.
  if (response.status === 200) event.waitUntil(store().catch(() => {}))
  return response
}

function htmlPathOf(path: string): string {
  return htmlPaths.findLast((start) => path.startsWith(start)) ?? htmlPaths[0]
}

/** Claims the open pages. Keeps the previous version's cache, for pages that still load files of that version. */
async function activate(): Promise<void> {
  const versions = (await caches.keys()).filter(
    (name) => name.startsWith(APP_CACHE_PREFIX) && name !== APP_CACHE_PREFIX + BUILD.version,
  )
  await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function serveAppFile(path: string, request: Request): Promise<Response> {
  const cached = await findCached(path).catch(() => undefined)
  return cached ?? fetch(request)
}

async function findCached(path: string): Promise<Response | undefined> {
  const own = await caches.open(APP_CACHE_PREFIX + BUILD.version)
  return (await own.match(path, { ignoreVary: true })) ?? caches.match(path, { ignoreVary: true })
}

let areHeadersRenewed = false

/** Updates cached headers that depend on the server's settings, such as the CSP. Runs once per service worker start. */
async function renewHeaders(): Promise<void> {
  if (areHeadersRenewed) return
  areHeadersRenewed = true
  const cache = await caches.open(APP_CACHE_PREFIX + BUILD.version)
  for (const path of htmlPaths) {
    const fresh = await fetch(path, { cache: 'no-cache' }).catch(() => undefined)
    const cached = await cache.match(path, { ignoreVary: true })
    // A document with other content is from another build, which has its own service worker.
    const isSame = fresh?.ok && cached && (await fresh.clone().text()) === (await cached.text())
    if (fresh && isSame) await cache.put(path, fresh)
  }
}

/** Fetches a document or receipt. Serves the cached one if the server fails or is too slow. */
async function fetchDocument(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cache = await caches.open(DOCUMENTS_CACHE).catch(() => undefined)
  const cached = await cache?.match(request, { ignoreVary: true })
  const fetched = fetch(request)
  if (cache) event.waitUntil(fetched.then((answer) => storeDocument(cache, request, answer.clone())).catch(() => {}))
  if (!cached) return fetched
  const serveCached = () => applyRange(cached, request.headers.get('range'))
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, SERVER_TIMEOUT_MS))
  const answer = await Promise.race([fetched.catch(() => undefined), timeout])
  return answer && answer.status < 500 ? answer : serveCached()
}

/**
 * Stores a complete response, and removes a document that no longer exists, or the picture that a trip had before. The
 * caller ignores a full disk.
 */
async function storeDocument(cache: Cache, request: Request, answer: Response): Promise<void> {
  if (answer.status === 200) {
    await cache.put(request.url, answer)
    const folder = new URL('.', request.url).href
    if (!folder.includes('/files/trip-pictures/')) return
    for (const { url } of await cache.keys()) if (url.startsWith(folder) && url !== request.url) await cache.delete(url)
  } else if (answer.status === 404) await cache.delete(request.url)
}
