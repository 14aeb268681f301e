import type { UseStore } from 'idb-keyval'
import { logFailure } from '../log.ts'

/*
 * This device's databases.
 * Job: what uses the disk is answered, or goes on without it.
 * Invariants: a page that the browser keeps aside (back/forward cache) has nothing under way on the disk. Such a page stands
 *   still, and in WebKit its open transaction keeps every later page from that database.
 * Failure: where the disk cannot be used (some private windows, no room left) that is logged, and there is nothing. A disk that
 *   lets one wait is not waited for.
 */

/** Nobody waits for the disk longer than this. */
const DISK_WITHIN_MS = 2000

/**
 * Uses what this device keeps. Where its disk cannot be used that is logged, and there is nothing.
 * @param what cannot be used then, as the log says it
 */
export async function onDisk<Value>(what: string, use: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await use()
  } catch (failure) {
    logFailure(`${what} on this device could not be used`, failure)
    return undefined
  }
}

/** What the disk answers, or undefined where it does not do so soon; what was asked of it goes on. */
export function withTimeout<Value>(answer: Promise<Value>, ms = DISK_WITHIN_MS): Promise<Value | undefined> {
  let end = () => {}
  const late = new Promise<undefined>((resolve) => {
    end = onceLate(() => resolve(undefined), ms)
  })
  return Promise.race([answer, late]).finally(() => end())
}

/** Calls `giveUp` once the disk has let one wait too long. Answers the function that ends the wait. */
export function onceLate(giveUp: () => void, ms = DISK_WITHIN_MS): () => void {
  const start = Date.now()
  let timer = setTimeout(() => {
    // A page that slept meanwhile has the answer on its way.
    if (Date.now() - start > 2 * ms) timer = setTimeout(giveUp, ms)
    else giveUp()
  }, ms)
  return () => clearTimeout(timer)
}

/** A store of a database, made where there is none. What a page has under way when it is kept aside is done when it is back. */
export function diskStore(database: string, name: string): UseStore {
  const underWay = new Set<IDBTransaction>()
  let opening: Promise<IDBDatabase> | undefined
  /** Until the page is back. */
  let away: Promise<void> | undefined
  let comeBack = () => {}
  let timesAway = 0

  globalThis.addEventListener?.('pagehide', ({ persisted }) => {
    if (!persisted || away) return
    away = new Promise((resolve) => {
      comeBack = resolve
    })
    timesAway += 1
    for (const transaction of underWay) takeBack(transaction)
  })
  globalThis.addEventListener?.('pageshow', () => {
    away = undefined
    comeBack()
  })

  function watch(transaction: IDBTransaction): void {
    underWay.add(transaction)
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => underWay.delete(transaction))
    // A database that is made may say so after the page was left.
    if (away) takeBack(transaction)
  }

  function open(): Promise<IDBDatabase> {
    opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(database)
      request.onupgradeneeded = () => {
        request.result.createObjectStore(name)
        if (request.transaction) watch(request.transaction)
      }
      request.onsuccess = () => {
        // Safari closes some by itself.
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

  return async function onceHere(mode, work) {
    while (away) await away
    const before = timesAway
    try {
      const opened = await open()
      if (timesAway !== before) return await onceHere(mode, work)
      const transaction = opened.transaction(name, mode)
      watch(transaction)
      return await work(transaction.objectStore(name))
    } catch (failure) {
      if (timesAway !== before) return onceHere(mode, work)
      throw failure
    }
  }
}

function takeBack(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It is being completed.
  }
}
