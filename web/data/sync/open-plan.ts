import type { ChangeEvent } from '#domain/api/events.ts'
import type { OperationsAnswer, OperationsRequest, PlanOperation } from '#domain/api/operations.ts'
import type { SectionAnswer } from '#domain/api/trips.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { plan, type SectionName, type SectionValue, sectionNames } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '../new-id.ts'
import type { LogStorage } from './log-storage.ts'
import type { PendingOperation, Refusal, RefusedOperation } from './pending-operations.ts'
import { effectsByVersion, type SaveTiming, type SectionLog, SectionStore, type Versioned } from './section-store.ts'
import { type SaveState, Sender } from './sender.ts'
import { TripLog } from './trip-log.ts'

/*
 * The plan of one open trip: its section stores, its log, and the sender of the log.
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

interface PlanDevice {
  storage: LogStorage
  persistValue: (name: SectionName, current: Versioned<SectionName>) => Promise<void>
  /** The newest value that any tab has persisted. */
  findValue: (name: SectionName) => Promise<Versioned<SectionName> | undefined>
}

interface OpenPlanDeps {
  /** @throws AppError */
  send: (request: OperationsRequest, options: { keepalive: boolean }) => Promise<OperationsAnswer>
  /** Without it the log lives in this page alone. */
  device: PlanDevice | undefined
  onReached: () => void
  /** What is shown may not be what the server has: fetch the trip. */
  onOutOfSync: () => void
}

export class OpenPlan {
  readonly #trip: Pick<Trip, 'id' | 'type'>
  readonly #deps: OpenPlanDeps
  readonly #stores = new Map<SectionName, SectionStore<SectionName>>()
  readonly #listeners = new Set<() => void>()
  readonly #log: TripLog
  readonly #sender: Sender
  readonly #persistedVersions = new Map<SectionName, number>()
  #persistTimer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #state: PlanState = { save: 'idle', offlineCount: 0, refused: [] }

