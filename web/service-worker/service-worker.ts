import { partOf } from './part-of.ts'

/*
 * The app without a network.
 * Job: the app itself starts from this device, whatever the network does, and documents that were viewed open again, as do
 *   those that a page keeps in the same cache.
 * Invariants: what is served as one version of the app belongs to one build; data (/api, /auth, /ai) is never answered
 *   from here; a document is asked from the server first, so that who may no longer see it does not.
 * Failure: where the cache cannot be used everything goes to the network, as without a service worker.
 */

declare const self: ServiceWorkerGlobalScope
/** Put in by the build: its name, and the addresses of all of its files. */
declare const BUILD: { version: string; files: readonly string[] }

const APP = 'wayfare-app '
const DOCUMENTS = 'wayfare-documents'
/** The documents that the app starts from: each names the script of its own pages, so that all of it is loaded at once. */
const documents = ['/', '/trip/', '/shared/'] as const
/** How long a document that is kept here may take to come from the server. */
const PATIENCE_MS = 4000

const files = new Set(BUILD.files)

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', ({ data }) => {
  // The page says when nothing is lost by it.
  if (data === 'take over') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/files/')) {
    // What a page keeps itself (web/data/device/persisted-files.ts) comes from the server alone, and is not kept twice.
    if (request.cache !== 'no-store') event.respondWith(fetchDocument(event))
  } else if (request.mode === 'navigate') {
    event.respondWith(fromApp(documentOf(pathname), request))
    event.waitUntil(renewHeaders())
  } else if (files.has(pathname) || pathname.startsWith('/assets/')) event.respondWith(fromApp(pathname, request))
})

async function install(): Promise<void> {
  const cache = await caches.open(APP + BUILD.version)
  const named = [...documents, ...BUILD.files]
  // Only what has a hash in its name is the same as when it was last fetched.
  await cache.addAll(
    named.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })),
  )
}

function documentOf(path: string): string {
  return documents.findLast((start) => path.startsWith(start)) ?? documents[0]
}

/** Takes the open pages over. The version before stays, for pages that were opened with it and load more of it. */
async function activate(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(APP) && name !== APP + BUILD.version)
  await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function fromApp(path: string, request: Request): Promise<Response> {
  const kept = await findKept(path).catch(() => undefined)
  return kept ?? fetch(request)
}

async function findKept(path: string): Promise<Response | undefined> {
  const own = await caches.open(APP + BUILD.version)
  return (await own.match(path, { ignoreVary: true })) ?? caches.match(path, { ignoreVary: true })
}

let areHeadersNew = false

/** The documents' headers follow the server's settings, such as where the page may send requests; once each time this starts. */
async function renewHeaders(): Promise<void> {
  if (areHeadersNew) return
  areHeadersNew = true
  const cache = await caches.open(APP + BUILD.version)
  for (const path of documents) {
    const fresh = await fetch(path, { cache: 'no-cache' }).catch(() => undefined)
    const kept = await cache.match(path, { ignoreVary: true })
    // A document of another build belongs to another service worker.
    const isSame = fresh?.ok && kept && (await fresh.clone().text()) === (await kept.text())
    if (fresh && isSame) await cache.put(path, fresh)
  }
}

/** A document from the server; where that does not come, as it was kept when it was viewed. */
async function fetchDocument(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cache = await caches.open(DOCUMENTS).catch(() => undefined)
  const kept = await cache?.match(request, { ignoreVary: true })
  const fetched = fetch(request)
  if (cache) event.waitUntil(fetched.then((answer) => keepDocument(cache, request, answer.clone())).catch(() => {}))
  if (!kept) return fetched
  const fromDevice = () => partOf(kept, request.headers.get('range'))
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  const answer = await Promise.race([fetched.catch(() => undefined), late])
  return answer && answer.status < 500 ? answer : fromDevice()
}

/** Keeps a document that was answered as a whole; where there is no room for it, it was viewed all the same. */
async function keepDocument(cache: Cache, request: Request, answer: Response): Promise<void> {
  if (answer.status === 200) await cache.put(request.url, answer)
  else if (answer.status === 404) await cache.delete(request.url)
}
