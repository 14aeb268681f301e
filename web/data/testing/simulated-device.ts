import type { ChangeEvent } from '#domain/api/events.ts'
import type { OperationsRequest } from '#domain/api/operations.ts'
import { AppError } from '#domain/errors.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { isSectionName } from '#domain/plan/index.ts'
import type { FoundJournalEntry, JournalEntry, LogStorage } from '../sync/log-storage.ts'
import { OpenPlan } from '../sync/open-plan.ts'
import type { PendingOperation } from '../sync/pending-operations.ts'
import type { Versioned } from '../sync/section-store.ts'
import { setAsideClosedTrip } from '../sync/set-aside.ts'
import type { SimulatedServer } from './simulated-server.ts'

/*
 * The tabs of one user on one device, with one log, as device-logs.ts has it on disk. Here it is in memory, with the
 * delays of a disk, of messages between tabs, and of live events.
 */

/** How often a tab without the trip looks whether it is back. */
const LOOK_EVERY_MS = 5000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export class SimulatedDevice {
  readonly server: SimulatedServer
  readonly tabs: Tab[] = []
  log: readonly PendingOperation[] = []
  /** The unload journal: the entries of closed tabs. */
  readonly journalEntries = new Map<string, JournalEntry>()
  readonly values = new Map<SectionName, Versioned<SectionName>>()
  diskMs = 1
  /** How long it takes to find or persist a section value. */
  valuesMs = 1
  valueReads = 0
  /** How many of the next updates of the log fail. */
  diskFailures = 0
  /** Whether an update has failed, so that the disk may lack something until the retry. */
  hasFailed = false
  messageMs = 3
  /** How wrong the device's clock is. */
  clockErrorMs = 0
  /** When each operation was typed, by the right clock. */
  readonly typedAt = new Map<string, number>()
  /** Whether live events reach the tabs. */
  receivesEvents = true
  /** Whether the device has a network. */
  isOnline = true
  /** Whether the server has the trip for this user: see `loseTrip`. */
  isMember = true
  /** While the disk is stalled: resolves when it answers again. */
  #stall: Promise<void> | undefined
  #resume = () => {}
  #lastInLock: Promise<unknown> = Promise.resolve()

  constructor(server: SimulatedServer) {
    this.server = server
    server.onChange((change) => {
      if (this.receivesEvents && this.isOnline && this.isMember)
        for (const tab of this.tabs) void pause(this.messageMs).then(() => tab.receiveChange(change))
    })
  }

  /** @param isUnread whether the disk has not answered yet what is on it */
  open({ isUnread = this.isDiskStalled } = {}): Tab {
    const tab = new Tab(this, `tab ${this.tabs.length}`, isUnread)
    this.tabs.push(tab)
    return tab
  }

  get living(): Tab[] {
    return this.tabs.filter(({ isGone }) => !isGone)
  }

  /** The trip is deleted, or its user removed. The streams of tabs end, so that they fetch it. */
  loseTrip(): void {
    this.isMember = false
    if (this.receivesEvents) for (const tab of this.living) void tab.fetch()
  }

  /** Stalls the disk: it answers nothing until it is resumed. */
  stallDisk(): void {
    this.#stall ??= new Promise((resolve) => {
      this.#resume = resolve
    })
  }

  get isDiskStalled(): boolean {
    return this.#stall !== undefined
  }

  resumeDisk(): void {
    this.#stall = undefined
    this.#resume()
  }

  /** A request with the times of this device's clock. */
  withOwnClock(request: OperationsRequest): OperationsRequest {
    const shifted = (time: number | undefined) => (time === undefined ? undefined : time + this.clockErrorMs)
    for (const { id, when } of request.operations) if (when !== undefined) this.typedAt.set(id, when)
    const operations = request.operations.map((operation) => ({ ...operation, when: shifted(operation.when) }))
    return { ...request, operations, sent_at: shifted(request.sent_at) }
  }

  async useDisk(): Promise<void> {
    await pause(this.diskMs)
    await this.#stall
  }

  /** Runs one after the other, like the lock that tabs share. */
  withLock(run: () => Promise<unknown>): Promise<void> {
    const done = this.#lastInLock.then(run)
    this.#lastInLock = done
    return done.then(() => {})
  }

  notifyTabs(from: Tab): void {
    for (const tab of this.tabs)
      if (tab !== from)
        void pause(this.messageMs).then(() => (tab.isGone || tab.hasLeft ? undefined : tab.plan.reloadLog()))
  }
}

