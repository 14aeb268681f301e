import { expect, type Page } from '@playwright/test'

/** Waits until the app itself is kept on the device: it starts there without a server. */
export async function appIsKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** Waits until a shared trip is kept on the device, which happens after it is shown. */
export async function sharedTripIsKept(page: Page): Promise<void> {
  await expect.poll(() => countCopies(page, 'wayfare-shared')).toBeGreaterThan(0)
}

/** Waits until a trip is kept on the device, which happens after it is shown. */
export async function tripIsKept(page: Page, tripId: string): Promise<void> {
  await expect.poll(() => listCopies(page, 'wayfare-trips')).toContainEqual(expect.stringMatching(`${tripId} details$`))
}

/** How many copies there are in one of the app's databases on the device. */
export async function countCopies(page: Page, name: string): Promise<number> {
  return (await listCopies(page, name)).length
}

async function listCopies(page: Page, name: string): Promise<string[]> {
  return (await readStore(page, name)).map(({ key }) => key)
}

/** What the device keeps of trips, as text. */
export async function keptOfTrips(page: Page): Promise<string> {
  return JSON.stringify(await readStore(page, 'wayfare-trips'))
}

/** Whether the device remembers something of which its person is to be told that it was not possible. */
export async function keepsRefused(page: Page): Promise<boolean> {
  return JSON.stringify(await readStore(page, 'wayfare-log')).includes('"refused"')
}

/** All that one of the app's databases has. One that the app has not made yet is not made here either: it would be without a store. */
function readStore(page: Page, name: string): Promise<{ key: string; value: unknown }[]> {
  return page.evaluate(async (name) => {
    const databases = await indexedDB.databases()
    if (!databases.some((database) => database.name === name)) return []
    const answerOf = <Answer>(asked: IDBRequest<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
    const database = await answerOf(indexedDB.open(name))
    const [first = ''] = database.objectStoreNames
    const store = database.transaction(first).objectStore(first)
    const [keys, values] = await Promise.all([answerOf(store.getAllKeys()), answerOf(store.getAll())])
    database.close()
    return keys.map((key, at) => ({ key: String(key), value: values[at] }))
  }, name)
}

/** The documents' files on the device, by their addresses. */
export function filesOn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    if (!(await caches.has('wayfare-documents'))) return []
    const requests = await (await caches.open('wayfare-documents')).keys()
    return requests.map(({ url }) => new URL(url).pathname).toSorted()
  })
}

/** Has a page keep a transaction on a database open until it is closed. The database is made by then. */
export async function holdDatabase(page: Page, name: string): Promise<void> {
  await page.evaluate(async (name) => {
    const asked = indexedDB.open(name)
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
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
