import type { PendingOperation } from './pending-operations.ts'

/** What a page leaves that goes away: what the disk may not have yet. */
export interface UnloadJournal {
  waiting: PendingOperation[]
}

/** What a page has left, `key` names it. `forget` removes it, once the log has it. */
export interface FoundJournal {
  key: string
  journal: UnloadJournal
  remove: () => void
}

/** What the tabs of a person share of one trip: the log, and whose turn it is to send it. */
export interface LogStorage {
  /** Names this page's tab. */
  tab: string
  /**
   * Changes the log, in one transaction. `change` may be called more than once, where the first try was taken back.
   * @returns what the log is then; undefined where the disk cannot be used
   */
  update: (
    change: (log: readonly PendingOperation[]) => readonly PendingOperation[],
  ) => Promise<readonly PendingOperation[] | undefined>
  /** What the log is now; undefined where the disk cannot be used. */
  read: () => Promise<readonly PendingOperation[] | undefined>
  /** Whether other tabs are open that may show the same. */
  isShared: () => boolean
  /** Runs `send` while no other tab sends. */
  sendAlone: (send: () => Promise<void>) => Promise<void>
  /** Leaves something for whichever page comes next, or is open beside this one: at once, for a page that goes away. */
  writeJournal: (left: UnloadJournal) => void
  /** Likewise for a page that stays: whoever uses it next finds it too. */
  writeJournalForLater: (left: UnloadJournal) => void
  /** What pages that are gone have left. */
  findJournals: () => FoundJournal[]
}
