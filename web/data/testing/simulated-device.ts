import type { ChangeEvent } from '#domain/api/events.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { isSectionName } from '#domain/plan/index.ts'
import type { FoundJournal, LogStorage, UnloadJournal } from '../sync/log-storage.ts'
import { OpenPlan } from '../sync/open-plan.ts'
import type { PendingOperation } from '../sync/pending-operations.ts'
import type { Versioned } from '../sync/section-store.ts'
import type { SimulatedServer } from './simulated-server.ts'

/*
 * The tabs of one person on one device with one log, as device-logs.ts has it on the disk: here in memory, and with the pauses of
 * a disk, of the messages between tabs, and of the server's events.
 */

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export class SimulatedDevice {
  readonly server: SimulatedServer
  readonly tabs: Tab[] = []
  log: readonly PendingOperation[] = []
  /** What tabs that are gone have left. */
  readonly left = new Map<string, UnloadJournal>()
  readonly values = new Map<SectionName, Versioned<SectionName>>()
  diskMs = 1
  /** How long it takes to find a value, or to keep one. */
  valuesMs = 1
  /** How often a value was looked for. */
  valueReads = 0
  /** So many of the next changes of the log fail. */
  diskFailures = 0
  /** Whether one has failed, so that something may not be on it before it is tried again. */
  hasFailed = false
  newsMs = 3
  /** Whether events reach the tabs. */
  hears = true
  /** Until the disk answers again, where it does not. */
  #standstill: Promise<void> | undefined
  #goOn = () => {}
  #turn: Promise<unknown> = Promise.resolve()

  constructor(server: SimulatedServer) {
    this.server = server
    server.onChange((change) => {
      if (this.hears) for (const tab of this.tabs) void pause(this.newsMs).then(() => tab.hearChange(change))
    })
  }

  /** @param isUnread whether the disk has not told yet what is on it */
  open({ isUnread = this.isStandingStill } = {}): Tab {
    const tab = new Tab(this, `tab ${this.tabs.length}`, isUnread)
    this.tabs.push(tab)
    return tab
  }

  get living(): Tab[] {
    return this.tabs.filter(({ isGone }) => !isGone)
  }

  /** Has the disk answer nothing until `goOn`. */
  standStill(): void {
    this.#standstill ??= new Promise((resolve) => {
      this.#goOn = resolve
    })
  }

  get isStandingStill(): boolean {
    return this.#standstill !== undefined
  }

  goOn(): void {
    this.#standstill = undefined
    this.#goOn()
  }

  /** What is asked of the disk takes its time. */
  async useDisk(): Promise<void> {
    await pause(this.diskMs)
    await this.#standstill
  }

  /** Each waits for its turn; that of a tab which is gone is over. */
  takeTurn(run: () => Promise<unknown>): Promise<void> {
    const turn = this.#turn.then(run)
    this.#turn = turn
    return turn.then(() => {})
  }

  tell(from: Tab): void {
    for (const tab of this.tabs)
      if (tab !== from) void pause(this.newsMs).then(() => (tab.isGone ? undefined : tab.plan.hear()))
  }
}

