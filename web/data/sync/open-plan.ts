import type { ChangeEvent } from '#domain/api/events.ts'
import type { OperationsResponse, PlanOperation, VersionEffect } from '#domain/api/operations.ts'
import type { SectionResponse } from '#domain/api/trips.ts'
import { equal } from '#domain/operations/json.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import type { PlanTransport } from '../http/plan-transport.ts'
import { newId } from '../new-id.ts'
import type { LogStorage } from './log-storage.ts'
import { OpenSections, type ValueStorage } from './open-sections.ts'
import { isSamePlace, type PendingOperation, type Refusal, type RefusedOperation } from './pending-operations.ts'
import type { SaveTiming, SectionPlan, SectionStore } from './section-store.ts'
import { type SaveState, Sender, type SentPlan } from './sender.ts'
import { TripLog } from './trip-log.ts'
import { TypedEdits } from './typed-edits.ts'

/*
 * The plan of one open trip: its sections, its log, and the sender of the log. These know each other only through it.
 * Job: passes edits from the stores to the log and the sender, and answers and live events to the stores and the log.
 *   See "The life of one edit" in docs/ARCHITECTURE.md.
 * Invariants: the effects of an operation are applied in the step in which the operation leaves the log, so an edit
 *   neither disappears from the screen nor appears twice.
 * Failure: if an answer or event does not fit what is known here, the trip is fetched. If it was an answer, edits that
 *   it acknowledged are not on screen until then.
 */

/** Changes from live events are persisted together, at most this often. */
const PERSIST_EVERY_MS = 1000

export interface PlanState {
  save: SaveState
  /** How many operations are pending because the server cannot be reached; 0 while it can. */
  offlineCount: number
  refused: readonly RefusedOperation[]
}

/** What this device has of one trip, for one user. */
export interface TripStorage extends ValueStorage {
  log: LogStorage
}

/** Who has the plan open: see plan-client.ts. */
export interface PlanHost {
  /** The server has answered after a failed request. */
  onReached(): void
  /** What is shown of a trip may not be what the server has: fetch it. */
  onOutOfSync(tripId: string): void
}

interface OpenPlanParts {
  transport: Pick<PlanTransport, 'send'>
  /** Without it the log lives in this page alone. */
  storage: TripStorage | undefined
  host: PlanHost
}

export class OpenPlan implements SectionPlan, SentPlan {
  readonly #trip: Pick<Trip, 'id' | 'type'>
  readonly #transport: OpenPlanParts['transport']
  readonly #host: PlanHost
  readonly #sections: OpenSections
  readonly #log: TripLog
  readonly #sender: Sender
  readonly #listeners = new Set<() => void>()
  #persistTimer: ReturnType<typeof setTimeout> | undefined
  #typed = new TypedEdits()
  #state: PlanState = { save: 'idle', offlineCount: 0, refused: [] }

  constructor(trip: Pick<Trip, 'id' | 'type'>, { transport, storage, host }: OpenPlanParts) {
    this.#trip = trip
    this.#transport = transport
    this.#host = host
    this.#sections = new OpenSections(trip.type, this, storage)
    this.#log = new TripLog(storage?.log, this.#sections)
    this.#sender = new Sender(this.#log, this)
    this.#log.subscribe(() => this.#onLogChange())
    this.#sender.subscribe(() => this.#updateState())
  }

  getState = (): PlanState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  find<Name extends SectionName>(name: Name): SectionStore<Name> | undefined {
    return this.#sections.find(name)
  }

  /** Takes over whole sections, from the server or from disk. */
  receive(sections: Partial<Record<SectionName, SectionResponse<SectionName>>>): void {
    const hasNewSection = this.#sections.receive(sections)
    this.#rebase()
    if (hasNewSection) this.#notify()
  }

