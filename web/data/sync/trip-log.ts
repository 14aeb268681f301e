import type { PlanOperation } from '#domain/api/operations.ts'
import { SerialExecutor } from '../storage/serial-executor.ts'
import type { FoundJournalEntry, LogStorage } from './log-storage.ts'
import type { OpenSections } from './open-sections.ts'
import {
  asInTrip,
  NOT_IN_TRIP,
  nextRequest,
  type PendingOperation,
  type Refusal,
  type RefusedOperation,
  withAppended,
} from './pending-operations.ts'

/*
 * The log of one trip, as this page knows it: the pending and refused operations of one user, shared by all tabs.
 *   device-logs.ts has the log on disk.
 * Job: an operation is in the log at once, on disk as soon as possible, and leaves when the server has answered it.
 * Invariants: disk order first, then this page's unwritten additions. An operation is not changed once it may have been
 *   sent (decision 21 has the exceptions). The section value that includes an operation is persisted before the
 *   operation leaves the disk, so an edit never disappears from a screen; only if that write is slow or fails, or the
 *   section has to be fetched, may another tab lack it for a while. A refused operation stays, set aside, until the
 *   user dismisses it. Ids make duplicates harmless.
 * Failure: if the disk cannot be used, the log lives in this page alone. If it is slow, operations are sent without it,
 *   and the disk catches up later.
 */

const SOLE_PAGE = 'this page'
/** A failed write is retried after this long, or with the next edit. */
const WRITE_RETRY_MS = 30_000

export class TripLog {
  readonly #storage: LogStorage | undefined
  readonly #sections: Pick<OpenSections, 'persist' | 'load'>
  readonly #listeners = new Set<() => void>()
  /** The log as this page last read it from disk. */
  #persisted: readonly PendingOperation[] = []
  /** What the current or failed write adds to it. */
  #writing: readonly PendingOperation[] = []
  /** What was added since. */
  #unwritten: readonly PendingOperation[] = []
  /** What this page knows before the disk does: what was sent, answered (perhaps with a refusal) and dismissed. */
  readonly #sent = new Set<string>()
  readonly #answered = new Map<string, Refusal | undefined>()
  readonly #dismissed = new Set<string>()
  /** The user is in the trip again, but operations may still be set aside on disk. */
  #isBack = false
  /** Journal entries whose operations are in this log. Each is removed once the disk has them. */
  readonly #adoptedEntries = new Map<string, FoundJournalEntry>()
  /** Of the current write: the adopted journal entries in it, and the ids that it folded into newer ones. */
  #entriesInWrite: readonly FoundJournalEntry[] = []
  #foldedIds: readonly string[] = []
  #isWriteScheduled = false
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #isDiskBroken = false
  readonly #executor = new SerialExecutor()
  /**
   * False once `beginRequest` has stopped waiting: a write that runs late must not mark operations that this request no
   * longer chooses.
   */
  #isBeginningRequest = false
  /** The operations that the write of `beginRequest` has chosen and marked. */
  #request: PlanOperation[] | undefined

  /** @param storage without it the log lives in this page alone */
  constructor(storage: LogStorage | undefined, sections: Pick<OpenSections, 'persist' | 'load'>) {
    this.#storage = storage
    this.#sections = sections
  }

  /** Calls `listener` when the pending or refused operations have changed, other than by `add` or an answer. */
  subscribe(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** The pending operations, oldest first. */
  list(): PlanOperation[] {
    return this.#all().flatMap(({ operation, refused }) =>
      refused || this.#answered.has(operation.id) ? [] : [operation],
    )
  }

