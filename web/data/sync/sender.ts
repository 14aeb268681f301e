import { MAX_OPERATIONS, type PlanOperation } from '#domain/api/operations.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'
import { plan } from '#domain/plan/index.ts'
import { MAX_KEEPALIVE } from '../http/http.ts'
import { logFailure } from '../log.ts'
import { NOT_IN_TRIP } from './pending-operations.ts'
import type { When } from './section-store.ts'
import type { TripLog } from './trip-log.ts'

/*
 * Brings the log of one trip to the server.
 * Job: send what waits, oldest first, a moment after it was typed or at once, and say how far that is.
 * Invariants: one request of this page at a time, and one of all tabs, but for what a page sends that is left; the next one after
 *   the answer; what had no answer is sent again unchanged, under the same ids.
 * Failure: a request that fails is logged and tried again with growing pauses, while the person sees 'saving'. One that the server
 *   does not take as a whole is sent in halves, until the operation is alone that it does not take: that is set aside. So is
 *   everything where the person is not in the trip any more.
 */

export const AUTOSAVE_PAUSE_MS = 1000
export const SAVED_SHOWN_MS = 2000
/** What is saved at once, such as each key in a note, is sent at most this often. */
const AT_ONCE_EVERY_MS = 400
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
/** So many tries in a row that do not reach the server are no mishap any more. */
const OFFLINE_AFTER = 3
/** What goes around the operations in a request. */
const MAX_AROUND = 500

export type SaveState = 'idle' | 'saving' | 'saved'

export interface SenderParts {
  log: TripLog
  /** Sends operations and takes over the answer. @throws AppError */
  exchange: (operations: PlanOperation[], options: { keepalive: boolean }) => Promise<void>
  /** Runs `send` while no other tab sends. */
  sendAlone: (send: () => Promise<void>) => Promise<void>
  /** The server has answered after it could not be reached, or did not do what it was asked for. */
  onReached: () => void
  /** What is said of saving has changed. */
  onState: () => void
  /** The server has no such trip for this person, and nothing is sent any more. */
  onGone: () => void
}

export class Sender {
  readonly #parts: SenderParts
  #state: SaveState = 'idle'
  #timer: ReturnType<typeof setTimeout> | undefined
  #savedTimer: ReturnType<typeof setTimeout> | undefined
  #isUrgent = false
  #lastSent = 0
  #failures = 0
  /** How many tries in a row did not reach the server. */
  #unreached = 0
  #most = MAX_OPERATIONS
  #closed = false
  /** Until what is to be sent has been sent, and how many requests have no answer yet. */
  #requesting: Promise<void> | undefined
  /** What is under way that outlives the page. */
  #leavingWith: string | undefined
  #underWay = 0

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  get state(): SaveState {
    return this.#state
  }

  /** How many changes wait for the network; 0 while the server can be reached. */
  get waiting(): number {
    return this.#unreached < OFFLINE_AFTER ? 0 : this.#parts.log.list().length
  }

