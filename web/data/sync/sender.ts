import { MAX_OPERATIONS, type PlanOperation } from '#domain/api/operations.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'
import { plan } from '#domain/plan/index.ts'
import { MAX_KEEPALIVE } from '../http/plan-transport.ts'
import { logFailure } from '../log.ts'
import { NOT_IN_TRIP } from './pending-operations.ts'
import type { SaveTiming } from './section-store.ts'
import type { TripLog } from './trip-log.ts'

/*
 * Sends the log of one trip to the server.
 * Job: sends the pending operations, oldest first, after a pause in typing or at once, and reports the save state.
 * Invariants: one request at a time, in this page and across tabs. The exceptions: a closing page does not wait, a tab
 *   waits five seconds at most for the lock, and plain-http addresses have no lock. Operations without an answer are
 *   sent again unchanged, under the same ids, so duplicates are harmless; newer operations may follow in the same
 *   request.
 * Failure: a failed request is reported to the console and retried with growing pauses, while the user sees 'saving'. A
 *   request that the server rejects as a whole is halved until the operation at fault is alone; that one is set aside.
 *   If the user is no longer in the trip, all operations are set aside until they are in it again.
 */

export const AUTOSAVE_PAUSE_MS = 1000
export const SAVED_SHOWN_MS = 2000
/** Edits with the timing 'at-once' are sent at most this often. */
const AT_ONCE_EVERY_MS = 400
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
/** After this many attempts in a row that did not reach the server, the user sees how many changes are pending. */
const OFFLINE_AFTER = 3
/** The most bytes of a request besides its operations. */
const MAX_ENVELOPE_BYTES = 500

export type SaveState = 'idle' | 'saving' | 'saved'

/** What a sender needs of its plan: see open-plan.ts. */
export interface SentPlan {
  /** Sends operations and takes over the answer. @throws AppError */
  exchange(operations: PlanOperation[], options: { keepalive: boolean }): Promise<void>
  /** The server has answered after a failed request. */
  onReached(): void
  /** The server has no such trip for this user. The trip is fetched, with the same answer, and is then closed. */
  onOutOfSync(): void
}

export class Sender {
  readonly #log: TripLog
  readonly #plan: SentPlan
  readonly #listeners = new Set<() => void>()
  #state: SaveState = 'idle'
  #timer: ReturnType<typeof setTimeout> | undefined
  #savedTimer: ReturnType<typeof setTimeout> | undefined
  #isUrgent = false
  #lastSentAt = 0
  #failures = 0
  #unreachedCount = 0
  #maxCount = MAX_OPERATIONS
  #closed = false
  /** Resolves when the current request has ended, including its wait for the lock. Not for a closing page's request. */
  #currentRequest: Promise<void> | undefined
  /** The ids in the current request of a closing page. */
  #unloadIds: string | undefined
  /** How many requests have no answer yet: the current one, and those of a closing page. */
  #inFlightCount = 0

  constructor(log: TripLog, plan: SentPlan) {
    this.#log = log
    this.#plan = plan
  }

  /** Calls `listener` when `state` or `offlineCount` has changed. */
  subscribe(listener: () => void): void {
    this.#listeners.add(listener)
  }

  get state(): SaveState {
    return this.#state
  }

  /** How many operations are pending because the server cannot be reached; 0 while it can. */
  get offlineCount(): number {
    return this.#unreachedCount < OFFLINE_AFTER ? 0 : this.#log.list().length
  }

