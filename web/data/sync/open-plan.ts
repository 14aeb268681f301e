import type { ChangeEvent } from '#domain/api/events.ts'
import type { OperationsAnswer, OperationsRequest, PlanOperation } from '#domain/api/operations.ts'
import type { SectionAnswer } from '#domain/api/trips.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { plan, type SectionName, type SectionValue, sectionNames } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '../new-id.ts'
import type { LogStorage } from './log-storage.ts'
import type { PendingOperation, RefusedOperation } from './pending-operations.ts'
import { byVersion, SectionStore, type Versioned, type When } from './section-store.ts'
import { type SaveState, Sender } from './sender.ts'
import { TripLog } from './trip-log.ts'

/*
 * The plan of one trip that is open: its sections, the log of what the server does not have yet, and what sends that.
 * Invariants: what the server tells of is taken over together with what waits no longer because of it.
 * Failure: where an answer or an event does not fit to what is known, the trip is to be fetched (`onDiffers`).
 */

/** What others do is put on the disk together, at most this often. */
const KEEP_EVERY_MS = 1000

export interface PlanState {
  save: SaveState
  /** How many changes wait for the network; 0 while the server can be reached. */
  waiting: number
  /** What was not possible any more, and the person has not seen yet. */
  refused: readonly RefusedOperation[]
}

export interface PlanDevice {
  storage: LogStorage
  /** Keeps the newest value that the server is known to have on the disk. */
  persistValue: (name: SectionName, current: Versioned<SectionName>) => Promise<void>
  /** The newest value that any tab has kept. */
  findValue: (name: SectionName) => Promise<Versioned<SectionName> | undefined>
}

export interface OpenPlanParts {
  /** Sends operations to the server. @throws AppError */
  send: (request: OperationsRequest, options: { keepalive: boolean }) => Promise<OperationsAnswer>
  /** Without it edits live in the page alone. */
  device: PlanDevice | undefined
  onReached: () => void
  onDiffers: () => void
}

export class OpenPlan {
  readonly #trip: Pick<Trip, 'id' | 'type'>
  readonly #parts: OpenPlanParts
  readonly #stores = new Map<SectionName, SectionStore<SectionName>>()
  readonly #listeners = new Set<() => void>()
  readonly #log: TripLog
  readonly #sender: Sender
  /** The versions that were last put on the disk. */
  readonly #keptVersions = new Map<SectionName, number>()
  #keepTimer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #state: PlanState = { save: 'idle', waiting: 0, refused: [] }