  listRefused(): RefusedOperation[] {
    return this.#all().flatMap(({ operation, refused = this.#answered.get(operation.id) }) =>
      refused && !this.#dismissed.has(operation.id) ? [{ operation, refused }] : [],
    )
  }

  /** Whether a pending operation has been sent, by any tab. */
  get hasSentOperations(): boolean {
    return this.#all().some(({ operation: { id }, isSent, refused }) => isSent && !refused && !this.#answered.has(id))
  }

  /** Whether this page can be closed without losing an edit. */
  get isSafe(): boolean {
    return this.list().length === 0 || (this.#storage !== undefined && !this.#isDiskBroken)
  }

  get hasOtherTabs(): boolean {
    return this.#storage?.hasOtherTabs() ?? false
  }

  /** Runs `send` while no other tab sends. */
  sendAlone(send: () => Promise<void>): Promise<void> {
    return this.#storage ? this.#storage.sendAlone(send) : send()
  }

  add(operations: readonly PlanOperation[]): void {
    const tab = this.#storage?.pageId ?? SOLE_PAGE
    this.#unwritten = withAppended(
      this.#unwritten,
      operations.map((operation) => ({ operation, tab })),
      this.#sent,
    )
    this.#scheduleWrite()
  }

  /**
   * Chooses the operations to send, and marks them as sent on disk in the same transaction. If the disk is slow,
   * returns what may be sent without it.
   */
  async beginRequest(maxCount: number): Promise<PlanOperation[]> {
    this.#isBeginningRequest = true
    this.#request = undefined
    await this.#executor.runWithTimeout(() => this.#write(maxCount))
    this.#isBeginningRequest = false
    const request = this.#request ?? nextRequest(this.#sendableWithoutDisk(), maxCount)
    this.#request = undefined
    this.markSent(request)
    return request
  }

  markSent(operations: readonly PlanOperation[]): void {
    for (const { id } of operations) this.#sent.add(id)
  }

  /**
   * The server has answered these operations: they leave the log, or are set aside if it refused them. On disk this
   * happens once the section values that include them are persisted.
   */
  recordOutcomes(ids: readonly string[], refused: ReadonlyMap<string, Refusal> = new Map()): void {
    // A merged operation may be set aside already when its live event arrives.
    const known = idsOf(this.#all().filter((entry) => !entry.refused))
    const answered = ids.filter((id) => known.has(id) && !this.#answered.has(id))
    for (const id of answered) this.#answered.set(id, refused.get(id))
    if (answered.length === 0) return
    this.#scheduleWrite()
  }

  dismiss(ids: readonly string[]): void {
    for (const id of ids) this.#dismissed.add(id)
    this.#notify()
    this.#scheduleWrite()
  }

  /** The server has the trip for this user: what was set aside because it had not is pending again. */
  takeUp(): void {
    // Waits for a reload that is under way.
    void this.#executor.run(async () => {
      if (this.#all().every((entry) => asInTrip(entry) === entry)) return
      this.#isBack = true
      this.#unwritten = this.#unwritten.map(asInTrip)
      await this.#write()
    })
  }

  /** For a new page: starts with the log as just read from disk, and adopts the journal entries of other pages. */
  resume(log: readonly PendingOperation[]): void {
    this.#persisted = log
    this.#adoptJournal()
    this.#notify()
  }

  /** For a page that has the log already: reads what other tabs have written to the disk and the journal since. */
  async reload(): Promise<void> {
    this.#adoptJournal()
    await this.#executor.run(async () => {
      const log = await this.#storage?.read()
      if (log) await this.#adoptLog(log)
      this.#notify()
    })
  }

  /**
   * For a page that is back from the back/forward cache while another page has adopted its journal entries. Counts
   * everything as persisted. So what another page has sent since counts as removed, and the reload loads the value that
   * includes it.
   */
  async onJournalAdopted(): Promise<void> {
    this.#persisted = this.#all()
    this.#unwritten = []
    this.#writing = []
    await this.reload()
  }

  /**
   * For a closing page, which cannot wait for the disk: writes to the unload journal what the disk does not have yet.
   */
  writeJournal(): void {
    const unwritten = this.#withKnownState([...this.#writing, ...this.#unwritten])
    // The page that adopts them may send them, so this one must not fold them should it come back.
    this.markSent(unwritten.map(({ operation }) => operation))
    if (unwritten.length > 0)
      this.#storage?.addJournalEntry({ waiting: unwritten.map((entry) => this.#withSentMark(entry)) })
  }

  /**
   * After a sign-out, or when the user has left the trip: the page stays, so what the disk does not have yet goes to
   * the journal for whichever page uses this log next.
   */
  close(): void {
    clearTimeout(this.#retryTimer)
    const unwritten = this.#withKnownState([...this.#writing, ...this.#unwritten])
    if (unwritten.length > 0)
      this.#storage?.addJournalEntryForLater({ waiting: unwritten.map((entry) => ({ ...entry, isSent: true })) })
  }

  /** Resolves when the disk has everything done so far, or is slow. */
  whenPersistedOrSlow(): Promise<void> {
    return this.#executor.runWithTimeout(async () => {})
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #all(): PendingOperation[] {
    const persistedIds = idsOf(this.#persisted)
    return [
      ...this.#persisted,
      ...[...this.#writing, ...this.#unwritten].filter(({ operation }) => !persistedIds.has(operation.id)),
    ]
  }

  #listPending(): PendingOperation[] {
    return this.#all().filter(({ operation: { id }, refused }) => !refused && !this.#answered.has(id))
  }

  /**
   * What may be sent while the disk does not answer. Another open tab may be folding its own unsent operations: this
   * stops before the first of them, to keep the order.
   */
  #sendableWithoutDisk(): PendingOperation[] {
    const storage = this.#storage
    const pending = this.#listPending()
    if (!storage?.hasOtherTabs()) return pending
    const end = pending.findIndex(({ tab, isSent }) => tab !== storage.pageId && !isSent)
    return end < 0 ? pending : pending.slice(0, end)
  }

  #withSentMark(entry: PendingOperation): PendingOperation {
    return this.#sent.has(entry.operation.id) ? { ...entry, isSent: true } : entry
  }

  #scheduleWrite(): void {
    if (this.#isWriteScheduled) return
    this.#isWriteScheduled = true
    void this.#executor.run(async () => {
      this.#isWriteScheduled = false
      await this.#write()
    })
  }

  async #write(maxCount?: number): Promise<void> {
    const storage = this.#storage
    // The values that include the answered operations must be on disk before the operations leave it. Nothing of a
    // trip that its user has left is written again.
    if ([...this.#answered.values()].some((refusal) => refusal?.code !== NOT_IN_TRIP.code))
      await this.#sections.persist()
    const log = storage && (await storage.update((before) => this.#updateLog(before, maxCount)))
    this.#isDiskBroken = storage !== undefined && log === undefined
    if (log) {
      clearTimeout(this.#retryTimer)
      this.#isBack = false
      this.#writing = []
      await this.#adoptLog(log, this.#foldedIds)
      for (const { key, remove } of this.#entriesInWrite) {
        remove()
        this.#adoptedEntries.delete(key)
      }
    } else if (storage) {
      // Part of the write may be on disk all the same, so `#writing` stays. No other tab knows of the request: drop it.
      this.#request = undefined
      clearTimeout(this.#retryTimer)
      this.#retryTimer = setTimeout(() => this.#scheduleWrite(), WRITE_RETRY_MS)
    } else {
      this.#unwritten = this.#withKnownState(this.#unwritten)
      this.#forgetRemoved()
    }
    this.#notify()
  }

  /** The body of the write transaction. What is moved to `#writing` here is no longer folded into by `add`. */
  #updateLog(log: readonly PendingOperation[], maxCount: number | undefined): PendingOperation[] {
    // A write that seemed to fail may be on disk in part: `withAppended` skips that by its ids.
    this.#writing = [...this.#writing, ...this.#unwritten]
    this.#unwritten = []
    this.#entriesInWrite = [...this.#adoptedEntries.values()]
    const appended = withAppended(this.#isBack ? log.map(asInTrip) : log, this.#writing, this.#sent)
    const remaining = idsOf(appended)
    this.#foldedIds = [...idsOf(log)].filter((id) => !remaining.has(id))
    const next = this.#withKnownState(appended)
    if (maxCount === undefined || !this.#isBeginningRequest) return next
    this.#request = nextRequest(next, maxCount)
    this.markSent(this.#request)
    return next.map((entry) => this.#withSentMark(entry))
  }

  /** The log with what this page knows of each operation. */
  #withKnownState(log: readonly PendingOperation[]): PendingOperation[] {
    return log.flatMap((entry) => {
      const { id } = entry.operation
      if (this.#dismissed.has(id)) return []
      if (!this.#answered.has(id)) return [this.#withSentMark(entry)]
      const refused = this.#answered.get(id)
      return refused ? [{ ...entry, refused }] : []
    })
  }

  /** Takes over the log from disk, with the values that include what another tab has removed from it. */
  async #adoptLog(log: readonly PendingOperation[], folded: readonly string[] = []): Promise<void> {
    const remaining = idsOf(log)
    const isGone = (id: string) => !remaining.has(id) && !this.#answered.has(id) && !folded.includes(id)
    const removed = this.#persisted.filter(({ operation: { id }, refused }) => !refused && isGone(id))
    if (removed.length > 0) await this.#sections.load(removed.map(({ operation }) => operation))
    this.#persisted = log
    this.#forgetRemoved()
  }

  #forgetRemoved(): void {
    const known = new Map(this.#all().map((entry) => [entry.operation.id, entry]))
    for (const id of this.#sent) if (!known.has(id)) this.#sent.delete(id)
    for (const id of this.#answered.keys()) if (!known.has(id) || known.get(id)?.refused) this.#answered.delete(id)
    for (const id of this.#dismissed) if (!known.has(id)) this.#dismissed.delete(id)
  }

  #adoptJournal(): void {
    const found = this.#storage?.listJournalEntries().filter(({ key }) => !this.#adoptedEntries.has(key)) ?? []
    if (found.length === 0) return
    const known = idsOf(this.#all())
    const adopted: PendingOperation[] = []
    for (const { key, entry, remove } of found) {
      this.#adoptedEntries.set(key, { key, entry, remove })
      for (const pending of entry.waiting) {
        if (!known.has(pending.operation.id)) adopted.push(pending)
        known.add(pending.operation.id)
      }
    }
    // They were made before what was added here since.
    this.#unwritten = [...adopted, ...this.#unwritten]
    this.#scheduleWrite()
  }
}

const idsOf = (log: readonly PendingOperation[]) => new Set(log.map(({ operation }) => operation.id))
