import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { hashOf } from '../accounts/secret.ts'
import { BackgroundWork } from '../db/background-work.ts'
import { CommitBatcher } from '../db/commit-batcher.ts'
import type { Db } from '../db/engine.ts'
import { nextTurn } from '../db/turn-of-event-loop.ts'
import type { PushOutcome } from '../metrics/metrics.ts'
import { HostHealth } from './host-health.ts'
import {
  finishPushes,
  leasePushes,
  loadReadyPushes,
  MAX_PUSH_AGE_MS,
  type OutboxPush,
  postponePushes,
  type ReadyPush,
} from './push-outbox.ts'
import type { PushFailure, SendPush } from './push-service.ts'
import { recordFailures, recordSuccesses, removeSubscriptions } from './subscriptions.ts'

const POLL_INTERVAL_MS = 30_000
const STOP_TIMEOUT_MS = 4000
/** Pushes that are leased at once, and how many of them are under way at a time. */
const BATCH = 100
const CONCURRENCY = 24
/** What was loaded longer ago is loaded again right before it is sent. */
const FRESH_MS = 2000
/** By number of failures; the last one repeats. */
const RETRY_PAUSES_MINUTES = [1, 2, 5, 10, 20, 40, 60]
const MAX_RETRY_AFTER_S = 60 * 60
/** A browser whose pushes are refused for so long is removed. It subscribes again at a start of the app. */
const MAX_REFUSED_MS = 7 * 24 * 60 * 60_000
const MINUTE_MS = 60_000
/** How long a push service tries to reach a browser that is off. What is urgent is of no use later. */
const TTL_S = 24 * 60 * 60
const URGENT_TTL_S = 4 * 60 * 60
const TOPIC_LENGTH = 32

export interface PushSenderOptions {
  db: Db
  /** Opens the client of the push services, before the first push. */
  open: () => Promise<{ send: SendPush; close: () => void }>
  log: Logger
  clock: () => Date
  onOutcome?: ((outcome: PushOutcome) => void) | undefined
}

/** What became of the pushes of a batch. */
interface Results {
  done: OutboxPush[]
  released: OutboxPush[]
  /** By when they are tried again, and whether they have failed. */
  postponed: Map<string, { until: Date; haveFailed: boolean; pushes: OutboxPush[] }>
  arrived: string[]
  failed: string[]
  gone: string[]
  /** How many failed in the same way, by what the log says about it. */
  failures: Map<string, { host: string; isRefused: boolean; status?: number; reason?: string; count: number }>
}

/*
 * Sends the pushes in the outbox.
 * Job: send each push in the background soon after it was added, and retry for a day with growing pauses.
 * Invariants: no request waits for a push service. A push says only a trip's name and how much is unread, and nothing
 *   if nothing is unread, or if its user has left the trip, or their invitation to it has ended. The log contains
 *   neither endpoints nor keys nor names.
 * Failure: a subscription that its service no longer knows is removed. A service that fails is left alone for a while:
 *   see host-health.ts. Results are stored once per batch: if the process dies before, these pushes are sent twice. If
 *   the database fails after a batch was leased, what was not sent goes with the next run.
 */
export class PushSender {
  readonly #options: PushSenderOptions
  /** Commits without blocking on the disk. */
  readonly #commits: CommitBatcher
  readonly #closing = new AbortController()
  readonly #health = new HostHealth()
  /** Leased, and not sent because something failed. */
  #left: OutboxPush[] = []
  #service: Promise<{ send: SendPush; close: () => void }> | undefined
  readonly #work: BackgroundWork

