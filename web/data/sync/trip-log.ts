import type { PlanOperation } from '#domain/api/operations.ts'
import { SerialQueue } from '../device/serial-queue.ts'
import type { FoundJournal, LogStorage } from './log-storage.ts'
import {
  nextRequest,
  type PendingOperation,
  type Refusal,
  type RefusedOperation,
  withAppended,
} from './pending-operations.ts'

/*
 * What a person has done in one trip and the server has not confirmed, as this page knows it: one log for all tabs.
 * Job: what was done is here at once, on the disk as soon as that can be, and leaves when the server has answered.
 * Invariants: the order is that of the disk, then what was made here since; an operation is never changed once it may have been
 *   sent; whoever finds that one has left the disk finds the value that has it; a refused one stays, set aside, until the person
 *   dismisses it. Whatever arrives twice is known by its id.
 * Failure: where the disk cannot be used the log lives in this page alone; where it lets one wait, what was done goes out without
 *   it, and it follows when it can.
 */

export interface TripLogParts {
  /** Without it the log lives in the page alone. */
  storage: LogStorage | undefined
  /** Something that waited no longer does, or something else waits: not what was added here. */
  onChange: () => void
  /** Resolves when the newest values that this page knows are on the disk. */
  persistValues: () => Promise<void>
  /** Takes over the newest values that any tab has kept of the sections of these operations. */
  findValues: (gone: readonly PlanOperation[]) => Promise<void>
}

const NOBODY = 'this page'
/** What could not be written to the disk is tried again after this long, or with the next edit. */
const WRITE_AGAIN_MS = 30_000

export class TripLog {
  readonly #parts: TripLogParts
  /** What is on the disk, what is on its way there, and what was made since. */
  #kept: readonly PendingOperation[] = []
  #writing: readonly PendingOperation[] = []
  #own: readonly PendingOperation[] = []
  /** What this page has sent; how it ended, undefined being well; what the person needs to see no longer: each until the disk knows. */
  readonly #sent = new Set<string>()
  readonly #settled = new Map<string, Refusal | undefined>()
  readonly #dismissed = new Set<string>()
  /** What of that which other pages have left is here, and is to be forgotten once the disk has it. */
  readonly #taken = new Map<string, FoundJournal>()
  /** Of the write that is under way: what of `#taken` is in it, and what it made part of something newer. */
  #written: readonly FoundJournal[] = []
  #folded: readonly string[] = []
  #isWritePlanned = false
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  /** Whether what was done could not be put on the disk. */
  #isDiskBroken = false
  readonly #turns = new SerialQueue()
  /** Whether the next write begins a request, and of what that is to be. */
  #isSending = false
  #request: PlanOperation[] | undefined

  constructor(parts: TripLogParts) {
    this.#parts = parts
  }