  constructor(trip: Pick<Trip, 'id' | 'type'>, deps: OpenPlanDeps) {
    this.#trip = trip
    this.#deps = deps
    const { device } = deps
    this.#log = new TripLog({
      storage: device?.storage,
      onChange: () => this.#onLogChange(),
      persistValues: () => this.#persistValues(),
      loadValues: (removed) => this.#loadValues(removed),
    })
    this.#sender = new Sender({
      log: this.#log,
      exchange: (operations, options) => this.#exchange(operations, options),
      sendAlone: (send) => (device ? device.storage.sendAlone(send) : send()),
      onReached: deps.onReached,
      onState: () => this.#updateState(),
      // The trip is fetched, with the same answer, and is then closed: see set-aside.ts.
      onTripGone: deps.onOutOfSync,
    })
  }

  getState = (): PlanState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  find<Name extends SectionName>(name: Name): SectionStore<Name> | undefined {
    return this.#stores.get(name) as unknown as SectionStore<Name> | undefined
  }

  /** Takes over whole sections, from the server or from disk. */
  receive(sections: Partial<Record<SectionName, SectionAnswer<SectionName>>>): void {
    let hasNewSection = false
    for (const name of sectionNames) {
      const current = sections[name]
      if (!current) continue
      const store = this.#stores.get(name)
      if (store) store.receive(current)
      else this.#stores.set(name, this.#createStore(name, current))
      hasNewSection ||= !store
    }
    this.#rebase()
    if (hasNewSection) for (const listener of this.#listeners) listener()
  }

  /**
   * Applies the effects of a live event. Operations of this log among them are acknowledged: an event may be faster
   * than the answer.
   * @returns whether the section is up to date with the event
   */
  receiveChange(
    name: SectionName,
    version: number,
    { effects, check }: Pick<ChangeEvent, 'effects' | 'check'>,
  ): boolean {
    const store = this.#stores.get(name)
    if (!store || !effects) return false
    const isUpToDate = store.receiveEffects(version, effects, check)
    if (isUpToDate) this.#log.recordOutcomes(effects.flatMap(({ op }) => op ?? []))
    this.#onLogChange()
    this.#persistTimer ??= setTimeout(() => void this.#persistValues(), PERSIST_EVERY_MS)
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
    this.#isClosed = true
    this.#sender.close()
    this.#log.close()
    clearTimeout(this.#persistTimer)
  }

  #createStore(name: SectionName, current: Versioned<SectionName>): SectionStore<SectionName> {
    const log: SectionLog = {
      list: () => this.#log.list().filter(({ section }) => section === name),
      add: (mutations: readonly Mutation[], timing: SaveTiming) => this.#add(name, mutations, timing),
      onOutOfSync: () => this.#deps.onOutOfSync(),
    }
    return new SectionStore(name, this.#trip.type, current, log)
  }

  #add(section: SectionName, mutations: readonly Mutation[], timing: SaveTiming): void {
    const madeAt = Date.now()
    this.#log.add(mutations.map((mutation) => ({ ...mutation, id: newId(), section, when: madeAt })))
    this.#sender.onEdit(timing)
    this.#updateState()
  }

  async #exchange(operations: PlanOperation[], { keepalive }: { keepalive: boolean }): Promise<void> {
    const names = new Set(operations.map(({ section }) => section))
    const seen = Object.fromEntries(
      [...names].flatMap((name) => {
        const version = this.#stores.get(name)?.version
        return version === undefined ? [] : [[name, version]]
      }),
    )
    this.#receiveAnswer(operations, await this.#deps.send({ operations, seen, sent_at: Date.now() }, { keepalive }))
  }

  #receiveAnswer(operations: readonly PlanOperation[], answer: OperationsAnswer): void {
    const { versions, effects, values, checks } = answer
    let isBehind = false
    for (const name of sectionNames) {
      const version = versions[name]
      const store = this.#stores.get(name)
      if (version === undefined) continue
      const whole = plan[name].schema.safeParse(values[name])
      // The private section is loaded after the plan, so an answer may be the first to bring it.
      if (!store && whole.success) this.receive({ [name]: { version, value: whole.data } })
      if (!store) continue
      if (whole.success) store.receive({ version, value: whole.data as SectionValue<SectionName> })
      else
        for (const [at, effectsOfVersion] of effectsByVersion(effects, name))
          store.receiveEffects(at, effectsOfVersion, at === version ? checks?.[name] : undefined)
      isBehind ||= (store.version ?? -1) < version
    }
    const ids = operations.map(({ id }) => id)
    const setAside = setAsideBy(answer, this.#log.list())
    this.#log.recordOutcomes(ids, setAside)
    // A live event may have acknowledged a merged operation before this answer.
    const outdated = this.#listMergedBefore(operations, setAside)
    if (outdated.length > 0) this.#log.dismiss(outdated)
    this.#log.addRefused(operations.flatMap((operation) => refusedAs(operation, setAside.get(operation.id))))
    this.#rebase()
    if (isBehind) this.#deps.onOutOfSync()
  }

  /** Notices that texts were merged, where newer ones say so of the same text. */
  #listMergedBefore(operations: readonly PlanOperation[], setAside: ReadonlyMap<string, Refusal>): string[] {
    const isMerged = (refused: Refusal | undefined) => refused?.code === 'merged'
    const newer = operations.filter(({ id }) => isMerged(setAside.get(id)))
    return this.#log.listRefused().flatMap(({ operation: { id, section, at }, refused }) => {
      const isSamePlace = (other: PlanOperation) =>
        other.id !== id && other.section === section && other.at.join('/') === at.join('/')
      return isMerged(refused) && newer.some(isSamePlace) ? [id] : []
    })
  }

  #onLogChange(): void {
    this.#sender.onLogChange()
    this.#rebase()
  }

  #rebase(): void {
    for (const store of this.#stores.values()) store.rebase()
    this.#updateState()
  }

  #updateState(): void {
    const refused = this.#log.listRefused()
    const { state: save, offlineCount } = this.#sender
    const before = this.#state
    if (before.save === save && before.offlineCount === offlineCount && before.refused.length + refused.length === 0)
      return
    this.#state = { save, offlineCount, refused }
    for (const listener of this.#listeners) listener()
  }

  async #persistValues(): Promise<void> {
    clearTimeout(this.#persistTimer)
    this.#persistTimer = undefined
    const { device } = this.#deps
    // Signing out deletes this user's data: it must not be written again.
    if (!device || this.#isClosed) return
    await Promise.all(
      [...this.#stores].map(async ([name, { current }]) => {
        if (!current || current.version <= (this.#persistedVersions.get(name) ?? -1)) return
        await device.persistValue(name, current)
        this.#persistedVersions.set(name, current.version)
      }),
    )
  }

  async #loadValues(removed: readonly PlanOperation[]): Promise<void> {
    for (const name of new Set(removed.map(({ section }) => section))) {
      const found = await this.#deps.device?.findValue(name)
      if (found) this.#stores.get(name)?.receive(found)
    }
  }
}

/** The operations of an answer that the user is told about, by id. */
function setAsideBy(answer: OperationsAnswer, pending: readonly PlanOperation[]): Map<string, Refusal> {
  const setAside = new Map<string, Refusal>()
  for (const { id, code, message } of answer.refused) setAside.set(id, { code, message })
  for (const { id, by = null } of answer.merged ?? []) setAside.set(id, { code: 'merged', message: '', by })
  for (const { id, by = null, is } of answer.superseded)
    if (is !== undefined && !isReplaced(id, pending)) setAside.set(id, { code: 'superseded', message: '', by, is })
  return setAside
}

/** Whether its author has typed in the same field again since. */
function isReplaced(id: string, pending: readonly PlanOperation[]): boolean {
  const index = pending.findIndex((operation) => operation.id === id)
  const place = pending[index]?.at.join('/')
  return pending
    .slice(index + 1)
    .some(({ section, at }) => section === pending[index]?.section && at.join('/') === place)
}

function refusedAs(operation: PlanOperation, refused: Refusal | undefined): RefusedOperation[] {
  return refused ? [{ operation, refused }] : []
}
