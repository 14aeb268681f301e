import type { SaveAnswer, SaveRequest } from '#domain/api/plan.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { countChanges } from '#domain/merge/count-changes.ts'
import { equal, rebased } from '#domain/merge/merge.ts'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'
import { withoutUnstorable } from '#domain/text.ts'
import { logFailure } from './log.ts'
import { newId } from './new-id.ts'

/*
 * One section of one trip, as this page holds it.
 * Job: show the person's edits at once and bring them to the server, one save at a time.
 * Invariants: what is shown is the server's latest value with the pending edit merged onto it; a pending edit moves on to
 *   a newer version when one arrives, and takes along what it started from in an entry that the newer one has not; a save
 *   that had no answer is sent again unchanged, under the same id; an edit leaves this store only when the server has
 *   answered its save. All tabs of the person have one outbox: what is pending in one is pending in all, and whichever
 *   sends it makes sure before that nobody else has.
 * Failure: a save that fails is logged and tried again with growing pauses until the server has it; one that the server
 *   refuses is made anew from what is shown by then. The person sees 'saving' meanwhile. Where the outbox cannot be used the
 *   edit lives in this page alone.
 */

export const AUTOSAVE_PAUSE_MS = 1000
export const SAVED_SHOWN_MS = 2000
/** What is saved at once, such as each key in a note, is sent at most this often. */
const AT_ONCE_EVERY_MS = 400
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
/** So many tries in a row that do not reach the server are no mishap any more. */
const OFFLINE_AFTER = 3

export type SaveState = 'idle' | 'saving' | 'saved'

interface Versioned<Name extends SectionName> {
  version: number
  value: SectionValue<Name>
}

/** What the person has made of a version. */
interface PendingEdit<Name extends SectionName> {
  /** What the edit started from; `isOwn` where the server's value of that version is another, or may be. */
  base: Versioned<Name> & { isOwn?: boolean }
  /** Names this edit as it is: the save that brings it to the server has this id, whoever sends it. */
  id: string
  mine: SectionValue<Name>
}

/** A save that went out while the one before it had no answer, and what it would be from what `pending` starts from. */
interface BesideSave<Name extends SectionName> {
  save: SaveRequest<Name>
  value: SectionValue<Name>
}

/** What one page has made of what is in the outbox: what went out when it was left, and what it shows. */
interface OwnSince<Name extends SectionName> {
  from: SectionValue<Name>
  left: BesideSave<Name>[]
  mine: SectionValue<Name>
}

/** What is kept in the outbox of an edit that the server does not have yet. */
export interface KeptEdit<Name extends SectionName> {
  pending: PendingEdit<Name> | undefined
  sent: SaveRequest<Name> | undefined
  /** What that save would be from what `pending` starts from, where that is newer. */
  sentValue: SectionValue<Name> | undefined
  /** What went beside it when a page was left, oldest first: to be sent again after it. */
  beside: readonly BesideSave<Name>[]
}

/** What stands in the outbox for a section, and the name of that state; both are undefined while nothing is pending. */
export interface OutboxRecord<Name extends SectionName> {
  revision: string | undefined
  edit: KeptEdit<Name> | undefined
}

/** What the tabs of a person share: the section's edit that the server does not have yet. */
export interface SectionOutbox<Name extends SectionName> {
  /**
   * Puts an edit, or nothing once the server has it, in the place of the state `known`. Where another tab was faster nothing
   * is put, and what that tab has put there is answered.
   * @returns undefined where the disk cannot be used
   */
  put: (
    edit: KeptEdit<Name> | undefined,
    known: string | undefined,
  ) => Promise<(OutboxRecord<Name> & { isPut: boolean }) | undefined>
  /** What stands there now; undefined where the disk cannot be used. */
  read: () => Promise<OutboxRecord<Name> | undefined>
  /** Whether other tabs are open that may show the same. */
  isShared: () => boolean
  /** Runs `send` while no other tab sends. */
  sendAlone: (send: () => Promise<void>) => Promise<void>
}

