import { setTimeout as pause } from 'node:timers/promises'
import { recordSteps } from '#web/data/trips/private-records.ts'
import { now } from './acts.ts'
import { App, type AppOptions } from './app.ts'
import type { Diary } from './diary.ts'
import { type Editor, type KnownMutation, knownMutations } from './mutations.ts'
import type { Device, Page } from './page.ts'
import type { Random } from './random.ts'
import { Sheet } from './sheet.ts'

/** How long people pause, in milliseconds. */
const BETWEEN_MUTATIONS_MS = [200, 3000] as const
const BETWEEN_KEYS_MS = [60, 250] as const
/** How long an edit screen is open before it is saved. */
const COPY_MS = [200, 2500] as const
const OPEN_MS = [10_000, 40_000] as const
const CLOSED_MS = [500, 8000] as const
const LOOKING_AWAY_MS = [500, 6000] as const
/** No crash so soon after the last key: by then the text is on disk. Closing has no such pause. */
const SETTLE_MS = 300

const interruptions = [
  ['look away', 1],
  ['close', 1],
  ['crash', 1],
] as const

export interface TabOptions {
  number: number
  device: Device
  diary: Diary
  random: { mutations: Random; leaving: Random }
  trip: Pick<AppOptions, 'person' | 'tripId'>
  /** Called when the person starts or stops viewing the tab. */
  onLook: () => void
}

/** How many turns of the event loop a disk is idle when nothing waits to be written: one write may wait for another. */
const IDLE_TURNS = 50

/** The app in one tab, and what its person does: edits, looks away, closes or crashes it, and opens it again. */
export class Tab {
  closed = 0
  crashed = 0
  isLookedAt = false
  readonly #options: TabOptions
  readonly #hands: Editor
  #app: App | undefined
  #isEnding = false
  /** The app is about to be hidden, closed or crashed: no edits meanwhile. */
  #isLeaving = false

  constructor(options: TabOptions) {
    this.#options = options
    const { diary, random, trip } = options
    const { text, number, date } = diary
    const isOrganizer = diary.isOfOwner
    this.#hands = { random: random.mutations, person: trip.person, own: new Set(), isOrganizer, text, number, date }
  }

  get app(): App | undefined {
    return this.#app
  }

  async open(): Promise<void> {
    const { device, diary, trip } = this.#options
    const page = device.openPage()
    page.onLine = device.network.isOnline
    this.#app = await App.open({ ...trip, page, onShow: (_section, value) => diary.look(value) })
    this.#setLookedAt(true)
  }

  async use(): Promise<void> {
    await Promise.all([this.#doMutations(), this.#comeAndGo()])
  }

  finish(): void {
    this.#isEnding = true
  }

  /** Fires `online` or `offline`, unless the device does not notice that it is offline. */
  setOnLine(isOnLine: boolean, isUnnoticed: boolean): void {
    const page = this.#app?.page
    if (page && page.onLine !== isOnLine && (isOnLine || !isUnnoticed)) page.setOnLine(isOnLine)
  }

  async #doMutations(): Promise<void> {
    const { mutations } = this.#options.random
    while (!this.#isEnding) {
      await pause(mutations.between(...BETWEEN_MUTATIONS_MS))
      const mutation = mutations.pickBy(knownMutations.map((known) => [known, known.weight] as const))
      const keys = 1 + Math.floor(mutations.between(0, mutation.keys))
      for (let key = 0; key < keys; key++) {
        if (key > 0) await pause(mutations.between(...BETWEEN_KEYS_MS))
        if (mutation.way === 'copy') await this.#editCopy(mutation)
        else this.#edit(mutation)
      }
    }
  }

  async #comeAndGo(): Promise<void> {
    const { leaving } = this.#options.random
    for (;;) {
      await this.#pauseUnlessEnding(leaving.between(...OPEN_MS))
      const interruption = leaving.pickBy(interruptions)
      const [away, closed] = [leaving.between(...LOOKING_AWAY_MS), leaving.between(...CLOSED_MS)]
      if (this.#isEnding) return
      this.#isLeaving = true
      if (interruption !== 'close') await pause(SETTLE_MS)
      if (interruption === 'look away') await this.#lookAway(away)
      else await this.#endAndOpen(interruption, closed)
      this.#isLeaving = false
    }
  }

  async #lookAway(ms: number): Promise<void> {
    this.#app?.page.setVisible(false)
    this.#setLookedAt(false)
    await pause(ms)
    this.#app?.page.setVisible(true)
    this.#setLookedAt(true)
  }

  async #endAndOpen(how: 'close' | 'crash', closedMs: number): Promise<void> {
    const page = this.#app?.page
    if (how === 'close') this.#app?.leave()
    this.#setLookedAt(false)
    if (how === 'crash' && page) await untilWritten(page)
    page?.end()
    this.#app = undefined
    if (how === 'close') this.closed += 1
    else this.crashed += 1
    await pause(closedMs)
    await this.open()
  }

  #edit(mutation: KnownMutation): void {
    const app = this.#appInUse()
    const store = app?.find(mutation.section)
    if (!app || !store) return
    const when = mutation.way === 'after-pause' ? mutation.way : 'at-once'
    if (mutation.section === 'private') this.#makeOwnRecord(app, when)
    const sheet = new Sheet(store.getSnapshot().value, this.#hands.random)
    mutation.do(sheet, this.#hands)
    if (sheet.mutations.length === 0) return
    app.page.run(() => store.edit(() => sheet.value, when))
    this.#note(mutation, sheet)
  }

  /** Creates the record if it is missing, as the app does before it writes a field of it. */
  #makeOwnRecord(app: App, when: 'after-pause' | 'at-once'): void {
    const { person } = this.#options.trip
    for (const step of recordSteps({ partyId: person, personId: person }))
      app.page.run(() => app.find('private')?.edit(step, when))
  }

  /** Edits a copy and saves it as one edit some time later, as an edit screen does. */
  async #editCopy(mutation: KnownMutation): Promise<void> {
    const app = this.#appInUse()
    const store = app?.find(mutation.section)
    if (!app || !store) return
    const { random } = this.#hands
    const sheet = new Sheet(store.getSnapshot().value, random)
    const others = knownMutations.filter(({ section, way }) => section === mutation.section && way === 'copy')
    mutation.do(sheet, this.#hands)
    if (random.chance(0.5)) random.pick(others)?.do(sheet, this.#hands)
    await pause(random.between(...COPY_MS))
    // If the app was closed before the copy was saved, there was no edit.
    if (sheet.mutations.length === 0 || this.#appInUse() !== app) return
    app.page.run(() => store.applyDraft(sheet.from, sheet.value))
    this.#note(mutation, sheet)
  }

  #note({ section, way }: KnownMutation, sheet: Sheet<unknown>): void {
    const { number, diary, device } = this.#options
    diary.note(number, section, sheet, way !== 'after-pause' && device.network.isOnline)
  }

  /** The app, unless it is about to be hidden, closed or crashed. */
  #appInUse(): App | undefined {
    return this.#isLeaving ? undefined : this.#app
  }

  #setLookedAt(isLookedAt: boolean): void {
    this.isLookedAt = isLookedAt
    this.#options.onLook()
  }

  async #pauseUnlessEnding(ms: number): Promise<void> {
    const until = now() + ms
    while (!this.#isEnding && now() < until) await pause(Math.min(100, until - now()))
  }
}

/** On a slow machine, writes may take longer than the pause before a crash. */
async function untilWritten(page: Page): Promise<void> {
  for (let idle = 0; idle < IDLE_TURNS; idle++) {
    await pause(1)
    if (page.isWriting) idle = 0
  }
}