export class Tab {
  readonly plan: OpenPlan
  readonly name: string
  isGone = false
  readonly #device: SimulatedDevice
  /** Until the page is back, where the browser keeps it aside: it does nothing on the disk, and hears nothing. */
  #away: Promise<void> | undefined
  #comeBack = () => {}
  #hasLeft = false
  /** Its turn ends with it. */
  #giveUpTurn = () => {}
  readonly #aside = new Promise<void>((resolve) => {
    this.#giveUpTurn = resolve
  })
  #end = () => {}
  readonly #gone = new Promise<void>((resolve) => {
    this.#end = resolve
  })
  /** What is on its way to the disk. A transaction that has begun and is not completed is as if it had never been. */
  #write: { begin: () => void; complete: () => void } | undefined

  constructor(device: SimulatedDevice, name: string, isUnread: boolean) {
    this.#device = device
    this.name = name
    const { server } = device
    const never = new Promise<never>(() => {})
    const alive = <Answer>(answer: Answer) => (this.isGone ? never : answer)
    const fail = (failure: unknown) => (this.isGone ? never : Promise.reject(failure))
    this.plan = new OpenPlan(
      { id: 'trip', type: 'car_trip' },
      {
        send: (request, options) => server.send(structuredClone(request), options).then(alive, fail),
        device: {
          storage: this.#storage(device, alive),
          persistValue: async (section, current) => {
            await alive(pause(device.valuesMs))
            const known = device.values.get(section)
            if (!known || current.version > known.version) device.values.set(section, structuredClone(current))
          },
          findValue: async (section) => {
            device.valueReads += 1
            await pause(device.valuesMs)
            return alive(structuredClone(device.values.get(section)))
          },
        },
        onReached: () => this.plan.retry(),
        onDiffers: () => void this.fetch(),
      },
    )
    this.plan.receive(server.open())
    this.plan.resume(isUnread ? undefined : structuredClone(device.log))
  }

  #storage(device: SimulatedDevice, alive: <Answer>(answer: Answer) => Answer | Promise<never>): LogStorage {
    return {
      tab: this.name,
      update: async (change) => {
        let log: readonly PendingOperation[] | undefined
        const begin = () => {
          log = structuredClone(change(structuredClone(device.log)))
        }
        const complete = () => {
          device.log = structuredClone(log ?? [])
          device.tell(this)
        }
        this.#write = { begin, complete }
        await device.useDisk()
        await this.#away
        await alive(undefined)
        this.#write = undefined
        begin()
        if (device.diskFailures > 0) {
          device.diskFailures -= 1
          device.hasFailed = true
          return undefined
        }
        complete()
        await pause(device.diskMs)
        return alive(log)
      },
      read: async () => {
        await device.useDisk()
        await this.#away
        return alive(structuredClone(device.log))
      },
      isShared: () => device.living.some((tab) => tab !== this),
      writeJournal: (left) => {
        this.#hasLeft = true
        device.left.set(`${this.name}.${device.left.size}.${Date.now()}`, structuredClone(left))
        device.tell(this)
      },
      writeJournalForLater: (left) => {
        if (!this.isGone) device.left.set(`${this.name} later`, structuredClone(left))
      },
      findJournals: () => this.#findJournals(),
      sendAlone: async (send) => {
        let done: Promise<void> | undefined
        await device.takeTurn(() => {
          done = this.isGone ? undefined : send()
          return Promise.race([done, this.#gone, this.#aside])
        })
        await Promise.race([done, this.#gone])
      },
    }
  }

  #findJournals(): FoundJournal[] {
    const { left } = this.#device
    return [...left]
      .filter(([key]) => !key.startsWith(`${this.name}.`))
      .map(([key, found]) => ({ key, journal: structuredClone(found), remove: () => left.delete(key) }))
  }

  /** The server tells what somebody has done; where that does not fit, the trip is fetched. */
  hearChange(change: ChangeEvent): void {
    if (this.isGone || this.#away || !isSectionName(change.part) || change.version === null) return
    if (!this.plan.receiveChange(change.part, change.version, change)) void this.fetch()
  }

  async fetch(): Promise<void> {
    await this.plan.whenAnswered()
    await pause(this.#device.server.travelMs)
    const answer = this.#device.server.open()
    await pause(this.#device.server.travelMs)
    if (!this.isGone) this.plan.receive(answer)
  }

  /**
   * Ends as a tab does that is closed, or loaded anew.
   * @param isWritten whether what was on its way to the disk arrives there
   * @param isBegun whether that has begun, and may end with the tab
   */
  close({ isWritten = false, isBegun = isWritten }: { isWritten?: boolean; isBegun?: boolean } = {}): void {
    if (isBegun) this.#write?.begin()
    this.plan.leave()
    if (isWritten) this.#write?.complete()
    this.kill()
  }

  /**
   * Is left as a page is that the browser keeps aside, and may show again.
   * @param isBegun whether what was on its way to the disk has begun: that is taken back, and begins anew when the page is back
   */
  keepAside({ isBegun = false } = {}): void {
    if (isBegun) this.#write?.begin()
    this.#away = new Promise((resolve) => {
      this.#comeBack = resolve
    })
    this.plan.leave()
    this.#giveUpTurn()
  }

  comeBack(): void {
    // Whether another page has taken over by now what this one had left.
    const own = [...this.#device.left.keys()].filter((key) => key.startsWith(`${this.name}.`))
    for (const key of own) this.#device.left.delete(key)
    const isHandedOver = own.length === 0 && this.#hasLeft
    this.#hasLeft = false
    this.#away = undefined
    this.#comeBack()
    if (isHandedOver) void this.plan.restart()
  }

  /** Ends as a tab does that the system kills. */
  kill(): void {
    this.isGone = true
    this.plan.close()
    this.#end()
  }
}