/** How a store reaches the server. */
export interface SectionTransport<Name extends SectionName> {
  /** Sends a save. @throws AppError */
  save: (save: SaveRequest<Name>, options: { keepalive: boolean }) => Promise<SaveAnswer<Name>>
  /** Merges two descendants of `base` as the server does. */
  merge: (base: SectionValue<Name>, theirs: SectionValue<Name>, mine: SectionValue<Name>) => SectionValue<Name>
  /** What is logged when a save fails: 'Failed to save notes'. */
  failure: string
  outbox?: SectionOutbox<Name> | undefined
  /** Keeps the newest version that the server is known to have on the disk. */
  keepLatest?: (current: Versioned<Name>) => Promise<void>
  /** The newest version that any tab has kept. */
  findLatest?: () => Promise<Versioned<Name> | undefined>
}

export interface SectionSnapshot<Name extends SectionName> {
  value: SectionValue<Name>
  saveState: SaveState
  /** How many changes wait for the network; 0 while the server can be reached. */
  waiting: number
}

export class SectionStore<Name extends SectionName> {
  readonly #transport: SectionTransport<Name>
  readonly #listeners = new Set<() => void>()
  /** The newest version that the server is known to have. */
  #latest: Versioned<Name>
  #pending: PendingEdit<Name> | undefined
  /** What the person sees. */
  #value: SectionValue<Name>
  #sent: SaveRequest<Name> | undefined
  /** See KeptEdit. */
  #sentValue: SectionValue<Name> | undefined
  #beside: readonly BesideSave<Name>[] = []
  /** What went out when the page was left, before the other tabs could find it in the outbox: the save, and how many beside it. */
  #left: SaveRequest<Name> | undefined
  #leftBeside = 0
  #saveState: SaveState = 'idle'
  #snapshot: SectionSnapshot<Name>
  #timer: ReturnType<typeof setTimeout> | undefined
  #savedTimer: ReturnType<typeof setTimeout> | undefined
  /** What this page knows to be in the outbox, what that is called there, and what is shown for it. */
  #outboxed: KeptEdit<Name> = { pending: undefined, sent: undefined, sentValue: undefined, beside: this.#beside }
  #revision: string | undefined
  #outboxedValue: SectionValue<Name>
  /** What is shown for what is being put into the outbox. */
  #puttingValue: SectionValue<Name> | undefined
  #isPutPlanned = false
  /** What is done with the outbox, one after the other. */
  #outboxWork: Promise<void> = Promise.resolve()
  /** The version that was last put on the disk, and until when that lasts. */
  #keptVersion = -1
  #keepingLatest: Promise<void> | undefined
  /** The last save that was answered. */
  #answered: string | undefined
  #isUrgent = false
  #lastSent = 0
  #failures = 0
  /** How many tries in a row did not reach the server. */
  #unreached = 0
  #closed = false
  /** Until what is to be sent has been sent, and until the server has answered. */
  #requesting: Promise<void> | undefined
  #exchanging: Promise<void> | undefined

  constructor(current: Versioned<Name>, transport: SectionTransport<Name>) {
    this.#latest = current
    this.#outboxedValue = current.value
    this.#value = current.value
    this.#transport = transport
    this.#snapshot = { value: current.value, saveState: 'idle', waiting: 0 }
  }

  getSnapshot = (): SectionSnapshot<Name> => this.#snapshot

  /** The newest version that the server is known to have. */
  get version(): number {
    return this.#latest.version
  }