  constructor(trip: Pick<Trip, 'id' | 'type'>, parts: OpenPlanParts) {
    this.#trip = trip
    this.#parts = parts
    const { device } = parts
    this.#log = new TripLog({
      storage: device?.storage,
      onChange: () => this.#follow(),
      persistValues: () => this.#persistValues(),
      findValues: (gone) => this.#findValues(gone),
    })
    this.#sender = new Sender({
      log: this.#log,
      exchange: (operations, options) => this.#exchange(operations, options),
      sendAlone: (send) => (device ? device.storage.sendAlone(send) : send()),
      onReached: parts.onReached,
      onState: () => this.#publish(),
      onGone: parts.onDiffers,
    })
  }

  getState = (): PlanState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A section; undefined until it is loaded. */
  find<Name extends SectionName>(name: Name): SectionStore<Name> | undefined {
    return this.#stores.get(name) as unknown as SectionStore<Name> | undefined
  }

  /** Takes over whole sections that the server has answered, or that this device has kept. */
  receive(sections: Partial<Record<SectionName, SectionAnswer<SectionName>>>): void {
    let isMore = false
    for (const name of sectionNames) {
      const current = sections[name]
      if (!current) continue
      const store = this.#stores.get(name)
      if (store) store.receive(current)
      else this.#stores.set(name, this.#createStore(name, current))
      isMore ||= !store
    }
    this.#show()
    if (isMore) for (const listener of this.#listeners) listener()
  }

  /**
   * Takes over what somebody has done, as an event tells it.
   * @returns whether the section is up to date with it
   */
  receiveChange(
    name: SectionName,
    version: number,
    { effects, check }: Pick<ChangeEvent, 'effects' | 'check'>,
  ): boolean {
    const store = this.#stores.get(name)
    if (!store || !effects) return false
    const isKnown = store.receiveEffects(version, effects, check)
    if (isKnown) this.#log.acknowledge(effects.flatMap(({ op }) => op ?? []))
    this.#follow()
    this.#keepTimer ??= setTimeout(() => void this.#persistValues(), KEEP_EVERY_MS)
    return isKnown
  }

  /** Takes over what waits on the disk, or was left there; undefined where the disk has not answered yet. */
  resume(log: readonly PendingOperation[] | undefined): void {
    if (log) this.#log.resume(log)
    else void this.#log.reload()
    if (this.hasPendingEdits()) void this.#sender.flush()
  }

  /** Another tab has changed the log, or left something. */
  hear(): Promise<void> {
    return this.#log.reload()
  }

  /** What was waiting here when the page was left is another page's by now. */
  restart(): Promise<void> {
    return this.#log.restart()
  }

  flush(options?: { keepalive: boolean }): Promise<void> {
    return this.#sender.flush(options)
  }

  retry(): void {
    this.#sender.retry()
  }

  /** Resolves when no request is under way, and what was received has been taken over. */
  whenAnswered(): Promise<void> {
    return this.#sender.whenAnswered()
  }

  /** For a page that goes away: sends what waits, and leaves what the disk does not have yet. */
  leave(): void {
    void this.flush({ keepalive: true })
    this.#log.leave()
  }

  hasPendingEdits(): boolean {
    return this.#log.list().length > 0
  }

  /** Whether nothing that was done here is lost with this page. */
  get isSafe(): boolean {
    return this.#log.isSafe
  }

  /** The person is not in the trip any more: what waits is set aside, on the disk. */
  async setAside(): Promise<void> {
    this.#sender.setAside()
    await this.#log.whenKept()
  }

  /** The person has seen what was refused. */
  dismiss(ids: readonly string[]): void {
    this.#log.dismiss(ids)
  }

  close(): void {
    this.#isClosed = true
    this.#sender.close()
    this.#log.close()
    clearTimeout(this.#keepTimer)
  }

  #createStore(name: SectionName, current: Versioned<SectionName>): SectionStore<SectionName> {
    const log = {
      list: () => this.#log.list().filter(({ section }) => section === name),
      add: (mutations: readonly Mutation[], when: When) => this.#add(name, mutations, when),
      onDiffers: () => this.#parts.onDiffers(),
    }
    return new SectionStore(name, this.#trip.type, current, log)
  }

  #add(section: SectionName, mutations: readonly Mutation[], when: When): void {
    this.#log.add(mutations.map((mutation) => ({ ...mutation, id: newId(), section, when: Date.now() })))
    this.#sender.note(when)
    this.#publish()
  }

  async #exchange(operations: PlanOperation[], { keepalive }: { keepalive: boolean }): Promise<void> {
    const names = new Set(operations.map(({ section }) => section))
    const seen = Object.fromEntries(
      [...names].flatMap((name) => {
        const version = this.#stores.get(name)?.version
        return version === undefined ? [] : [[name, version]]
      }),
    )
    this.#takeAnswer(operations, await this.#parts.send({ operations, seen }, { keepalive }))
  }

  #takeAnswer(
    operations: readonly PlanOperation[],
    { versions, effects, values, refused, checks }: OperationsAnswer,
  ): void {
    let differs = false
    for (const name of sectionNames) {
      const version = versions[name]
      const store = this.#stores.get(name)
      if (version === undefined) continue
      const whole = plan[name].schema.safeParse(values[name])
      // What is private comes later than the plan: what is answered first is the first that is known of it.
      if (!store && whole.success) this.receive({ [name]: { version, value: whole.data } })
      if (!store) continue
      if (whole.success) store.receive({ version, value: whole.data as SectionValue<SectionName> })
      else
        for (const [at, led] of byVersion(effects, name))
          store.receiveEffects(at, led, at === version ? checks?.[name] : undefined)
      differs ||= (store.version ?? -1) < version
    }
    const ids = operations.map(({ id }) => id)
    this.#log.acknowledge(ids, new Map(refused.map(({ id, code, message }) => [id, { code, message }])))
    this.#show()
    if (differs) this.#parts.onDiffers()
  }

  #follow(): void {
    this.#sender.follow()
    this.#show()
  }

  #show(): void {
    for (const store of this.#stores.values()) store.show()
    this.#publish()
  }

  #publish(): void {
    const refused = this.#log.listRefused()
    const { state: save, waiting } = this.#sender
    const before = this.#state
    if (before.save === save && before.waiting === waiting && before.refused.length + refused.length === 0) return
    this.#state = { save, waiting, refused }
    for (const listener of this.#listeners) listener()
  }

  async #persistValues(): Promise<void> {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = undefined
    const { device } = this.#parts
    // Who signs out takes everything along.
    if (!device || this.#isClosed) return
    await Promise.all(
      [...this.#stores].map(async ([name, { current }]) => {
        if (!current || current.version <= (this.#keptVersions.get(name) ?? -1)) return
        await device.persistValue(name, current)
        this.#keptVersions.set(name, current.version)
      }),
    )
  }

  async #findValues(gone: readonly PlanOperation[]): Promise<void> {
    for (const name of new Set(gone.map(({ section }) => section))) {
      const found = await this.#parts.device?.findValue(name)
      if (found) this.#stores.get(name)?.receive(found)
    }
  }
}
