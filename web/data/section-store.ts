import { MOST_SAVES_BEFORE, type Save, type SaveAnswer, type SaveRequest } from '#domain/api/plan.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { countChanges } from '#domain/merge/count-changes.ts'
import { rebased, startAfter } from '#domain/merge/merge.ts'
import { equal } from '#domain/operations/json.ts'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'
import { withoutUnstorable } from '#domain/text.ts'
import { logFailure } from './log.ts'
import { newId } from './new-id.ts'
import { onceLate } from './on-disk.ts'
import {
  asSent,
  type BesideSave,
  type FoundEdit,
  inOneRequest,
  type KeptEdit,
  type LeftEdit,
  movedBase,
  type OutboxRecord,
  type OwnSince,
  type PendingEdit,
  type SectionOutbox,
  saveOf,
  savesOf,
  startOf,
  type Versioned,
} from './pending-edit.ts'

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
 *   edit lives in this page alone; where it lets one wait, saves go out without it, and it follows when it can.
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
  /** Called when the server has answered after it could not be reached, or did not do what it was asked for. */
  onReached?: () => void
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
  /** Of what was shown, and may have been copied, since something has been pending: what of it was not typed since (`startOf`). */
  #origins = new WeakMap<SectionValue<Name>, () => SectionValue<Name>>()
  #sent: Save<Name> | undefined
  /** See KeptEdit. */
  #sentValue: SectionValue<Name> | undefined
  #beside: readonly BesideSave<Name>[] = []
  /** What went out before the other tabs could find it in the outbox, as when the page was left: the save, and how many beside it. */
  #left: Save<Name> | undefined
  #leftBeside = 0
  #saveState: SaveState = 'idle'
  #snapshot: SectionSnapshot<Name>
  #timer: ReturnType<typeof setTimeout> | undefined
  #savedTimer: ReturnType<typeof setTimeout> | undefined
  /** What this page knows to be in the outbox, what that is called there, and what is shown for it. */
  #outboxed: KeptEdit<Name> = { pending: undefined, sent: undefined, sentValue: undefined, beside: this.#beside }
  #revision: string | undefined
  #outboxedValue: SectionValue<Name>
  #putting: Putting<Name> | undefined
  #isPutPlanned = false
  /** Whether the last edit could not be put into the outbox. */
  #isDiskBroken = false
  /** What of that which other pages have left is here. */
  readonly #taken = new Set<string>()
  /** What is done with the outbox, one after the other; and whether somebody has waited for that too long. */
  #outboxWork: Promise<void> = Promise.resolve()
  #isDiskLate = false
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

  /** Resolves when no request is under way, and what was received has been taken over. */
  async whenAnswered(): Promise<void> {
    await this.#requesting
    await this.#soonInTurn(async () => {})
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
    const edit = this.#withCopy(from, copy, this.#origins.get(from)?.())
    this.#change({ ...edit, mine: storable(edit.mine, this.#value) }, 'at-once')
  }

  /**
   * What is pending with what was made `from` an earlier value merged onto it. An entry that it edits and that has been removed
   * here meanwhile comes back as others have made it since; where what goes out before has it no more, the edit takes along what
   * it was.
   * @param was what the server had when `from` was shown, where what was typed by then is in `from` alone
   */
  #withCopy(from: SectionValue<Name>, copy: SectionValue<Name>, was: SectionValue<Name> = from): PendingEdit<Name> {
    const { merge } = this.#transport
    const base = this.#pending?.base ?? this.#latest
    const mine = merge(from, this.#value, copy)
    /** What is shown, and what comes back as another value has it. */
    const broughtBackAs = (known: SectionValue<Name>) => rebased(from, this.#value, copy, { was: known })
    const before = broughtBackAs(was)
    if (before === this.#value) return { base, id: newId(), mine }
    const followed = savesOf(this.#toKeep()).at(-1)?.value ?? base.value
    const start = movedBase(base, before, broughtBackAs(copy), followed)
    // What the copy was taken from, as it is by now; onto that goes what the copy changed.
    const byNow = merge(before, broughtBackAs(followed), broughtBackAs(from))
    return { base: start, id: newId(), mine: merge(broughtBackAs(from), byNow, mine) }
  }

  #change(pending: PendingEdit<Name>, when: 'after-pause' | 'at-once'): void {
    this.#pending = pending
    // What is to be saved is not what has been saved.
    if (this.#saveState === 'saved') this.#setSaveState('idle')
    this.#show()
    if (when === 'at-once') this.#isUrgent = true
    if (!this.#sent) this.#scheduleNext()
  }

  /** Takes over what waits in the outbox, or was left, and brings it to the server. Only for a store without an edit of its own. */
  resume({ revision, edit }: OutboxRecord<Name>): void {
    const found = this.#findLeft()
    const next = found.find(({ left }) => knownAt(left, revision))
    const outboxed = edit ?? this.#outboxed
    if (next) this.#replace({ revision, outboxed }, next.left)
    else if (edit) {
      const base = edit.pending?.base
      this.#adopt({ revision, edit: asSent(edit) }, base?.isOwn ? undefined : base)
      this.#outboxed = outboxed
    }
    this.#takeLeft(found.filter((other) => other !== next))
    if (next) this.#forgetLeft([next])
    if (this.hasPendingEdit()) this.#schedule(0)
  }

  /** Likewise where the disk has not answered yet: when it does, under what has been typed here by then. */
  resumeLater(): void {
    void this.#inTurn(async () => {
      const record = await this.#transport.outbox?.read()
      const own = this.#isOutboxed() ? undefined : this.#listOwn()
      const wasSaving = this.#saveState === 'saving'
      if (own) this.#letGo()
      this.resume(record ?? { revision: undefined, edit: undefined })
      if (!own) return
      this.#putOnTop(own)
      this.#show()
      this.#followTakeOver(wasSaving)
    })
  }

  /** What was pending here when the page was left is another page's by now: it would be said once more. */
  startAnew(): void {
    this.#letGo()
    this.#show()
    this.resumeLater()
  }

  /** Another tab has put something into the outbox, or left something. */
  hear(): void {
    void this.#inTurn(async () => {
      await this.#check()
      this.#takeLeft(this.#findLeft())
    })
  }

  /** Leaves what the outbox does not have yet for whichever page comes next. For a page that goes away, which waits for no disk. */
  leave(): void {
    // What is on its way to the disk is not what is there, even where it has been taken back.
    if (this.#closed || (this.#isOutboxed() && !this.#putting)) return
    const known = [{ revision: this.#revision, value: this.#outboxedValue }]
    const putting = this.#putting
    if (putting && !putting.isMade && this.#isDiskLate) this.#makeState(putting)
    // That it is empty may have another reason than that it has been emptied from here.
    if (putting?.revision) known.push({ revision: putting.revision, value: putting.value })
    this.#transport.outbox?.leave({ known, edit: this.#toKeep(), unkept: this.#countOwnSaves(), mine: this.#value })
  }

  /** Takes over a version that the server told of, once it is known what of it is here already. One that is not newer changes nothing. */
  receive(current: Versioned<Name>): void {
    // While a save is on its way its own answer is at least as new, and says whether the save is part of it.
    if (current.version <= this.#latest.version || this.#sent || this.#closed) return
    // What was changed here may be under way from another tab: until the outbox has told, nobody knows whether this has it.
    if (this.#transport.outbox && !this.#isOutboxed() && !this.#isDiskLate) {
      this.#keep()
      void this.#soonInTurn(async () => this.receive(current)).then(() => this.#isDiskLate && this.receive(current))
    } else this.#moveTo(current, this.#pending?.base.value ?? this.#latest.value)
  }

  /** Sends all that is pending now, without waiting for the pause or for the next try. Resolves when the server answered. */
  async flush(options: { keepalive: boolean } = { keepalive: false }): Promise<void> {
    if (options.keepalive) await this.#sendAtLeaving()
    else await this.#send()
    while (this.hasPendingEdit() && this.#failures === 0 && !this.#closed) await this.#send()
  }

  /** Tries at once what waits for its next try: the server can be reached again. */
  retry(): void {
    if (this.#failures === 0 || this.#requesting) return
    this.#failures = 0
    this.#schedule(0)
  }

  /**
   * A page that goes away can wait for nothing: neither for its turn, nor for the save that is under way, which may go with it.
   * What was typed since goes beside that in a save that follows it, and all that had no answer goes along in the same request.
   * If the page stays after all, that is its next save.
   */
  async #sendAtLeaving(): Promise<void> {
    if (this.#closed || !this.hasPendingEdit()) return
    // Who takes no turn may send what another tab has sent before, over what others have written since. That tab sends this too.
    if (this.#transport.outbox?.isShared()) return this.#send()
    if (!this.#sent) {
      const answered = this.#exchange({ keepalive: true })
      this.#left = this.#sent
      return answered
    }
    if (this.#beside.length >= MOST_SAVES_BEFORE) return
    this.#makeSaves()
    this.#keep()
    const all = inOneRequest(savesOf(this.#toKeep()))
    if (!all) return
    await this.#transport.save(all, { keepalive: true }).catch((failure) => logFailure('A save at leaving did not arrive', failure))
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
    // The wait for the turn and for the disk is part of it.
    this.#setSaveState('saving')
    await outbox.sendAlone(async () => {
      // What another tab has put into the outbox, or has sent, meanwhile counts.
      do {
        await this.#exchanging
        if (this.#isNothingToSend()) return
        this.#sent ??= this.#nextSave()
        await this.#soonInTurn(() => (this.#isOutboxed() ? this.#check() : this.#put()))
      } while (!this.#sent || this.#exchanging)
      if (this.#closed) return
      const isUnkept = this.#sent !== this.#outboxed.sent && this.#countOwnSaves() <= this.#beside.length
      if (isUnkept) this.#left = this.#sent
      await this.#exchange({ keepalive: false })
      // The next tab finds what became of it.
      await this.#soonInTurn(async () => {})
    })
  }

  #isNothingToSend(): boolean {
    return this.#closed || !this.hasPendingEdit()
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

  #nextSave(): Save<Name> {
    this.#isUrgent = false
    this.#lastSent = Date.now()
    return saveOf(this.#pending ?? { base: this.#latest, id: newId(), mine: this.#value })
  }

  /** The server has the save: what was typed since is merged onto its answer, and becomes the next save. */
  #confirm(sent: Save<Name>, answer: SaveAnswer<Name>): void {
    if (this.#failures > 0) this.#transport.onReached?.()
    this.#failures = 0
    this.#unreached = 0
    this.#answered = sent.id
    if (this.#sent?.id === sent.id) {
      const from = this.#sentValue ?? sent.value
      // What the server has the other tabs have too.
      if (this.#left === sent) this.#outboxedValue = from
      this.#forgetSent()
      // Another tab may have heard of a newer version, which has the save too. A server that was set back counts anew.
      const isOutdated = answer.version < this.#latest.version && answer.version > sent.base
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

  #recover(sent: Save<Name>, failure: unknown): void {
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
   * nobody knows whether `current` has it too: each step moves on from the one before it. What that has removed and the step
   * brings back starts as the edit before both had it.
   */
  #moveTo(current: Versioned<Name>, from: SectionValue<Name>): void {
    const { merge, outbox } = this.#transport
    const start = this.#pending?.base.value ?? from
    const isNew = current !== this.#latest
    this.#latest = current
    if (isNew) this.#keepLatest()
    // What was typed here since is told from what is in the outbox by what is shown for either.
    const onto = (now: SectionValue<Name>, was: SectionValue<Name>, value: SectionValue<Name>) =>
      merge(startAfter(start, was, value, now), now, value)
    if (outbox) {
      this.#outboxedValue = onto(current.value, from, this.#outboxedValue)
      if (this.#putting) this.#putting.value = onto(current.value, from, this.#putting.value)
    }
    let was = from
    let now = current.value
    const move = (value: SectionValue<Name>): SectionValue<Name> => {
      const moved = onto(now, was, value)
      was = value
      now = moved
      return moved
    }
    if (this.#sent) this.#sentValue = move(this.#sentValue ?? this.#sent.value)
    if (this.#beside.length > 0) this.#beside = this.#beside.map(({ save, value }) => ({ save, value: move(value) }))
    if (this.#pending) {
      const { id, mine } = this.#pending
      this.#pending = { base: movedBase(current, startAfter(start, from, mine, current.value), mine), id, mine: move(mine) }
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

  #toKeep(): KeptEdit<Name> {
    return { pending: this.#pending, sent: this.#sent, sentValue: this.#sentValue, beside: this.#beside }
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
    const done = this.#outboxWork.then(work)
    const goOn = () => {
      this.#isDiskLate = false
    }
    // Whoever waits hears of a failure; what comes after it goes on.
    this.#outboxWork = done.then(goOn, goOn)
    return done
  }

  /** Likewise, for who cannot wait for long: where the disk is late it resolves before that, and the work is done when it can be. */
  #soonInTurn(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#isDiskLate = true
        resolve()
      }
      const end = onceLate(giveUp, this.#isDiskLate ? 0 : undefined)
      // Who waits goes on before the next in turn does.
      void this.#inTurn(() => work().then(resolve, reject).finally(end))
    })
  }

  async #put(): Promise<void> {
    const putting: Putting<Name> = { id: newId(), revision: undefined, edit: this.#toKeep(), value: this.#value, isMade: false }
    this.#makeState(putting)
    this.#putting = putting
    // Whoever finds that an edit has left the outbox finds the version that has it.
    if (!this.hasPendingEdit() && this.#latest.version > this.#keptVersion) this.#keepLatest()
    await this.#keepingLatest
    const make = () => {
      // A disk that has let one wait would else tell the other tabs what is so no more.
      if (this.#isDiskLate) this.#makeState(putting)
      putting.isMade = true
      return { revision: putting.revision, edit: putting.revision === undefined ? undefined : putting.edit }
    }
    const answer = await this.#transport.outbox?.put(make, this.#revision)
    const { edit, value } = putting
    this.#putting = undefined
    if (answer && !answer.isPut) return this.#takeOver(answer)
    this.#isDiskBroken = !answer
    this.#revision = answer?.revision
    this.#outboxed = edit
    this.#outboxedValue = value
    if (this.#left === edit.sent) this.#left = undefined
    if (this.#beside === edit.beside) this.#leftBeside = 0
    this.#keep()
  }

  #makeState(putting: Putting<Name>): void {
    putting.revision = this.hasPendingEdit() ? putting.id : undefined
    putting.edit = this.#toKeep()
    putting.value = this.#value
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
    this.#takeLeft(this.#findLeft())
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
    this.#outboxed = this.#toKeep()
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

  /** Has nothing pending here; what was typed is put on top of something else. */
  #letGo(): void {
    this.#pending = undefined
    this.#forgetSent()
    this.#beside = []
    this.#left = undefined
    this.#leftBeside = 0
    this.#value = this.#latest.value
    this.#outboxed = this.#toKeep()
    this.#outboxedValue = this.#value
  }

  #listOwn(): OwnSince<Name> {
    const count = this.#countOwnSaves()
    const start = startOf(this.#toKeep(), this.#latest.value)
    return { start, from: this.#outboxedValue, left: lastOf(savesOf(this.#toKeep()), count), mine: this.#value }
  }

  /** How many saves went out that are not in the outbox: the last ones. */
  #countOwnSaves(): number {
    return this.#leftBeside + (this.#sent && this.#left === this.#sent ? 1 : 0)
  }

  /** Takes over what pages that are gone have left: in the place of what they knew, else on top of what is here. */
  #takeLeft(found: FoundEdit<Name>[]): void {
    if (found.length === 0 || this.#closed) return
    const wasSaving = this.#saveState === 'saving'
    for (const { left } of found) {
      const { edit, unkept, mine } = left
      const known = knownAt(left, this.#revision) ?? left.known[0]
      if (known?.revision === this.#revision && this.#isOutboxed())
        this.#replace({ revision: this.#revision, outboxed: this.#outboxed }, left)
      else if (known) {
        const start = startOf(edit, known.value)
        this.#putOnTop({ start, from: known.value, left: lastOf(savesOf(edit), unkept), mine })
      }
    }
    this.#show()
    this.#followTakeOver(wasSaving)
    this.#forgetLeft(found)
  }

  /** What pages that are gone have left and is not here yet. */
  #findLeft(): FoundEdit<Name>[] {
    const found = this.#transport.outbox?.findLeft().filter(({ key }) => !this.#taken.has(key)) ?? []
    for (const { key } of found) this.#taken.add(key)
    return found
  }

  /** Has what a page left be what is pending here, while the outbox has what that page knew. */
  #replace({ revision, outboxed }: { revision: string | undefined; outboxed: KeptEdit<Name> }, left: LeftEdit<Name>): void {
    const { edit, unkept } = left
    const base = edit.pending?.base
    this.#adopt({ revision, edit }, base?.isOwn ? undefined : base)
    this.#outboxed = outboxed
    const from = knownAt(left, revision)?.value ?? this.#value
    const isMoved = base !== undefined && base.version < this.#latest.version
    this.#outboxedValue = isMoved ? this.#transport.merge(base.value, this.#latest.value, from) : from
    this.#leftBeside = Math.min(unkept, this.#beside.length)
    this.#left = unkept > this.#beside.length ? this.#sent : undefined
    this.#keep()
  }

  /** What was left is forgotten once the outbox has it. */
  #forgetLeft(found: FoundEdit<Name>[]): void {
    this.#keep()
    void this.#inTurn(async () => {
      if (!this.#isOutboxed()) this.#forgetLeft(found)
      else if (!this.#isDiskBroken) for (const { forget } of found) forget()
    })
  }

  /** Puts it on top of what is shown, but for the saves that are in that. */
  #putOnTop({ start, from, left, mine }: OwnSince<Name>): void {
    let before = from
    const put = (value: SectionValue<Name>) => {
      if (!equal(before, value)) {
        this.#pending = this.#withCopy(startAfter(start, before, value, this.#value), value, start)
        this.#value = this.#pending.mine
      }
      before = value
    }
    if (left.length > 0) this.#makeSaves()
    const known = savesOf(this.#toKeep()).map(({ save }) => save.id)
    for (const { save, value } of left) {
      if (known.includes(save.id)) {
        before = value
        continue
      }
      put(value)
      this.#beside = [...this.#beside, { save, value: this.#value }]
      this.#leftBeside += 1
    }
    put(mine)
    if (!this.#sent) this.#takeBeside()
  }

  /** Makes a save of what is pending, so that others can follow it. */
  #makeSaves(): void {
    const { sent, beside } = asSent(this.#toKeep())
    this.#sent = sent
    if (sent !== this.#outboxed.sent) this.#left = sent
    this.#leftBeside += beside.length - this.#beside.length
    this.#beside = beside
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

  /** Once nothing is pending, the server has all that was typed. */
  #noteOrigin(): void {
    const edit = this.#toKeep()
    const latest = this.#latest.value
    if (this.hasPendingEdit()) this.#origins.set(this.#value, () => startOf(edit, latest))
    else this.#origins = new WeakMap()
  }

  #publish(): void {
    this.#keep()
    this.#noteOrigin()
    this.#snapshot = { value: this.#value, saveState: this.#saveState, waiting: this.#countWaiting() }
    for (const listener of this.#listeners) listener()
  }
}

/** The state of the outbox that is being made: what it will be called if it has something, and what is shown for it. */
interface Putting<Name extends SectionName> {
  id: string
  revision: string | undefined
  edit: KeptEdit<Name>
  value: SectionValue<Name>
  /** Whether it is being written down, and changes no more. */
  isMade: boolean
}

/** What a page knew of a state of the outbox, or was about to make of it. */
function knownAt<Name extends SectionName>(left: LeftEdit<Name>, revision: string | undefined) {
  return left.known.find((known) => known.revision === revision)
}

const lastOf = <Entry>(list: Entry[], count: number): Entry[] => list.slice(list.length - count)

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