  /**
   * Applies the effects of a live event. Operations of this log among them are acknowledged, except merged ones: an
   * event may be faster than the answer.
   * @returns whether the section is up to date with the event
   */
  receiveChange(
    name: SectionName,
    version: number,
    { effects, check }: Pick<ChangeEvent, 'effects' | 'check'>,
  ): boolean {
    const store = this.#sections.find(name)
    if (!store || !effects) return false
    const isUpToDate = store.receiveEffects(version, effects, check)
    if (isUpToDate) {
      const pending = this.#log.list()
      this.#log.recordOutcomes(effects.flatMap((effect) => (isMerged(effect, pending) ? [] : (effect.op ?? []))))
    }
    this.#onLogChange()
    this.#persistTimer ??= setTimeout(() => {
      this.#persistTimer = undefined
      void this.#sections.persist()
    }, PERSIST_EVERY_MS)
    return isUpToDate
  }

  /**
   * Starts with the log on disk (undefined if the disk has not answered yet) and the journal entries of other pages.
   */
  resume(log: readonly PendingOperation[] | undefined): void {
    if (log) this.#log.resume(log)
    else void this.#log.reload()
    if (this.hasPendingEdits()) void this.#sender.flush()
  }

  /** Another tab has changed the log, or written to the unload journal: reads both. */
  reloadLog(): Promise<void> {
    return this.#log.reload()
  }

  /** This page is back from the back/forward cache, and another page has adopted its journal entries. */
  onJournalAdopted(): Promise<void> {
    return this.#log.onJournalAdopted()
  }

  /** The server has the trip for this user: sends again what was set aside because it had not. */
  takeUp(): void {
    this.#log.takeUp()
  }

  /** A field has got the focus. Returns what is edited from now on, until the next field has it. */
  recordTyping(): TypedEdits {
    this.#typed = new TypedEdits(this.#typed)
    return this.#typed
  }

  /** Whether something was typed that can be taken back. */
  canTakeBack(typed: TypedEdits): boolean {
    return this.#listTakeBacks(typed).length > 0
  }

  takeBack(typed: TypedEdits): void {
    for (const { section, mutation } of this.#listTakeBacks(typed)) this.find(section)?.perform([mutation])
  }

  flush(options?: { keepalive: boolean }): Promise<void> {
    return this.#sender.flush(options)
  }

  retry(): void {
    this.#sender.retry()
  }

  /** Resolves when no request is under way and the last answer is persisted. */
  whenAnswered(): Promise<void> {
    return this.#sender.whenAnswered()
  }

  /** For a closing page: sends what is pending, and writes what is not on disk yet to the unload journal. */
  unload(): void {
    void this.flush({ keepalive: true })
    this.#log.writeJournal()
  }

  hasPendingEdits(): boolean {
    return this.#log.list().length > 0
  }

  get isSafe(): boolean {
    return this.#log.isSafe
  }

  /**
   * The user is no longer in the trip: sets the pending operations aside. Resolves when the disk has that, or is slow.
   */
  async setAllAside(): Promise<void> {
    this.#sender.setAllAside()
    await this.#log.whenPersistedOrSlow()
  }

  dismiss(ids: readonly string[]): void {
    this.#log.dismiss(ids)
  }

  close(): void {
    this.#sections.close()
    this.#sender.close()
    this.#log.close()
    clearTimeout(this.#persistTimer)
  }

  /** For the section stores. */
  listPending(name: SectionName): readonly PlanOperation[] {
    return this.#log.list().filter(({ section }) => section === name)
  }

  /** For the section stores: adds an edit of the user. */
  add(section: SectionName, mutations: readonly Mutation[], timing: SaveTiming): void {
    const madeAt = Date.now()
    for (const mutation of mutations) this.#typed.add({ section, mutation })
    this.#log.add(mutations.map((mutation) => ({ ...mutation, id: newId(), section, when: madeAt })))
    this.#sender.onEdit(timing)
    this.#updateState()
  }

  /** For the sender: sends operations and takes over the answer. @throws AppError */
  async exchange(operations: PlanOperation[], options: { keepalive: boolean }): Promise<void> {
    const seen = this.#sections.versionsOf(operations)
    const answer = await this.#transport.send(this.#trip.id, { operations, seen, sent_at: Date.now() }, options)
    const { isBehind, hasNewSection } = this.#sections.receiveResponse(answer)
    const setAside = setAsideBy(answer, this.#log.list())
    this.#log.recordOutcomes(
      operations.map(({ id }) => id),
      setAside,
    )
    const outdated = this.#listMergedBefore(operations, setAside)
    if (outdated.length > 0) this.#log.dismiss(outdated)
    this.#rebase()
    if (hasNewSection) this.#notify()
    if (isBehind) this.onOutOfSync()
  }

  /** The server has answered after a failed request. */
  onReached(): void {
    this.#host.onReached()
  }

  /** What is shown may not be what the server has. */
  onOutOfSync(): void {
    this.#host.onOutOfSync(this.#trip.id)
  }

  #listTakeBacks(typed: TypedEdits) {
    return typed.listTakeBacks((name) => this.find(name)?.getSnapshot().value)
  }

  /** Notices that texts were merged, where newer ones say so of the same text. */
  #listMergedBefore(operations: readonly PlanOperation[], setAside: ReadonlyMap<string, Refusal>): string[] {
    const isNotice = (refused: Refusal | undefined) => refused?.code === 'merged'
    const newer = operations.filter(({ id }) => isNotice(setAside.get(id)))
    return this.#log.listRefused().flatMap(({ operation, refused }) => {
      const isOutdated = newer.some((other) => other.id !== operation.id && isSamePlace(other, operation))
      return isNotice(refused) && isOutdated ? [operation.id] : []
    })
  }

  #onLogChange(): void {
    this.#sender.onLogChange()
    this.#rebase()
  }

  #rebase(): void {
    this.#sections.rebase()
    this.#updateState()
  }

  #updateState(): void {
    const refused = this.#log.listRefused()
    const { state: save, offlineCount } = this.#sender
    const before = this.#state
    if (before.save === save && before.offlineCount === offlineCount && before.refused.length + refused.length === 0)
      return
    this.#state = { save, offlineCount, refused }
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The operations of an answer that the user is told about, by id. */
function setAsideBy(answer: OperationsResponse, pending: readonly PlanOperation[]): Map<string, Refusal> {
  const setAside = new Map<string, Refusal>()
  for (const { id, code, message } of answer.refused) setAside.set(id, { code, message })
  for (const { id, by = null } of answer.merged ?? []) setAside.set(id, { code: 'merged', message: '', by })
  for (const { id, by = null, is } of answer.superseded)
    if (is !== undefined && !isReplaced(id, pending)) setAside.set(id, { code: 'superseded', message: '', by, is })
  return setAside
}

/** Whether its author has typed in the same field again since. What another page left may come later in the log. */
function isReplaced(id: string, pending: readonly PlanOperation[]): boolean {
  const index = pending.findIndex((operation) => operation.id === id)
  const own = pending[index]
  if (!own) return false
  const { when = 0 } = own
  return pending.some((other, otherIndex) => {
    const otherWhen = other.when ?? 0
    return isSamePlace(other, own) && (otherWhen > when || (otherWhen === when && otherIndex > index))
  })
}

/** Whether a text became something else than its author typed. The answer says whether they have to be told. */
function isMerged({ op, ...effect }: VersionEffect, pending: readonly PlanOperation[]): boolean {
  const own = pending.find(({ id }) => id === op)
  return own?.do === 'set' && 'is' in effect && !equal(own.to, effect.is)
}
