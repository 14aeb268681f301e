import { setTimeout as pause } from 'node:timers/promises'
import type { OperationsRequest } from '#domain/api/operations.ts'
import { now } from './acts.ts'
import { Diary } from './diary.ts'
import type { ClientMessage, ClientOptions } from './messages.ts'
import { Network } from './network.ts'
import { Device } from './page.ts'
import { Random } from './random.ts'
import { Tab } from './tab.ts'

/** The length of each online and offline period in milliseconds. */
const PERIOD_MS = [3000, 15_000] as const
/** The probability that a device does not notice that it is offline. */
const UNNOTICED = 0.3
const POLL_MS = 100

const SEND_PATH = /\/operations$/

/** A person with a device whose network comes and goes, and the app in one or more tabs. */
export class Person {
  readonly #tell: (news: ClientMessage) => void
  readonly #network: Network
  readonly #turns: Random
  readonly #tabs: Tab[]
  readonly #log = new Map<string, number>()
  #wasPresent = false
  #isEnding = false
  #activities: Promise<void>[] = []

  constructor(
    { number, seed, tabs, address, cookie, person, tripId }: ClientOptions,
    tell: (news: ClientMessage) => void,
  ) {
    this.#tell = tell
    const random = (use: string) => new Random(`${seed} ${number} ${use}`)
    this.#turns = random('turns')
    this.#network = new Network({ address, cookie }, random('network'), (path, body) => this.#noteRequest(path, body))
    const device = new Device(String(number), this.#network, (message) =>
      this.#log.set(message, (this.#log.get(message) ?? 0) + 1),
    )
    const diary = new Diary(number, tell)
    this.#tabs = Array.from({ length: tabs }, (_, tab) => {
      const choices = { mutations: random(`mutations ${tab}`), leaving: random(`leaving ${tab}`) }
      const trip = { person, tripId }
      return new Tab({ number: tab, device, diary, random: choices, trip, onLook: () => this.#reportPresence() })
    })
  }

  async open(): Promise<void> {
    await Promise.all(this.#tabs.map((tab) => tab.open()))
    this.#tell({ kind: 'ready' })
  }

  begin(): void {
    this.#activities = [this.#takeTurns(), ...this.#tabs.map((tab) => tab.use())]
  }

  async finish(): Promise<void> {
    this.#isEnding = true
    for (const tab of this.#tabs) tab.finish()
    this.#network.endFaults()
    this.#setOnline(true)
    await Promise.all(this.#activities)
    this.#tell({ kind: 'finished' })
  }

  report(): void {
    this.#tell({
      kind: 'report',
      report: {
        tabs: this.#tabs.map(({ app }) => ({
          hasPendingEdits: app?.hasPendingEdits() ?? true,
          sections: app?.sections ?? [],
          superseded: app?.superseded ?? [],
        })),
        network: this.#network.figures,
        closed: this.#tabs.reduce((sum, { closed }) => sum + closed, 0),
        crashed: this.#tabs.reduce((sum, { crashed }) => sum + crashed, 0),
        log: [...this.#log],
      },
    })
  }

  /** Alternates between online and offline. Half of the people start offline. */
  async #takeTurns(): Promise<void> {
    let isOnline = this.#turns.chance(0.5)
    while (!this.#isEnding) {
      this.#setOnline(isOnline, this.#turns.chance(UNNOTICED))
      isOnline = !isOnline
      const until = now() + this.#turns.between(...PERIOD_MS)
      while (!this.#isEnding && now() < until) await pause(Math.min(POLL_MS, until - now()))
    }
  }

  #setOnline(isOnline: boolean, isUnnoticed = false): void {
    if (isOnline) this.#network.goOnline()
    else this.#network.goOffline()
    for (const tab of this.#tabs) tab.setOnLine(isOnline, isUnnoticed)
    this.#reportPresence()
  }

  #reportPresence(): void {
    const isPresent = this.#network.isOnline && this.#tabs.some(({ isLookedAt }) => isLookedAt)
    if (isPresent !== this.#wasPresent) this.#tell({ kind: 'present', isPresent, at: now() })
    this.#wasPresent = isPresent
  }

  #noteRequest(path: string, body: unknown): void {
    if (!SEND_PATH.test(path) || typeof body !== 'string') return
    const { operations } = JSON.parse(body) as OperationsRequest
    this.#tell({ kind: 'sent', ids: operations.map(({ id }) => id) })
  }
}
