import type { UseStore } from 'idb-keyval'
import { withTabLock } from '#web/browser/tab-locks.ts'
import { logFailure } from '../log.ts'
import { newId } from '../new-id.ts'
import type { PageEvents } from '../page-events.ts'
import { diskStore, onDisk, withTimeout } from '../storage/on-disk.ts'
import { openTabChannel } from '../storage/tab-channel.ts'
import type { LogStorage } from './log-storage.ts'
import type { PendingOperation } from './pending-operations.ts'
import { isUnderstood, listUnderstood } from './understood.ts'
import {
  addJournalEntry,
  hasJournalEntries,
  listJournalEntries,
  listJournaledLogKeys,
  logKeyOfEvent,
  removeJournalEntries,
} from './unload-journal.ts'

/*
 * The logs on this device's disk: one IndexedDB record per user and trip, shared by all tabs. trip-log.ts has the log
 *   of one trip in a page.
 * Job: edits survive a reload, a crash of the tab, a failed save and a sign-out by inactivity, and wait for the same
 *   user. Whichever tab opens the trip shows and sends them. unload-journal.ts has what a closing page cannot write
 *   here.
 * Invariants: a log is read and written in one transaction, so tabs that edit at once don't overwrite each other. One
 *   tab sends at a time, as long as the lock works. A tab that changes the log notifies the others.
 * Failure: if the disk cannot be used (some private windows), that is reported to the console, and edits live in the
 *   page alone. Entries of an unknown form are quarantined: moved to a record of their own, neither sent nor deleted.
 *   Plain-http addresses have no Web Locks: two tabs there may send the same operations, which is harmless because they
 *   are idempotent.
 */

/** Identifies a log. `person` is the id of a user: tabs send each other this form, so the name stays. */
interface LogId {
  person: string
  tripId: string
}

/** What pages send each other: which log has changed, or that a page (`tab` is its id) is new, here or gone. */
type TabMessage = { place: LogId } | { tab: string; is: 'new' | 'here' | 'gone' }

const NAME = 'wayfare-log'
/** A tab that sleeps or waits for an answer may hold the lock for long. Sending twice is harmless (decision 19). */
const LOCK_TIMEOUT_MS = 5000

export class DeviceLogs {
  readonly #store: UseStore
  readonly #channel = openTabChannel(NAME)
  readonly #pageId = newId()
  /**
   * The other pages of the app in this browser. A killed one stays in the set, which only makes this page more careful.
   */
  readonly #otherPages = new Set<string>()
  #isHidden = false
  /** The keys of the logs for which this page has added journal entries. */
  readonly #journaledKeys = new Set<string>()
  #onLogChange: (log: LogId) => void = () => {}
  #onJournalAdopted: (log: LogId) => void = () => {}