  /** What waits, in order. */
  list(): PlanOperation[] {
    return this.#all().flatMap(({ operation, refused }) =>
      refused || this.#settled.has(operation.id) ? [] : [operation],
    )
  }

  /** What was refused and is not dismissed yet. */
  listRefused(): RefusedOperation[] {
    return this.#all().flatMap(({ operation, refused = this.#settled.get(operation.id) }) =>
      refused && !this.#dismissed.has(operation.id) ? [{ operation, refused }] : [],
    )
  }

  /** Whether something that waits has been sent, by whichever tab. */
  get isUnderWay(): boolean {
    return this.#all().some(({ operation: { id }, isSent, refused }) => isSent && !refused && !this.#settled.has(id))
  }

  /** Whether nothing that was done here is lost with this page. */
  get isSafe(): boolean {
    return this.list().length === 0 || (this.#parts.storage !== undefined && !this.#isDiskBroken)
  }

  get isShared(): boolean {
    return this.#parts.storage?.isShared() ?? false
  }

  add(operations: readonly PlanOperation[]): void {
    const tab = this.#parts.storage?.tab ?? NOBODY
    this.#own = withAppended(
      this.#own,
      operations.map((operation) => ({ operation, tab })),
      this.#sent,
    )
    this.#keep()
  }

  /** What is to be sent now. It is on the disk then, and known there to be sent, unless the disk lets one wait. */
  async beginRequest(most: number): Promise<PlanOperation[]> {
    this.#isSending = true
    this.#request = undefined
    await this.#turns.runSoon(() => this.#write(most))
    this.#isSending = false
    const request = this.#request ?? nextRequest(this.#unmarked(), most)
    this.#request = undefined
    this.noteSent(request)
    return request
  }

  noteSent(operations: readonly PlanOperation[]): void {
    for (const { id } of operations) this.#sent.add(id)
  }

  /** The server has answered: these wait no longer. Those that it refused are set aside. */
  acknowledge(ids: readonly string[], refused: ReadonlyMap<string, Refusal> = new Map()): void {
    const known = idsOf(this.#all())
    const settled = ids.filter((id) => known.has(id) && !this.#settled.has(id))
    for (const id of settled) this.#settled.set(id, refused.get(id))
    if (settled.length === 0) return
    this.#keep()
  }

  /** The person has seen what was refused. */
  dismiss(ids: readonly string[]): void {
    for (const id of ids) this.#dismissed.add(id)
    this.#parts.onChange()
    this.#keep()
  }

  /** Begins with what the disk has, and with what pages that are gone have left. */
  resume(log: readonly PendingOperation[]): void {
    this.#kept = log
    this.#adoptJournals()
    this.#parts.onChange()
  }

  /** Looks at what other tabs have put on the disk, or left. */
  async reload(): Promise<void> {
    this.#adoptJournals()
    await this.#turns.take(async () => {
      const log = await this.#parts.storage?.read()
      if (log) await this.#adopt(log)
      this.#parts.onChange()
    })
  }

  /** What this page had left is another page's by now: what of it is not on the disk any more is in the values there. */
  async restart(): Promise<void> {
    this.#kept = this.#all()
    this.#own = []
    this.#writing = []
    await this.reload()
  }

  /** Leaves what the disk does not have yet. For a page that goes away, which waits for no disk. */
  leave(): void {
    const unkept = this.#changed([...this.#writing, ...this.#own])
    // Whoever takes it over may send it, so that it is changed no more, should this page come back.
    this.noteSent(unkept.map(({ operation }) => operation))
    if (unkept.length > 0) this.#parts.storage?.writeJournal({ waiting: unkept.map((entry) => this.#noted(entry)) })
  }

  /** The person is no longer the one signed in: what the disk does not have yet is left for when they are again. */
  close(): void {
    clearTimeout(this.#retryTimer)
    const unkept = this.#changed([...this.#writing, ...this.#own])
    if (unkept.length > 0)
      this.#parts.storage?.writeJournalForLater({ waiting: unkept.map((entry) => ({ ...entry, isSent: true })) })
  }

  /** Resolves when the disk has what was done until now, or lets one wait. */
  whenKept(): Promise<void> {
    return this.#turns.runSoon(async () => {})
  }

  #all(): PendingOperation[] {
    const kept = idsOf(this.#kept)
    return [...this.#kept, ...[...this.#writing, ...this.#own].filter(({ operation }) => !kept.has(operation.id))]
  }

  #waiting(): PendingOperation[] {
    return this.#all().filter(({ operation: { id }, refused }) => !refused && !this.#settled.has(id))
  }

  /**
   * What may be sent though the disk does not know of it: another tab may just be making one operation of two of its own, so of
   * those only what has been sent before; and nothing that was done after one of them.
   */
  #unmarked(): PendingOperation[] {
    const { storage } = this.#parts
    const waiting = this.#waiting()
    if (!storage?.isShared()) return waiting
    const end = waiting.findIndex(({ tab, isSent }) => tab !== storage.tab && !isSent)
    return end < 0 ? waiting : waiting.slice(0, end)
  }

  #noted(entry: PendingOperation): PendingOperation {
    return this.#sent.has(entry.operation.id) ? { ...entry, isSent: true } : entry
  }

  /** Has the disk follow. */
  #keep(): void {
    if (this.#isWritePlanned) return
    this.#isWritePlanned = true
    void this.#turns.take(async () => {
      this.#isWritePlanned = false
      await this.#write()
    })
  }

  async #write(most?: number): Promise<void> {
    const { storage, persistValues } = this.#parts
    // Whoever finds that an operation has left the log finds the value that has it.
    if (this.#settled.size > 0) await persistValues()
    const log = storage && (await storage.update((before) => this.#change(before, most)))
    this.#isDiskBroken = storage !== undefined && log === undefined
    if (log) {
      clearTimeout(this.#retryTimer)
      this.#writing = []
      await this.#adopt(log, this.#folded)
      for (const { key, remove } of this.#written) {
        remove()
        this.#taken.delete(key)
      }
    } else if (storage) {
      // What was to be written stays as it is: part of it may be there all the same. No other tab knows what was to be sent.
      this.#request = undefined
      clearTimeout(this.#retryTimer)
      this.#retryTimer = setTimeout(() => this.#keep(), WRITE_AGAIN_MS)
    } else {
      this.#own = this.#changed(this.#own)
      this.#forgetEnded()
    }
    this.#parts.onChange()
  }

  /** What becomes of the log on the disk. From then on nothing of that is typed on here. */
  #change(log: readonly PendingOperation[], most: number | undefined): PendingOperation[] {
    // As they were made: what of them is on the disk already, after a write that seemed to fail, is told by their ids.
    this.#writing = [...this.#writing, ...this.#own]
    this.#own = []
    this.#written = [...this.#taken.values()]
    const longer = withAppended(log, this.#writing, this.#sent)
    const still = idsOf(longer)
    this.#folded = [...idsOf(log)].filter((id) => !still.has(id))
    const changed = this.#changed(longer)
    if (most === undefined || !this.#isSending) return changed
    this.#request = nextRequest(changed, most)
    this.noteSent(this.#request)
    return changed.map((entry) => this.#noted(entry))
  }

  /** The log with what is known of each. */
  #changed(log: readonly PendingOperation[]): PendingOperation[] {
    return log.flatMap((entry) => {
      const { id } = entry.operation
      if (this.#dismissed.has(id)) return []
      if (!this.#settled.has(id)) return [this.#noted(entry)]
      const refused = this.#settled.get(id)
      return refused ? [{ ...entry, refused }] : []
    })
  }

  /** Takes over what is on the disk; where another tab has taken something out, with the values that have it. */
  async #adopt(log: readonly PendingOperation[], folded: readonly string[] = []): Promise<void> {
    const still = idsOf(log)
    const isGone = (id: string) => !still.has(id) && !this.#settled.has(id) && !folded.includes(id)
    const gone = this.#kept.filter(({ operation: { id }, refused }) => !refused && isGone(id))
    if (gone.length > 0) await this.#parts.findValues(gone.map(({ operation }) => operation))
    this.#kept = log
    this.#forgetEnded()
  }

  /** What is known of those that are in no log any more. */
  #forgetEnded(): void {
    const known = new Map(this.#all().map((entry) => [entry.operation.id, entry]))
    for (const id of this.#sent) if (!known.has(id)) this.#sent.delete(id)
    for (const id of this.#settled.keys()) if (!known.has(id) || known.get(id)?.refused) this.#settled.delete(id)
    for (const id of this.#dismissed) if (!known.has(id)) this.#dismissed.delete(id)
  }

  #adoptJournals(): void {
    const found = this.#parts.storage?.findJournals().filter(({ key }) => !this.#taken.has(key)) ?? []
    if (found.length === 0) return
    const known = idsOf(this.#all())
    const taken: PendingOperation[] = []
    for (const { key, journal, remove } of found) {
      this.#taken.set(key, { key, journal, remove })
      for (const entry of journal.waiting) {
        if (!known.has(entry.operation.id)) taken.push(entry)
        known.add(entry.operation.id)
      }
    }
    // It was typed before what is typed here now.
    this.#own = [...taken, ...this.#own]
    this.#keep()
  }
}

const idsOf = (log: readonly PendingOperation[]) => new Set(log.map(({ operation }) => operation.id))