  /** An operation was added in this page. */
  onEdit(timing: SaveTiming): void {
    if (this.#state === 'saved') this.#setState('idle')
    if (timing === 'at-once') this.#isUrgent = true
    // A tick and its untick fold into nothing.
    if (this.#hasNothingToSend()) this.#finish('idle')
    // A failed request has its own retry timer.
    else if (this.#inFlightCount === 0 && (this.#failures === 0 || this.#timer === undefined)) this.#scheduleNext()
  }

  /** The log has changed other than by an edit in this page: it was read from disk, or operations were answered. */
  onLogChange(): void {
    if (this.#closed || this.#inFlightCount > 0) return
    if (this.#hasNothingToSend()) this.#finish('saved')
    // The current request schedules the next one when it has its answer.
    else if (this.#currentRequest) return
    else if (this.#log.hasSentOperations) {
      if (this.#state !== 'saving') this.#setState('saving')
      if (this.#timer === undefined) this.#schedule(FIRST_RETRY_MS)
    } else if (this.#timer === undefined) this.#scheduleNext()
  }

  /** Sends all pending operations without the pause. Resolves when the server has answered, or a request has failed. */
  async flush(options: { keepalive: boolean } = { keepalive: false }): Promise<void> {
    if (!options.keepalive) await this.#send()
    else if (!(await this.#sendOnUnload())) return
    while (!this.#hasNothingToSend() && this.#failures === 0) await this.#send()
  }

  /** Retries a failed request at once: the server can be reached again. */
  retry(): void {
    if (this.#failures === 0 || this.#currentRequest) return
    this.#failures = 0
    this.#schedule(0)
  }

  /** Resolves when no request is under way and the last answer is persisted. */
  async whenAnswered(): Promise<void> {
    await this.#currentRequest
    await this.#log.whenPersistedOrSlow()
  }

  /** The user is no longer in the trip: sets all pending operations aside. */
  setAllAside(): void {
    const ids = this.#log.list().map(({ id }) => id)
    this.#log.recordOutcomes(ids, new Map(ids.map((id) => [id, NOT_IN_TRIP])))
    this.#finish('idle')
    this.#notify()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#savedTimer)
  }

  /**
   * A closing page can wait for neither the lock nor its current request, which may be lost with the page. So it sends
   * all pending operations in one keepalive request. If it cannot send all of them, it sends normally and relies on the
   * disk and the journal.
   * @returns false if there is nothing to send, or such a request already has it
   */
  async #sendOnUnload(): Promise<boolean> {
    const log = this.#log
    if (this.#hasNothingToSend()) return false
    // Another tab may be folding right now: a normal request marks its operations on disk first. Any tab of the app
    // counts, even on another trip. That one sends nothing of this trip: what is left waits for the next start.
    if (log.hasOtherTabs) return this.#sendNormally()
    const all = log.list()
    if (
      all.length > MAX_OPERATIONS ||
      new TextEncoder().encode(JSON.stringify(all)).length > MAX_KEEPALIVE - MAX_ENVELOPE_BYTES
    )
      return this.#sendNormally()
    // A page may be hidden several times before it closes: send the same operations once.
    const ids = all.map(({ id }) => id).join()
    if (this.#unloadIds === ids) return false
    this.#unloadIds = ids
    log.markSent(all)
    await this.#exchange(all, { keepalive: true })
    this.#unloadIds = undefined
    return true
  }

  async #sendNormally(): Promise<true> {
    await this.#send()
    return true
  }

  #hasNothingToSend(): boolean {
    return this.#closed || this.#log.list().length === 0
  }

  #finish(state: 'idle' | 'saved'): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isUrgent = false
    this.#failures = 0
    this.#unreachedCount = 0
    if (this.#closed || this.#state !== 'saving') return
    this.#setState(state)
    if (state === 'saved') this.#savedTimer = setTimeout(() => this.#setState('idle'), SAVED_SHOWN_MS)
  }

  /** Schedules the next request: after the pause, or at once if an edit asks for that. */
  #scheduleNext(): void {
    this.#schedule(this.#isUrgent ? Math.max(0, this.#lastSentAt + AT_ONCE_EVERY_MS - Date.now()) : AUTOSAVE_PAUSE_MS)
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    this.#timer = setTimeout(async () => {
      this.#timer = undefined
      await this.#currentRequest
      await this.#send()
    }, ms)
  }

  #send(): Promise<void> {
    this.#currentRequest ??= this.#request().finally(() => {
      this.#currentRequest = undefined
      // Another tab may have added to the log meanwhile.
      this.onLogChange()
    })
    return this.#currentRequest
  }

  async #request(): Promise<void> {
    if (this.#hasNothingToSend()) return this.#finish('saved')
    // Waiting for the lock and the disk counts as saving.
    this.#setState('saving')
    await this.#log.sendAlone(async () => {
      if (this.#hasNothingToSend()) return this.#finish('saved')
      this.#isUrgent = false
      this.#lastSentAt = Date.now()
      const operations = await this.#log.beginRequest(this.#maxCount)
      if (this.#closed) return
      // Another tab may have been faster.
      if (operations.length === 0) return this.#hasNothingToSend() ? this.#finish('saved') : this.#retryLater()
      await this.#exchange(operations, { keepalive: false })
      // The next tab to get the lock must find the outcome on disk.
      await this.#log.whenPersistedOrSlow()
    })
  }

  async #exchange(operations: PlanOperation[], options: { keepalive: boolean }): Promise<void> {
    this.#inFlightCount += 1
    this.#setState('saving')
    const last = this.#log.list().at(-1)?.id
    try {
      await this.#plan.exchange(operations, options)
      this.#inFlightCount -= 1
      this.#onSuccess(operations, last)
    } catch (failure) {
      this.#inFlightCount -= 1
      if (isTripGone(failure)) {
        this.setAllAside()
        this.#plan.onOutOfSync()
      } else this.#onFailure(operations, failure)
    }
  }

  /** @param last the newest operation when the request began: everything up to it goes out without another pause */
  #onSuccess(operations: readonly PlanOperation[], last: string | undefined): void {
    if (this.#failures > 0) this.#plan.onReached()
    this.#failures = 0
    this.#unreachedCount = 0
    this.#maxCount = Math.min(MAX_OPERATIONS, this.#maxCount * 2)
    if (this.#hasNothingToSend()) this.#finish('saved')
    else if (operations.at(-1)?.id !== last && this.#log.list().some(({ id }) => id === last)) this.#schedule(0)
    else this.#scheduleNext()
  }

  #onFailure(operations: readonly PlanOperation[], failure: unknown): void {
    const names = [...new Set(operations.map(({ section }) => section))]
    // Reported first, whatever follows: not every failed request is sent again unchanged.
    const words = names.map((name) => plan[name].failures().save).join('. ')
    logFailure(`${words}. A save did not reach the server and will be sent again`, failure)
    // An event or another tab may have acknowledged them meanwhile.
    if (this.#hasNothingToSend()) this.#finish('saved')
    else if (isRejection(failure)) this.#onRejected(operations, failure)
    else this.#retryLater(failure)
  }

  #retryLater(failure?: unknown): void {
    this.#failures += 1
    this.#unreachedCount = failure instanceof AppError && failure.code === 'unreachable' ? this.#unreachedCount + 1 : 0
    if (this.#unreachedCount === OFFLINE_AFTER) this.#notify()
    this.#schedule(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1)))
  }

  /** The server has rejected the request as a whole, and applied nothing of it. */
  #onRejected(operations: readonly PlanOperation[], { code, message }: AppError): void {
    const [only, ...others] = operations
    if (only && others.length === 0) this.#log.recordOutcomes([only.id], new Map([[only.id, { code, message }]]))
    else this.#maxCount = Math.max(1, Math.floor(operations.length / 2))
    this.#notify()
    if (this.#hasNothingToSend()) this.#finish('idle')
    else this.#schedule(0)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #setState(state: SaveState): void {
    clearTimeout(this.#savedTimer)
    this.#state = state
    this.#notify()
  }
}

/** The server also gives this answer if the trip exists and the user is not in it. */
const isTripGone = (failure: unknown) => failure instanceof AppError && failure.code === 'trip_not_found'

const rejections: readonly ErrorCode[] = ['invalid_json', 'invalid_request', 'body_too_large']

/** Whether the server has rejected this very request. After any other failure it may have been applied. */
function isRejection(failure: unknown): failure is AppError {
  return failure instanceof AppError && rejections.includes(failure.code)
}