export class Tab {
  plan: OpenPlan
  readonly name: string
  isGone = false
  /** The server no longer had the trip for its user, so it shows the trip list. */
  hasLeft = false
  readonly #log: LogStorage
  readonly #device: SimulatedDevice
  /** While the tab is in the back/forward cache, without disk or events: resolves when it is back. */
  #away: Promise<void> | undefined
  #return = () => {}
  #hasJournal = false
  /** A tab in the back/forward cache no longer holds the lock. */
  #releaseLock = () => {}
  readonly #lockReleased = new Promise<void>((resolve) => {
    this.#releaseLock = resolve
  })
  readonly #createPlan: () => OpenPlan
  #onGone = () => {}
  readonly #gone = new Promise<void>((resolve) => {
    this.#onGone = resolve
  })
  /** The write under way. A transaction that has begun and is not completed leaves no trace. */
  #write: { begin: () => void; complete: () => void } | undefined

  constructor(device: SimulatedDevice, name: string, isUnread: boolean) {
    this.#device = device
    this.name = name
    const never = new Promise<never>(() => {})
    const unlessGone = <Answer>(answer: Answer) => (this.isGone ? never : answer)
    const fail = (failure: unknown) => (this.isGone ? never : Promise.reject(failure))
    this.#log = this.#storage(device, unlessGone)
    this.#createPlan = () =>
      new OpenPlan(
        { id: 'trip', type: 'car_trip' },
        {
          transport: {
            send: (tripId, request, options) =>
              device.isOnline
                ? device.server
                    .send(tripId, device.withOwnClock(structuredClone(request)), {
                      ...options,
                      isMember: () => device.isMember,
                    })
                    .then(unlessGone, fail)
                : fail(new AppError('unreachable')),
          },
          storage: {
            log: this.#log,
            persistValue: async (section, current) => {
              await unlessGone(pause(device.valuesMs))
              const known = device.values.get(section)
              if (!known || current.version > known.version) device.values.set(section, structuredClone(current))
            },
            findValue: async (section) => {
              device.valueReads += 1
              await pause(device.valuesMs)
              return unlessGone(structuredClone(device.values.get(section)))
            },
          },
          host: { onReached: () => this.plan.retry(), onOutOfSync: () => void this.fetch() },
        },
      )
    this.plan = this.#createPlan()
    if (device.isMember) this.#openTrip(isUnread)
    else void this.#leaveTrip()
  }

  #openTrip(isUnread: boolean): void {
    const { server, log } = this.#device
    this.hasLeft = false
    this.plan.receive(server.open())
    this.plan.resume(isUnread ? undefined : structuredClone(log))
    this.plan.takeUp()
  }

  /** As leave-trip.ts. The tab then looks now and then whether the trip is back. */
  async #leaveTrip(): Promise<void> {
    const left = this.plan
    this.hasLeft = true
    this.plan = this.#createPlan()
    await left.setAllAside()
    left.close()
    await setAsideClosedTrip({ of: () => this.#log, listTripIds: async () => ['trip'] }, 'user', 'trip')
    if (!this.hasLeft) {
      await this.plan.reloadLog()
      this.plan.takeUp()
    }
    while (this.hasLeft && !this.isGone) {
      await pause(LOOK_EVERY_MS)
      if (this.hasLeft) await this.fetch()
    }
  }

  #storage(device: SimulatedDevice, unlessGone: <Answer>(answer: Answer) => Answer | Promise<never>): LogStorage {
    return {
      pageId: this.name,
      update: async (change) => {
        let log: readonly PendingOperation[] | undefined
        const begin = () => {
          log = structuredClone(change(structuredClone(device.log)))
        }
        const complete = () => {
          device.log = structuredClone(log ?? [])
          device.notifyTabs(this)
        }
        this.#write = { begin, complete }
        await device.useDisk()
        await this.#away
        await unlessGone(undefined)
        this.#write = undefined
        begin()
        if (device.diskFailures > 0) {
          device.diskFailures -= 1
          device.hasFailed = true
          return undefined
        }
        complete()
        await pause(device.diskMs)
        return unlessGone(log)
      },
      read: async () => {
        await device.useDisk()
        await this.#away
        return unlessGone(structuredClone(device.log))
      },
      hasOtherTabs: () => device.living.some((tab) => tab !== this),
      addJournalEntry: (entry) => {
        this.#hasJournal = true
        device.journalEntries.set(`${this.name}.${device.journalEntries.size}.${Date.now()}`, structuredClone(entry))
        device.notifyTabs(this)
      },
      addJournalEntryForLater: (entry) => {
        if (!this.isGone) device.journalEntries.set(`${this.name} later`, structuredClone(entry))
      },
      listJournalEntries: () => this.#listJournalEntries(),
      sendAlone: async (send) => {
        let done: Promise<void> | undefined
        await device.withLock(() => {
          done = this.isGone ? undefined : send()
          return Promise.race([done, this.#gone, this.#lockReleased])
        })
        await Promise.race([done, this.#gone])
      },
    }
  }

  #listJournalEntries(): FoundJournalEntry[] {
    const { journalEntries } = this.#device
    return [...journalEntries]
      .filter(([key]) => !key.startsWith(`${this.name}.`))
      .map(([key, found]) => ({ key, entry: structuredClone(found), remove: () => journalEntries.delete(key) }))
  }

  /** A live event arrives. If it does not fit what the tab knows, the trip is fetched. */
  receiveChange(change: ChangeEvent): void {
    if (this.isGone || this.hasLeft || this.#away || !isSectionName(change.part) || change.version === null) return
    if (!this.plan.receiveChange(change.part, change.version, change)) void this.fetch()
  }

  async fetch(): Promise<void> {
    await this.plan.whenAnswered()
    await pause(this.#device.server.travelMs)
    const { server, isOnline, isMember, isDiskStalled } = this.#device
    const answer = server.open()
    await pause(server.travelMs)
    if (this.isGone || !isOnline) return
    if (!isMember && !this.hasLeft) void this.#leaveTrip()
    else if (isMember && this.hasLeft) this.#openTrip(isDiskStalled)
    else if (isMember) {
      this.plan.receive(answer)
      this.plan.takeUp()
    }
  }

  /**
   * Closes or reloads the tab.
   * @param isWritten whether the write under way is completed
   * @param isBegun whether that write has begun; it may end with the tab
   */
  close({ isWritten = false, isBegun = isWritten }: { isWritten?: boolean; isBegun?: boolean } = {}): void {
    if (isBegun) this.#write?.begin()
    this.plan.unload()
    if (isWritten) this.#write?.complete()
    this.kill()
  }

  /**
   * Puts the tab into the back/forward cache.
   * @param isBegun whether the write under way has begun: it is aborted, and begins again when the tab is back
   */
  freeze({ isBegun = false } = {}): void {
    if (isBegun) this.#write?.begin()
    this.#away = new Promise((resolve) => {
      this.#return = resolve
    })
    this.plan.unload()
    this.#releaseLock()
  }

  returnFromCache(): void {
    // Another tab may have adopted this one's journal.
    const ownKeys = [...this.#device.journalEntries.keys()].filter((key) => key.startsWith(`${this.name}.`))
    for (const key of ownKeys) this.#device.journalEntries.delete(key)
    const isAdopted = ownKeys.length === 0 && this.#hasJournal
    this.#hasJournal = false
    this.#away = undefined
    this.#return()
    if (isAdopted) void this.plan.onJournalAdopted()
  }

  kill(): void {
    this.isGone = true
    this.plan.close()
    this.#onGone()
  }
}
