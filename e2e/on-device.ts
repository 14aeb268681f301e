import { expect, type Page } from '@playwright/test'

/** Waits until the app has registered its service worker and that is ready: then the app starts without a server. */
export async function waitUntilAppCachesItself(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/**
 * The same, but without the pause in which the app's own requests come first. One test each of offline, private and
 * sharing.spec.ts must keep waiting for the app's own registration: elsewhere nothing notices when it is missing.
 */
export async function waitUntilAppCached(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }))
  await waitUntilAppCachesItself(page)
}

/** Waits until a shared trip is persisted, which happens after it is shown. */
export async function waitUntilSharedTripPersisted(page: Page): Promise<void> {
  await expect.poll(() => countEntries(page, 'wayfare-shared')).toBeGreaterThan(0)
}

/** Waits until a trip is persisted, which happens after it is shown. */
export async function waitUntilTripPersisted(page: Page, tripId: string): Promise<void> {
  await expect.poll(() => listCopies(page, 'wayfare-trips')).toContainEqual(expect.stringMatching(`${tripId} details$`))
}

/** Counts the entries in one of the app's databases on the device. */
export async function countEntries(page: Page, name: string): Promise<number> {
  return (await listCopies(page, name)).length
}

async function listCopies(page: Page, name: string): Promise<string[]> {
  return (await readStore(page, name)).map(({ key }) => key)
}

export async function readPersistedTrips(page: Page): Promise<string> {
  return JSON.stringify(await readStore(page, 'wayfare-trips'))
}

/** Whether the log on the device has a refused operation. */
export async function hasRefusedOperation(page: Page): Promise<boolean> {
  return JSON.stringify(await readStore(page, 'wayfare-log')).includes('"refused"')
}

/** Waits until an edit with this text is in the log on the device: from then on it outlasts the page. */
export async function waitUntilLogged(page: Page, text: string): Promise<void> {
  await expect.poll(async () => JSON.stringify(await readStore(page, 'wayfare-log'))).toContain(JSON.stringify(text))
}

/** Reads a database. Does not create one that the app has not created yet: it would have no store. */
function readStore(page: Page, name: string): Promise<{ key: string; value: unknown }[]> {
  return page.evaluate(async (name) => {
    const databases = await indexedDB.databases()
    if (!databases.some((database) => database.name === name)) return []
    const resultOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await resultOf(indexedDB.open(name))
    const [first = ''] = database.objectStoreNames
    const store = database.transaction(first).objectStore(first)
    const [keys, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())])
    database.close()
    return keys.map((key, at) => ({ key: String(key), value: values[at] }))
  }, name)
}

/** The paths of the document files on the device. */
export function listCachedFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    if (!(await caches.has('wayfare-documents'))) return []
    const requests = await (await caches.open('wayfare-documents')).keys()
    return requests.map(({ url }) => new URL(url).pathname).toSorted()
  })
}

/** Makes a page hold a transaction open until the page closes. The database must exist. */
export async function holdDatabase(page: Page, name: string): Promise<void> {
  await page.evaluate(async (name) => {
    const request = indexedDB.open(name)
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const [store = ''] = database.objectStoreNames
    const entries = database.transaction(store, 'readwrite').objectStore(store)
    await new Promise<void>((resolve) => {
      const hold = () => {
        resolve()
        entries.count().onsuccess = hold
      }
      entries.count().onsuccess = hold
    })
  }, name)
}