  /** The state of the outbox that this page knows. */
  get revision(): string | undefined {
    return this.#revision
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when no request is under way. */
  async whenAnswered(): Promise<void> {
    await this.#requesting
  }

  /** Whether there are edits that the server has not confirmed. */
  hasPendingEdit(): boolean {
    return this.#sent !== undefined || this.#pending !== undefined
  }

  /**
   * Changes the section: on the screen at once, on the server after a pause in editing or right away.
   * @param change makes the new value from the one shown
   * @param when 'after-pause' for typing, 'at-once' for a deed such as adding or removing
   */
  edit = (change: (value: SectionValue<Name>) => SectionValue<Name>, when: 'after-pause' | 'at-once' = 'after-pause'): void => {
    const mine = storable(change(this.#value), this.#value)
    this.#change({ base: this.#pending?.base ?? this.#latest, id: newId(), mine }, when)
  }

  /** Takes over what was made of a copy that was taken `from` an earlier value: one edit, on its way to the server at once. */
  editCopy = (from: SectionValue<Name>, copy: SectionValue<Name>): void => {
    const edit = this.#withCopy(from, copy)
    this.#change({ ...edit, mine: storable(edit.mine, this.#value) }, 'at-once')
  }

  /** What is pending with what was made `from` an earlier value merged onto it. */
  #withCopy(from: SectionValue<Name>, copy: SectionValue<Name>): PendingEdit<Name> {
    const base = this.#pending?.base ?? this.#latest
    // What is shown may have an entry that the base has not: one that was added here, and may be under way.
    const isMissed = rebased(from, this.#value, copy) !== this.#value
    const mine = this.#transport.merge(from, this.#value, copy)
    return { base: isMissed ? movedBase(base, from, copy) : base, id: newId(), mine }
  }

  #change(pending: PendingEdit<Name>, when: 'after-pause' | 'at-once'): void {
    this.#pending = pending
    // What is to be saved is not what has been saved.
    if (this.#saveState === 'saved') this.#setSaveState('idle')
    this.#show()
    if (when === 'at-once') this.#isUrgent = true
    if (!this.#sent) this.#scheduleNext()
  }

  /** Takes over what waits in the outbox, and brings it to the server. Only for a store without an edit of its own. */
  resume({ revision, edit }: OutboxRecord<Name>): void {
    if (!edit) return
    const base = edit.pending?.base
    this.#adopt({ revision, edit: asSent(edit) }, base?.isOwn ? undefined : base)
    this.#outboxed = edit
    this.#keep()
    this.#schedule(0)
  }

  /** Another tab has put something into the outbox. */
  hear(): void {
    void this.#inTurn(() => this.#check())
  }

  /** Takes over a version that the server told of. One that is not newer changes nothing. */
  receive(current: Versioned<Name>): void {
    // While a save is on its way its own answer is at least as new, and says whether the save is part of it.
    if (current.version <= this.#latest.version || this.#sent) return
    this.#moveTo(current, this.#pending?.base.value ?? this.#latest.value)
  }

  /** Sends all that is pending now, without waiting for the pause or for the next try. Resolves when the server answered. */
  async flush(options: { keepalive: boolean } = { keepalive: false }): Promise<void> {
    if (options.keepalive) await this.#sendAtLeaving()
    else await this.#send()
    while (this.hasPendingEdit() && this.#failures === 0 && !this.#closed) await this.#send()
  }

  /**
   * A page that goes away can wait for nothing: neither for its turn, nor for the save that is under way. A save that had no
   * answer goes first, as it was; what was typed since goes beside it in a save that follows it: a server that has not stored
   * the first refuses the second, which is then sent again with the outbox. If the page stays after all, that is its next save.
   */
  async #sendAtLeaving(): Promise<void> {
    if (this.#closed || !this.hasPendingEdit()) return
    // Who takes no turn may send what another tab has sent before, over what others have written since. That tab sends this too.
    if (this.#transport.outbox?.isShared()) return this.#send()
    const answered = this.#exchanging ?? this.#exchange({ keepalive: true })
    if (this.#sent !== this.#outboxed.sent) this.#left = this.#sent
    const last = this.#listSaves().at(-1)
    if (this.#pending && last && !equal(last.value, this.#pending.mine)) {
      const beside = besideOf(this.#pending, last)
      this.#beside = [...this.#beside, beside]
      this.#leftBeside += 1
      this.#keep()
      this.#transport
        .save(beside.save, { keepalive: true })
        .catch((failure) => logFailure('A save at leaving did not arrive', failure))
    }
    await answered
  }

  /** What is under way or was without an answer, oldest first. */
  #listSaves(): BesideSave<Name>[] {
    return this.#sent ? [{ save: this.#sent, value: this.#sentValue ?? this.#sent.value }, ...this.#beside] : []
  }

  /** Ends all timers; nothing is sent any more. */
  close(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#savedTimer)
    this.#closed = true
  }

  /** Plans the save of what is pending: a moment after the last key, or at once where something in it asks for that. */
  #scheduleNext(): void {
    this.#schedule(this.#isUrgent ? Math.max(0, this.#lastSent + AT_ONCE_EVERY_MS - Date.now()) : AUTOSAVE_PAUSE_MS)
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    this.#timer = setTimeout(async () => {
      await this.#requesting
      await this.#send()
    }, ms)
  }

  #send(): Promise<void> {
    this.#requesting ??= this.#request().finally(() => {
      this.#requesting = undefined
    })
    return this.#requesting
  }

  async #request(): Promise<void> {
    const { outbox } = this.#transport
    if (this.#isNothingToSend()) return
    if (!outbox) return this.#exchange({ keepalive: false })
    await outbox.sendAlone(async () => {
      // What another tab has put into the outbox, or has sent, meanwhile counts.
      do {
        await this.#exchanging
        if (this.#isNothingToSend()) return
        this.#sent ??= this.#nextSave()
        await this.#inTurn(() => (this.#isOutboxed() ? this.#check() : this.#put()))
      } while (!this.#sent || this.#exchanging)
      await this.#exchange({ keepalive: false })
      // The next tab finds what became of it.
      await this.#inTurn(async () => {})
    })
  }

  #isNothingToSend(): boolean {
    if (this.#closed) return true
    if (this.hasPendingEdit()) return false
    // What was still to be saved has been taken back.
    if (this.#saveState === 'saving') this.#setSaveState('idle')
    return true
  }

  /** Sends a save and takes over its answer. */
  #exchange(options: { keepalive: boolean }): Promise<void> {
    const sent = this.#sent ?? this.#nextSave()
    this.#sent = sent
    this.#setSaveState('saving')
    this.#exchanging = this.#transport
      .save(sent, options)
      .then(
        (answer) => this.#confirm(sent, answer),
        (failure) => this.#recover(sent, failure),
      )
      .finally(() => {
        this.#exchanging = undefined
      })
    return this.#exchanging
  }

  #nextSave(): SaveRequest<Name> {
    this.#isUrgent = false
    this.#lastSent = Date.now()
    return saveOf(this.#pending ?? { base: this.#latest, id: newId(), mine: this.#value })
  }

  /** The server has the save: what was typed since is merged onto its answer, and becomes the next save. */
  #confirm(sent: SaveRequest<Name>, answer: SaveAnswer<Name>): void {
    this.#failures = 0
    this.#unreached = 0
    this.#answered = sent.id
    if (this.#sent?.id === sent.id) {
      const from = this.#sentValue ?? sent.value
      // What the server has the other tabs have too.
      if (this.#left === sent) this.#outboxedValue = from
      this.#forgetSent()
      // Another tab may have heard of a newer version, which has the save too. A server that was set back counts anew.
      const isOutdated = answer.version < this.#latest.version && sent.from === undefined
      this.#moveTo(isOutdated ? this.#latest : answer, from)
      if (this.#takeBeside()) this.#schedule(0)
      else if (this.hasPendingEdit()) this.#scheduleNext()
      else this.#showSaved()
    } else {
      // Another tab has sent the same, and had its answer before.
      this.receive(answer)
      if (!this.hasPendingEdit() && this.#saveState === 'saving') this.#showSaved()
    }
  }

  /** Has what went beside a save that is over take its place. Answers whether there was something. */
  #takeBeside(): boolean {
    const [next, ...rest] = this.#beside
    if (!next) return false
    this.#sent = next.save
    this.#sentValue = next.value
    this.#beside = rest
    this.#keep()
    return true
  }

  #forgetSent(): void {
    this.#sent = undefined
    this.#sentValue = undefined
  }

  #showSaved(): void {
    this.#setSaveState('saved')
    this.#savedTimer = setTimeout(() => this.#setSaveState('idle'), SAVED_SHOWN_MS)
  }

  #recover(sent: SaveRequest<Name>, failure: unknown): void {
    logFailure(`${this.#transport.failure}. A save did not reach the server and will be sent again`, failure)
    this.#failures += 1
    this.#unreached = failure instanceof AppError && failure.code === 'unreachable' ? this.#unreached + 1 : 0
    if (this.#unreached === OFFLINE_AFTER) this.#publish()
    if (isRefusal(failure) && this.#sent?.id === sent.id) {
      // Nothing was stored, so the next try may hold what was typed since, under an id of its own.
      this.#forgetSent()
      // What was to follow it is refused too.
      if (this.#beside.length > 0) this.#beside = []
      // A version that the server does not know goes with the next try, unless that makes it too large.
      if (this.#pending)
        this.#pending = {
          ...this.#pending,
          base: { ...this.#pending.base, isOwn: failure.code === 'base_unknown' },
          id: newId(),
        }
      this.#keep()
    }
    this.#schedule(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1)))
  }

  /**
   * Lets what is pending start from `current`, which has everything that `from` has. Of what is under way, or went beside it,
   * nobody knows whether `current` has it too: each step moves on from the one before it.
   */
  #moveTo(current: Versioned<Name>, from: SectionValue<Name>): void {
    const { merge, outbox } = this.#transport
    const isNew = current !== this.#latest
    this.#latest = current
    if (isNew) this.#keepLatest()
    // What was typed here since is told from what is in the outbox by what is shown for either.
    if (outbox) {
      this.#outboxedValue = merge(from, current.value, this.#outboxedValue)
      if (this.#puttingValue !== undefined) this.#puttingValue = merge(from, current.value, this.#puttingValue)
    }
    let was = from
    let now = current.value
    const move = (value: SectionValue<Name>): SectionValue<Name> => {
      const moved = merge(was, now, value)
      was = value
      now = moved
      return moved
    }
    if (this.#sent) this.#sentValue = move(this.#sentValue ?? this.#sent.value)
    if (this.#beside.length > 0) this.#beside = this.#beside.map(({ save, value }) => ({ save, value: move(value) }))
    if (this.#pending) {
      const { mine } = this.#pending
      this.#pending = { base: movedBase(current, from, mine), id: newId(), mine: move(mine) }
    }
    this.#show()
  }

  #keepLatest(): void {
    this.#keptVersion = this.#latest.version
    this.#keepingLatest = this.#transport.keepLatest?.(this.#latest)
  }

  /** Shows the person's edit, or the server's value where there is none: an edit that leaves everything as its base has it is none. */
  #show(): void {
    if (!this.#sent && this.#pending) {
      const { base, mine } = this.#pending
      if (this.#beside.length === 0 && equal(mine, base.value)) this.#pending = undefined
    }
    if (!this.hasPendingEdit()) {
      // What was still to be saved has been taken back.
      if (this.#saveState === 'saving' && !this.#exchanging) this.#setSaveState('idle')
    }
    this.#value = this.#pending?.mine ?? this.#latest.value
    this.#publish()
  }

  #countWaiting(): number {
    if (this.#unreached < OFFLINE_AFTER || !this.#pending) return 0
    return countChanges(this.#pending.base.value, this.#pending.mine)
  }

  #isOutboxed(): boolean {
    const { pending, sent, beside } = this.#outboxed
    return pending === this.#pending && sent === this.#sent && beside === this.#beside
  }

  /** Has the outbox follow when what is pending or under way has changed. */
  #keep(): void {
    if (!this.#transport.outbox || this.#isPutPlanned || this.#isOutboxed()) return
    this.#isPutPlanned = true
    void this.#inTurn(async () => {
      this.#isPutPlanned = false
      if (!this.#isOutboxed()) await this.#put()
    })
  }

  /** Does something with the outbox after all that was begun before. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#outboxWork = this.#outboxWork.then(work)
    return this.#outboxWork
  }

  async #put(): Promise<void> {
    const edit = { pending: this.#pending, sent: this.#sent, sentValue: this.#sentValue, beside: this.#beside }
    this.#puttingValue = this.#value
    // Whoever finds that an edit has left the outbox finds the version that has it.
    if (!this.hasPendingEdit() && this.#latest.version > this.#keptVersion) this.#keepLatest()
    await this.#keepingLatest
    const answer = await this.#transport.outbox?.put(this.hasPendingEdit() ? edit : undefined, this.#revision)
    const value = this.#puttingValue
    this.#puttingValue = undefined
    if (answer && !answer.isPut) return this.#takeOver(answer)
    this.#revision = answer?.revision
    this.#outboxed = edit
    this.#outboxedValue = value
    if (this.#left === edit.sent) this.#left = undefined
    if (this.#beside === edit.beside) this.#leftBeside = 0
    this.#keep()
  }

  /** Looks whether another tab has put something into the outbox. */
  async #check(): Promise<void> {
    const record = await this.#transport.outbox?.read()
    if (record && record.revision !== this.#revision) await this.#takeOver(record)
  }

  /** Takes over what another tab has put into the outbox; what was typed here since goes on top of it. */
  async #takeOver(record: OutboxRecord<Name>): Promise<void> {
    const base = record.edit?.pending?.base
    const latest = base && !base.isOwn ? base : await this.#transport.findLatest?.()
    this.#adopt(record, latest)
  }

  #adopt({ revision, edit }: OutboxRecord<Name>, latest: Versioned<Name> | undefined): void {
    const own = this.#isOutboxed() ? undefined : this.#listOwn()
    const wasSaving = this.#saveState === 'saving'
    const base = edit?.pending?.base
    if (latest && latest.version > this.#latest.version) this.#latest = latest
    this.#revision = revision
    this.#pending = edit?.pending
    this.#sent = edit?.sent
    this.#sentValue = edit?.sentValue
    this.#beside = edit?.beside ?? []
    this.#left = undefined
    this.#leftBeside = 0
    this.#outboxed = { pending: this.#pending, sent: this.#sent, sentValue: this.#sentValue, beside: this.#beside }
    if (base && base.version < this.#latest.version) this.#moveTo(this.#latest, base.value)
    if (this.#sent && this.#sent.id === this.#answered) {
      const from = this.#sentValue ?? this.#sent.value
      this.#forgetSent()
      this.#moveTo(this.#latest, from)
    }
    this.#value = this.#pending?.mine ?? this.#latest.value
    this.#outboxedValue = this.#value
    if (own) this.#putOnTop(own)
    this.#show()
    this.#followTakeOver(wasSaving)
  }

  #listOwn(): OwnSince<Name> {
    const count = this.#leftBeside + (this.#sent && this.#left === this.#sent ? 1 : 0)
    return { from: this.#outboxedValue, left: count > 0 ? this.#listSaves().slice(-count) : [], mine: this.#value }
  }

  /** Puts it on top of what is shown. */
  #putOnTop({ from, left, mine }: OwnSince<Name>): void {
    let before = from
    const put = (value: SectionValue<Name>) => {
      if (!equal(before, value)) {
        this.#pending = this.#withCopy(before, value)
        this.#value = this.#pending.mine
      }
      before = value
    }
    for (const { save, value } of left) {
      put(value)
      this.#beside = [...this.#beside, { save, value: this.#value }]
      this.#leftBeside += 1
    }
    put(mine)
    if (!this.#sent) this.#takeBeside()
  }

  /** Has what is shown of saving, and the next try, follow what another tab has done. */
  #followTakeOver(wasSaving: boolean): void {
    if (this.#closed) return
    if (!this.hasPendingEdit()) {
      clearTimeout(this.#timer)
      this.#failures = 0
      this.#unreached = 0
      if (wasSaving) this.#showSaved()
      return
    }
    if (this.#sent && this.#saveState !== 'saving') this.#setSaveState('saving')
    if (this.#sent) this.#schedule(FIRST_RETRY_MS)
    else this.#scheduleNext()
  }

  #setSaveState(state: SaveState): void {
    clearTimeout(this.#savedTimer)
    this.#saveState = state
    this.#publish()
  }

  #publish(): void {
    this.#keep()
    this.#snapshot = { value: this.#value, saveState: this.#saveState, waiting: this.#countWaiting() }
    for (const listener of this.#listeners) listener()
  }
}

/** `to`, as what an edit `mine` starts from that started `from` another value. */
function movedBase<Name extends SectionName>(
  to: PendingEdit<Name>['base'],
  from: SectionValue<Name>,
  mine: SectionValue<Name>,
): PendingEdit<Name>['base'] {
  const value = rebased(from, to.value, mine)
  return value === to.value ? to : { version: to.version, value, isOwn: true }
}

/** The save of an edit that follows one without an answer. */
function besideOf<Name extends SectionName>({ base, id, mine }: PendingEdit<Name>, last: BesideSave<Name>): BesideSave<Name> {
  return { save: { id, base: base.version, from: last.value, after: last.save.id, value: mine }, value: mine }
}

/**
 * What a page that is gone has left in the outbox. It may have sent all of it when it was left, and had no time to note that:
 * so each save is repeated as it would have been sent, under its own id, and what the server has it does not take twice.
 */
function asSent<Name extends SectionName>(edit: KeptEdit<Name>): KeptEdit<Name> {
  const { pending, sent, sentValue, beside } = edit
  if (!pending) return edit
  if (!sent) return { ...edit, sent: saveOf(pending) }
  const last = beside.at(-1) ?? { save: sent, value: sentValue ?? sent.value }
  if (equal(last.value, pending.mine)) return edit
  return { ...edit, beside: [...beside, besideOf(pending, last)] }
}

function saveOf<Name extends SectionName>({ base, id, mine }: PendingEdit<Name>): SaveRequest<Name> {
  return { id, base: base.version, ...(base.isOwn ? { from: base.value } : {}), value: mine }
}

const refusals: readonly ErrorCode[] = ['invalid_json', 'invalid_request', 'body_too_large', 'base_unknown']

/** Whether the server has decided against this very save. Every other failure leaves open whether an earlier try was stored. */
function isRefusal(failure: unknown): failure is AppError {
  return failure instanceof AppError && refusals.includes(failure.code)
}

/**
 * The value without the characters that no engine stores, such as a NUL in pasted text. What it shares with the one `before`,
 * which has none, is not looked at; what holds none stays the same object.
 */
function storable<Value>(value: Value, before: unknown): Value {
  if (value === before) return value
  if (typeof value === 'string') return withoutUnstorable(value) as Value
  if (typeof value !== 'object' || value === null) return value
  const known = typeof before === 'object' && before !== null ? (before as Record<string, unknown>) : {}
  const entries = Object.entries(value)
  const cleaned = entries.map(([key, entry]) => [key, storable(entry, known[key])] as const)
  if (cleaned.every(([, entry], i) => entry === entries[i]?.[1])) return value
  return (Array.isArray(value) ? cleaned.map(([, entry]) => entry) : Object.fromEntries(cleaned)) as Value
}