  /** Something was done here. */
  note(when: When): void {
    // What is to be saved is not what has been saved.
    if (this.#state === 'saved') this.#setState('idle')
    if (when === 'at-once') this.#isUrgent = true
    if (this.#isNothingToSend()) this.#rest('idle')
    // What could not be sent is tried again in its time.
    else if (this.#underWay === 0 && (this.#failures === 0 || this.#timer === undefined)) this.#scheduleNext()
  }

  /** Something waits that was done before, or by another tab; or waits no more. */
  follow(): void {
    if (this.#closed || this.#underWay > 0) return
    if (this.#isNothingToSend()) this.#rest('saved')
    // What is about to be sent plans the next request when it has its answer.
    else if (this.#requesting) return
    else if (this.#parts.log.isUnderWay) {
      if (this.#state !== 'saving') this.#setState('saving')
      if (this.#timer === undefined) this.#schedule(FIRST_RETRY_MS)
    } else if (this.#timer === undefined) this.#scheduleNext()
  }

  /** Sends all that waits now, without the pause or for the next try. Resolves when the server answered. */
  async flush(options: { keepalive: boolean } = { keepalive: false }): Promise<void> {
    if (!options.keepalive) await this.#send()
    else if (!(await this.#sendAtLeaving())) return
    while (!this.#isNothingToSend() && this.#failures === 0) await this.#send()
  }

  /** Tries at once what waits for its next try: the server can be reached again. */
  retry(): void {
    if (this.#failures === 0 || this.#requesting) return
    this.#failures = 0
    this.#schedule(0)
  }

  /** Resolves when no request is under way, and what was received has been taken over. */
  async whenAnswered(): Promise<void> {
    await this.#requesting
    await this.#parts.log.whenKept()
  }

  /** The person is not in the trip any more: all that waits is set aside. */
  setAside(): void {
    const ids = this.#parts.log.list().map(({ id }) => id)
    this.#parts.log.acknowledge(ids, new Map(ids.map((id) => [id, NOT_IN_TRIP])))
    this.#rest('idle')
    this.#parts.onState()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#savedTimer)
  }

  /**
   * A page that goes away can wait for nothing: neither for its turn, nor for a request that is under way, which may go with it.
   * So all that waits goes out in one request, or nothing does.
   * @returns false where there is nothing to send, or it is under way in such a request
   */
  async #sendAtLeaving(): Promise<boolean> {
    const { log } = this.#parts
    if (this.#isNothingToSend()) return false
    // Another tab that is open sends all of it, and may just be making one operation of two.
    if (log.isShared) return this.#sendAsEver()
    const all = log.list()
    if (
      all.length > MAX_OPERATIONS ||
      new TextEncoder().encode(JSON.stringify(all)).length > MAX_KEEPALIVE - MAX_AROUND
    )
      return this.#sendAsEver()
    // Each time that a page is hidden it may be about to go: once is enough.
    const names = all.map(({ id }) => id).join()
    if (this.#leavingWith === names) return false
    this.#leavingWith = names
    log.noteSent(all)
    await this.#exchange(all, { keepalive: true })
    this.#leavingWith = undefined
    return true
  }

  async #sendAsEver(): Promise<true> {
    await this.#send()
    return true
  }

  #isNothingToSend(): boolean {
    return this.#closed || this.#parts.log.list().length === 0
  }

  /** Nothing is to be sent any more. */
  #rest(state: 'idle' | 'saved'): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isUrgent = false
    this.#failures = 0
    this.#unreached = 0
    if (this.#closed || this.#state !== 'saving') return
    this.#setState(state)
    if (state === 'saved') this.#savedTimer = setTimeout(() => this.#setState('idle'), SAVED_SHOWN_MS)
  }

  /** Plans the request for what waits: a moment after the last key, or at once where something in it asks for that. */
  #scheduleNext(): void {
    this.#schedule(this.#isUrgent ? Math.max(0, this.#lastSent + AT_ONCE_EVERY_MS - Date.now()) : AUTOSAVE_PAUSE_MS)
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    this.#timer = setTimeout(async () => {
      this.#timer = undefined
      await this.#requesting
      await this.#send()
    }, ms)
  }

  #send(): Promise<void> {
    this.#requesting ??= this.#request().finally(() => {
      this.#requesting = undefined
      // What another tab has put into the log meanwhile.
      this.follow()
    })
    return this.#requesting
  }

  async #request(): Promise<void> {
    if (this.#isNothingToSend()) return this.#rest('saved')
    // The wait for the turn and for the disk is part of it.
    this.#setState('saving')
    await this.#parts.sendAlone(async () => {
      if (this.#isNothingToSend()) return this.#rest('saved')
      this.#isUrgent = false
      this.#lastSent = Date.now()
      const operations = await this.#parts.log.beginRequest(this.#most)
      if (this.#closed) return
      // Another tab may have been faster.
      if (operations.length === 0) return this.#isNothingToSend() ? this.#rest('saved') : this.#tryLater()
      await this.#exchange(operations, { keepalive: false })
      // The next tab finds what became of it.
      await this.#parts.log.whenKept()
    })
  }

  async #exchange(operations: PlanOperation[], options: { keepalive: boolean }): Promise<void> {
    this.#underWay += 1
    this.#setState('saving')
    const last = this.#parts.log.list().at(-1)?.id
    try {
      await this.#parts.exchange(operations, options)
      this.#underWay -= 1
      this.#confirm(operations, last)
    } catch (failure) {
      this.#underWay -= 1
      if (isGone(failure)) {
        this.setAside()
        this.#parts.onGone()
      } else this.#recover(operations, failure)
    }
  }

  /** @param last the newest operation when the request began: those up to it wait for no pause */
  #confirm(operations: readonly PlanOperation[], last: string | undefined): void {
    if (this.#failures > 0) this.#parts.onReached()
    this.#failures = 0
    this.#unreached = 0
    this.#most = Math.min(MAX_OPERATIONS, this.#most * 2)
    if (this.#isNothingToSend()) this.#rest('saved')
    else if (operations.at(-1)?.id !== last && this.#parts.log.list().some(({ id }) => id === last)) this.#schedule(0)
    else this.#scheduleNext()
  }

  #recover(operations: readonly PlanOperation[], failure: unknown): void {
    const names = [...new Set(operations.map(({ section }) => section))]
    const words = names.map((name) => plan[name].failures.save).join('. ')
    logFailure(`${words}. A save did not reach the server and will be sent again`, failure)
    // The server has told meanwhile, by another way, that it has them.
    if (this.#isNothingToSend()) this.#rest('saved')
    else if (isRefusal(failure)) this.#refuse(operations, failure)
    else this.#tryLater(failure)
  }

  #tryLater(failure?: unknown): void {
    this.#failures += 1
    this.#unreached = failure instanceof AppError && failure.code === 'unreachable' ? this.#unreached + 1 : 0
    if (this.#unreached === OFFLINE_AFTER) this.#parts.onState()
    this.#schedule(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1)))
  }

  /** Nothing of the request was done. */
  #refuse(operations: readonly PlanOperation[], { code, message }: AppError): void {
    const [only, ...others] = operations
    if (only && others.length === 0) this.#parts.log.acknowledge([only.id], new Map([[only.id, { code, message }]]))
    else this.#most = Math.max(1, Math.floor(operations.length / 2))
    this.#parts.onState()
    if (this.#isNothingToSend()) this.#rest('idle')
    else this.#schedule(0)
  }

  #setState(state: SaveState): void {
    clearTimeout(this.#savedTimer)
    this.#state = state
    this.#parts.onState()
  }
}

/** Whether the server has no such trip for this person. */
const isGone = (failure: unknown) => failure instanceof AppError && failure.code === 'trip_not_found'

const refusals: readonly ErrorCode[] = ['invalid_json', 'invalid_request', 'body_too_large']

/** Whether the server has decided against this very request. Every other failure leaves open whether it was done. */
function isRefusal(failure: unknown): failure is AppError {
  return failure instanceof AppError && refusals.includes(failure.code)
}
