import type { PendingOperation } from './pending-operations.ts'

/** What a closing page adds to the unload journal: the operations that the log on disk may not have yet. */
export interface JournalEntry {
  /** Entries of the log, oldest first. Stored under this name. */
  waiting: PendingOperation[]
}

/** A journal entry to adopt, and its key. `remove` deletes it, once the log has its operations. */
export interface FoundJournalEntry {
  key: string
  entry: JournalEntry
  remove: () => void
}

/** What all tabs of a user share of one trip: the log on disk, the unload journal, and the lock for sending. */
export interface LogStorage {
  /** The id of this page: a browser tab has a new one after each load. */
  pageId: string
  /**
   * Updates the log in one transaction. `change` may run again if the first transaction was aborted.
   * @returns the updated log; undefined if the disk cannot be used
   */
  update: (
    change: (log: readonly PendingOperation[]) => readonly PendingOperation[],
  ) => Promise<readonly PendingOperation[] | undefined>
  /** @returns the log; undefined if the disk cannot be used */
  read: () => Promise<readonly PendingOperation[] | undefined>
  /** Whether other tabs of this browser have the app open. They may show the same trip or another one. */
  hasOtherTabs: () => boolean
  /** Runs `send` while no other tab sends. After a few seconds, or without Web Locks, it runs `send` all the same. */
  sendAlone: (send: () => Promise<void>) => Promise<void>
  /**
   * Adds to the unload journal, synchronously. A page open beside this one adopts the entry at once, else the next
   * page.
   */
  addJournalEntry: (entry: JournalEntry) => void
  /** The same for a page that stays open: whichever page uses the log next adopts it, this one included. */
  addJournalEntryForLater: (entry: JournalEntry) => void
  /** The journal entries that this page can adopt. */
  listJournalEntries: () => FoundJournalEntry[]
}
