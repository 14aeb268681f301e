import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'

/** What a browser stores for the app, as JSON: records by database, store and key. */
export interface StoredDevice {
  indexedDB: Record<string, Record<string, Record<string, unknown>>>
  localStorage: Record<string, string>
  sessionStorage: Record<string, string>
}

/** The globals of a browser that stores things. Its network is `network`, and its events are dispatched on `page`. */
export class StoringBrowser {
  readonly page = new EventTarget()
  readonly #indexedDB = new IDBFactory()
  readonly #local: Map<string, string>
  readonly #session: Map<string, string>
  network: (path: string, init?: RequestInit) => Promise<Response> = unreachable

  constructor(stored?: Pick<StoredDevice, 'localStorage' | 'sessionStorage'>) {
    this.#local = new Map(Object.entries(stored?.localStorage ?? {}))
    this.#session = new Map(Object.entries(stored?.sessionStorage ?? {}))
    vi.stubGlobal('indexedDB', this.#indexedDB)
    vi.stubGlobal('localStorage', storageOn(this.#local))
    vi.stubGlobal('sessionStorage', storageOn(this.#session))
    vi.stubGlobal('addEventListener', this.page.addEventListener.bind(this.page))
    vi.stubGlobal('removeEventListener', this.page.removeEventListener.bind(this.page))
    vi.stubGlobal('dispatchEvent', this.page.dispatchEvent.bind(this.page))
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => this.network(path, init))
  }

  goOffline(): void {
    this.network = unreachable
  }

  /** Writes the records of a device to IndexedDB. */
  async restoreRecords({ indexedDB }: Pick<StoredDevice, 'indexedDB'>): Promise<void> {
    for (const [name, stores] of Object.entries(indexedDB)) {
      const request = this.#indexedDB.open(name)
      request.onupgradeneeded = () => {
        for (const store of Object.keys(stores)) request.result.createObjectStore(store)
      }
      const database = (await settled(request)) as IDBDatabase
      for (const [store, records] of Object.entries(stores)) {
        const target = database.transaction(store, 'readwrite').objectStore(store)
        await Promise.all(Object.entries(records).map(([key, record]) => settled(target.put(record, key))))
      }
      database.close()
    }
  }

  async readRecords(): Promise<StoredDevice['indexedDB']> {
    const all: StoredDevice['indexedDB'] = {}
    for (const { name = '' } of await this.#indexedDB.databases()) {
      const database = (await settled(this.#indexedDB.open(name))) as IDBDatabase
      const stores: Record<string, Record<string, unknown>> = {}
      for (const store of database.objectStoreNames) {
        const source = database.transaction(store).objectStore(store)
        const [keys, records] = await Promise.all([settled(source.getAllKeys()), settled(source.getAll())])
        stores[store] = Object.fromEntries((keys as string[]).map((key, at) => [key, (records as unknown[])[at]]))
      }
      all[name] = stores
      database.close()
    }
    return all
  }

  readStorage(): Pick<StoredDevice, 'localStorage' | 'sessionStorage'> {
    return { localStorage: Object.fromEntries(this.#local), sessionStorage: Object.fromEntries(this.#session) }
  }
}

async function unreachable(): Promise<Response> {
  throw new TypeError('Failed to fetch')
}

function settled(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function storageOn(stored: Map<string, string>) {
  return {
    get length() {
      return stored.size
    },
    key: (n: number) => [...stored.keys()][n] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}
