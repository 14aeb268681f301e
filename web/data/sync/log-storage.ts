import type { PendingOperation } from './pending-operations.ts'

/** What a closing page writes to the unload journal: the operations that the log on disk may not have yet. */
export interface JournalEntry {
  waiting: PendingOperation[]
}

/** A journal entry to adopt. `remove` deletes it, once the log has its operations. */
export interface FoundJournalEntry {
  key: string
  entry: JournalEntry
  remove: () => void
}

/** What all tabs of a person share of one trip: the log on disk, and the lock for sending it. */
export interface LogStorage {
  /** The id of this page's tab. */
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
  /** Whether other tabs of this browser are open: they may show the same trip. */
  hasOtherTabs: () => boolean
  /** Runs `send` while no other tab sends. After a few seconds it waits no longer. */
  sendAlone: (send: () => Promise<void>) => Promise<void>
  /** Writes to the unload journal, synchronously. The next page, or one open beside this one, adopts it. */
  addJournalEntry: (left: JournalEntry) => void
  /** The same for a page that stays open: whichever page uses the log next adopts it, this one included. */
  addJournalEntryForLater: (left: JournalEntry) => void
  /** The journal entries that this page can adopt. */
  listJournalEntries: () => FoundJournalEntry[]
}
