import type { UseStore } from 'idb-keyval'
import { logFailure } from '../log.ts'
import type { PageEvents } from '../page-events.ts'

/*
 * IndexedDB access.
 * Job: callers get a result from the disk, or continue without it.
 * Invariants: a page in the back/forward cache has no open transaction. Such a page is frozen, and in WebKit its open
 *   transaction blocks the database for every later page.
 * Failure: a disk that cannot be used (some private windows, no space left) is reported to the console and yields
 *   undefined. Nobody waits for a slow disk (decision 19).
 */

const DISK_TIMEOUT_MS = 2000

/**
 * Runs `use`. Logs a failure and returns undefined.
 * @param what the subject of the log message
 */
export async function onDisk<Value>(what: string, use: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await use()
  } catch (failure) {
    logFailure(`${what} could not be read or written`, failure)
    return undefined
  }
}

/** Resolves with undefined if the disk does not answer in time. The work itself continues. */
export function withTimeout<Value>(work: Promise<Value>, ms = DISK_TIMEOUT_MS): Promise<Value | undefined> {
  let cancel = () => {}
  const timeout = new Promise<undefined>((resolve) => {
    cancel = onTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, timeout]).finally(() => cancel())
}

/** Calls `giveUp` when the time is over. Returns the function that cancels it. */
export function onTimeout(giveUp: () => void, ms = DISK_TIMEOUT_MS): () => void {
  const start = Date.now()
  let timer = setTimeout(() => {
    // After a sleep of the page the result may be about to arrive, so it gets the time once more.
    if (Date.now() - start > 2 * ms) timer = setTimeout(giveUp, ms)
    else giveUp()
  }, ms)
  return () => clearTimeout(timer)
}

/**
 * Opens or creates a store. Work that the back/forward cache interrupts is repeated when the page is restored.
 * @param page the page that uses it
 */
export function diskStore(page: PageEvents, database: string, name: string): UseStore {
  const openTransactions = new Set<IDBTransaction>()
  let opening: Promise<IDBDatabase> | undefined
  /** Pending while the page is in the back/forward cache. */
  let restored: Promise<void> | undefined
  let resolveRestored = () => {}
  let timesCached = 0

  page.on('pagehide', ({ persisted }) => {
    if (!persisted || restored) return
    restored = new Promise((resolve) => {
      resolveRestored = resolve
    })
    timesCached += 1
    for (const transaction of openTransactions) abort(transaction)
  })
  page.on('pageshow', () => {
    restored = undefined
    resolveRestored()
  })

  function watch(transaction: IDBTransaction): void {
    openTransactions.add(transaction)
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => openTransactions.delete(transaction))
    // A database creation may begin its transaction after the page was cached.
    if (restored) abort(transaction)
  }

  function open(): Promise<IDBDatabase> {
    opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(database)
      request.onupgradeneeded = () => {
        request.result.createObjectStore(name)
        if (request.transaction) watch(request.transaction)
      }
      request.onsuccess = () => {
        // Safari may close a connection by itself.
        request.result.onclose = forget
        resolve(request.result)
      }
      request.onerror = () => {
        forget()
        reject(request.error)
      }
    })
    return opening
  }

  function forget(): void {
    opening = undefined
  }

  return async function run(mode, work) {
    while (restored) await restored
    const timesBefore = timesCached
    try {
      const opened = await open()
      if (timesCached !== timesBefore) return await run(mode, work)
      const transaction = opened.transaction(name, mode)
      watch(transaction)
      return await work(transaction.objectStore(name))
    } catch (failure) {
      if (timesCached !== timesBefore) return run(mode, work)
      throw failure
    }
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction is already completing.
  }
}