  constructor(page: PageEvents) {
    this.#store = diskStore(page, NAME, 'logs')
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#onMessage(data)
    this.#post({ tab: this.#pageId, is: 'new' })
    page.on('pagehide', () => this.#onPageHide())
    // The page is back from the back/forward cache.
    page.on('pageshow', ({ persisted }) => persisted && this.#onPageShow())
    page.on('storage', (event) => {
      const logKey = logKeyOfEvent(event)
      if (logKey) this.#onLogChange(logIdOf(logKey))
    })
  }

  /** Calls `listener` when another tab has changed a log or written to the unload journal. */
  onLogChange(listener: (log: LogId) => void): void {
    this.#onLogChange = listener
  }

  /** Calls `listener` when this page is back from the back/forward cache and another one has adopted its entries. */
  onJournalAdopted(listener: (log: LogId) => void): void {
    this.#onJournalAdopted = listener
  }

  /** The trips for which this device has a log or journal entries of a user. */
  async listTripIds(userId: string): Promise<string[]> {
    const persistedKeys = await withTimeout(
      onDisk('The stored edits', () => this.#store('readonly', (logs) => result(logs.getAllKeys()))),
    )
    const logKeys = [...(persistedKeys ?? []).map(String), ...listJournaledLogKeys()].filter((key) =>
      key.startsWith(`${userId} `),
    )
    return [...new Set(logKeys.map((key) => logIdOf(key).tripId))]
  }

  of(id: LogId): LogStorage {
    const key = logKeyOf(id)
    return {
      pageId: this.#pageId,
      update: (change) => this.#update(id, change),
      read: () => this.#read(key),
      sendAlone: (send) => withTabLock(`${NAME} ${key}`, send, { timeoutMs: LOCK_TIMEOUT_MS }),
      hasOtherTabs: () => this.#otherPages.size > 0,
      addJournalEntry: (entry) => {
        addJournalEntry(key, this.#pageId, entry)
        if (hasJournalEntries(key, this.#pageId)) this.#journaledKeys.add(key)
      },
      addJournalEntryForLater: (entry) => addJournalEntry(key, newId(), entry),
      listJournalEntries: () => listJournalEntries(key, this.#pageId),
    }
  }

  #onPageHide(): void {
    this.#isHidden = true
    this.#post({ tab: this.#pageId, is: 'gone' })
  }

  #onPageShow(): void {
    this.#isHidden = false
    const adopted = [...this.#journaledKeys].filter((logKey) => !hasJournalEntries(logKey, this.#pageId))
    this.#journaledKeys.clear()
    removeJournalEntries(this.#pageId)
    for (const logKey of adopted) this.#onJournalAdopted(logIdOf(logKey))
    this.#post({ tab: this.#pageId, is: 'new' })
  }

  #post(message: TabMessage): void {
    this.#channel.postMessage(message)
  }

  #onMessage(message: TabMessage): void {
    if ('place' in message) this.#onLogChange(message.place)
    else if (message.is === 'gone') this.#otherPages.delete(message.tab)
    else {
      this.#otherPages.add(message.tab)
      // While this page unloads, the next page of the same browser tab may already announce itself.
      if (message.is === 'new' && !this.#isHidden) this.#post({ tab: this.#pageId, is: 'here' })
    }
  }

  async #update(
    id: LogId,
    change: (log: readonly PendingOperation[]) => readonly PendingOperation[],
  ): Promise<readonly PendingOperation[] | undefined> {
    try {
      const { log, isChanged } = await this.#store('readwrite', (logs) => replace(logs, logKeyOf(id), change))
      if (isChanged) this.#post({ place: id })
      return log
    } catch (failure) {
      logFailure('Edits could not be stored on this device', failure)
      return undefined
    }
  }

  async #read(key: string): Promise<readonly PendingOperation[] | undefined> {
    try {
      const stored = await this.#store('readonly', (logs) => result<unknown[] | undefined>(logs.get(key)))
      return listUnderstood(stored ?? [])
    } catch (failure) {
      logFailure('The stored edits could not be read', failure)
      return undefined
    }
  }
}

/** Updates a log in one transaction. Entries of an unknown form are quarantined first. */
function replace(
  logs: IDBObjectStore,
  key: string,
  change: (log: readonly PendingOperation[]) => readonly PendingOperation[],
): Promise<{ log: readonly PendingOperation[]; isChanged: boolean }> {
  return new Promise((resolve, reject) => {
    let updated: { log: readonly PendingOperation[]; isChanged: boolean }
    const { transaction } = logs
    transaction.oncomplete = () => resolve(updated)
    transaction.onabort = () => reject(transaction.error)
    const request = logs.get(key)
    request.onsuccess = () => {
      const stored: unknown[] = request.result ?? []
      const before = listUnderstood(stored)
      if (before.length < stored.length) {
        logFailure('A stored edit of another app version is quarantined', key)
        logs.put(
          stored.filter((entry) => !isUnderstood(entry)),
          `aside ${newId()} ${key}`,
        )
      }
      const log = change(before)
      const isChanged = log.length !== stored.length || log.some((entry, at) => entry !== before[at])
      updated = { log, isChanged }
      if (!isChanged) return
      if (log.length > 0) logs.put(log, key)
      else logs.delete(key)
    }
  })
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const logKeyOf = ({ person, tripId }: LogId) => `${person} ${tripId}`
const logIdOf = (key: string) => {
  const [person = '', tripId = ''] = key.split(' ')
  return { person, tripId }
}