  constructor(options: PushSenderOptions) {
    this.#options = options
    this.#commits = new CommitBatcher(options.db)
    // One for each push that is under way.
    setMaxListeners(CONCURRENCY, this.#closing.signal)
    this.#work = new BackgroundWork({
      run: () => this.#sendAll(),
      onError: (err) => options.log.error({ err }, 'the pushes in the outbox could not be sent'),
      intervalMs: POLL_INTERVAL_MS,
    })
  }

  /** Sends what is in the outbox, and checks for more periodically. */
  start(): void {
    this.#work.start()
  }

  /** Sends all due pushes. Resolves when none is left. Logs errors. */
  sendDue(): Promise<void> {
    return this.#work.request()
  }

  /** Stops sending. Pushes that are being sent get a grace period. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#closing.abort(), STOP_TIMEOUT_MS)
    await this.#work.close()
    clearTimeout(timer)
    await this.#release().catch(() => {})
    await this.#service?.then((service) => service.close()).catch(() => {})
  }

  async #sendAll(): Promise<void> {
    await this.#release()
    while (!this.#work.isClosed && (await this.#sendBatch()));
  }

  /** What is left from a run that failed is due again. */
  async #release(): Promise<void> {
    const left = this.#left
    if (left.length === 0) return
    await this.#commits.run((trx) => postponePushes(trx, left, this.#options.clock()))
    this.#left = []
  }

  /** @returns whether there may be more */
  async #sendBatch(): Promise<boolean> {
    const { clock } = this.#options
    const leased = await this.#commits.run((trx) => leasePushes(trx, clock(), BATCH))
    if (leased.length === 0) return false
    const results: Results = {
      done: [],
      released: [],
      postponed: new Map(),
      arrived: [],
      failed: [],
      gone: [],
      failures: new Map(),
    }
    const left = new Set(leased)
    const load = this.#loadFresh(leased)
    const queue = leased.values()
    const sendOneByOne = async () => {
      for (const push of queue) {
        // Encrypting takes a millisecond: one push a turn.
        await nextTurn()
        if (this.#work.isClosed) results.released.push(push)
        else await this.#send(push, (await load()).get(push.id), results)
        left.delete(push)
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, sendOneByOne))
    this.#left = [...left]
    await this.#store(results)
    for (const { status, ...end } of ended) if (status === 'rejected' && 'reason' in end) throw end.reason
    return true
  }

  /**
   * What the pushes of a batch say now. Loaded for all of them at once: if each of those under way loaded its own, they
   * would take all connections to the database.
   */
  #loadFresh(leased: readonly OutboxPush[]): () => Promise<Map<string, ReadyPush>> {
    const { db, clock } = this.#options
    const ids = leased.map(({ id }) => id)
    let loading: Promise<Map<string, ReadyPush>> | undefined
    let loadedAt = 0
    return () => {
      if (!loading || performance.now() - loadedAt >= FRESH_MS) {
        loading = loadReadyPushes(db, ids, clock())
        loadedAt = performance.now()
      }
      return loading
    }
  }

  async #send(push: OutboxPush, ready: ReadyPush | undefined, results: Results): Promise<void> {
    const { clock, onOutcome } = this.#options
    if (!ready) {
      results.done.push(push)
      onOutcome?.('void')
      return
    }
    if (ready.quietUntil) {
      // An hour at most: one that waits for much longer counts as stored while the clock was ahead.
      const until = Math.min(ready.quietUntil.getTime(), clock().getTime() + 60 * MINUTE_MS)
      this.#postpone(push, new Date(until), results)
      return
    }
    const host = new URL(ready.endpoint).hostname
    const open = this.#health.ask(host, clock())
    if (open !== 'now') {
      this.#postpone(push, open, results)
      return
    }
    const { endpoint, p256dh, auth, content, failedSince } = ready
    const isUrgent = Boolean(push.is_urgent)
    this.#service ??= this.#options.open()
    const { send } = await this.#service.catch((failure) => {
      this.#service = undefined
      throw failure
    })
    const message = {
      ...{ endpoint, p256dh, auth, isUrgent, content: JSON.stringify(content) },
      ttlSeconds: isUrgent ? URGENT_TTL_S : TTL_S,
      topic: hashOf(push.trip_id).slice(0, TOPIC_LENGTH),
    }
    const answer = await send(message, this.#closing.signal)
    if (answer.outcome === 'sent' || answer.outcome === 'gone') {
      this.#health.reportSuccess(host)
      if (answer.outcome === 'gone') results.gone.push(push.subscription_id)
      else results.done.push(push)
      if (answer.outcome === 'sent' && failedSince !== null) results.arrived.push(push.subscription_id)
      onOutcome?.(answer.outcome)
      return
    }
    if (this.#closing.signal.aborted) results.released.push(push)
    else this.#handleFailure(push, { host, failedSince }, answer, results)
  }

  #handleFailure(
    push: OutboxPush,
    { host, failedSince }: { host: string; failedSince: string | null },
    { outcome, status, reason, retryAfterSeconds }: PushFailure,
    results: Results,
  ): void {
    const { log, clock } = this.#options
    const now = clock()
    const isHopeless = failedSince !== null && Date.parse(failedSince) < now.getTime() - MAX_REFUSED_MS
    if (outcome === 'refused' && isHopeless) {
      results.gone.push(push.subscription_id)
      this.#options.onOutcome?.('gone')
      return
    }
    results.failed.push(push.subscription_id)
    const key = `${host} ${status} ${reason}`
    const known = results.failures.get(key)
    if (known) known.count += 1
    else
      results.failures.set(key, {
        ...{ host, isRefused: outcome === 'refused', count: 1 },
        ...(status !== undefined && { status }),
        ...(reason !== undefined && { reason }),
      })
    // A refusal is about this browser or our request; the service itself works.
    const pauseMs = outcome === 'refused' ? undefined : this.#health.reportFailure(host, push.subscription_id, now)
    if (pauseMs !== undefined)
      log.warn({ host, minutes: pauseMs / MINUTE_MS }, 'push service left alone for a while: too many failures')
    const pause = RETRY_PAUSES_MINUTES[Math.min(push.failures, RETRY_PAUSES_MINUTES.length - 1)] ?? 0
    const minimumMs = Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_S) * 1000
    this.#postpone(push, new Date(now.getTime() + Math.max(minimumMs, pause * MINUTE_MS)), results, outcome)
  }

  /** @param failure how the attempt failed; missing if there was none */
  #postpone(push: OutboxPush, until: Date, { done, postponed }: Results, failure?: 'refused' | 'failed'): void {
    const { onOutcome } = this.#options
    if (until.getTime() > Date.parse(push.created_at) + MAX_PUSH_AGE_MS) {
      done.push(push)
      onOutcome?.('given_up')
      return
    }
    const key = `${until.getTime()} ${failure !== undefined}`
    const group = postponed.get(key) ?? { until, haveFailed: failure !== undefined, pushes: [] }
    postponed.set(key, group)
    group.pushes.push(push)
    if (failure) onOutcome?.(failure === 'refused' ? 'refused' : 'postponed')
  }

  async #store({ done, released, postponed, arrived, failed, gone, failures }: Results): Promise<void> {
    const { log, clock } = this.#options
    const now = clock()
    // Separate transactions, so that two processes cannot deadlock.
    const write = (rows: readonly unknown[], work: (trx: Db) => Promise<void>) =>
      rows.length > 0 ? this.#commits.run(work) : undefined
    await write(done, (trx) => finishPushes(trx, done, now))
    await write(gone, (trx) => removeSubscriptions(trx, gone))
    for (const { until, pushes, ...group } of postponed.values())
      await write(pushes, (trx) => postponePushes(trx, pushes, until, group))
    await write(released, (trx) => postponePushes(trx, released, now))
    await write(arrived, (trx) => recordSuccesses(trx, arrived))
    await write(failed, (trx) => recordFailures(trx, failed, now))
    for (const { isRefused, ...failure } of failures.values())
      log.warn(failure, isRefused ? 'push service refused pushes, will be retried' : 'pushes not sent, will be retried')
  }
}
