import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import { commonNames, type SectionName, sectionNames } from '#domain/plan/index.ts'
import { PersistedTrips } from '#web/data/device/persisted-trips.ts'
import { DeviceLogs } from '#web/data/sync/device-logs.ts'
import { LiveTrip } from '#web/data/sync/live-trip.ts'
import { PlanClient } from '#web/data/sync/plan-client.ts'
import type { SectionStore } from '#web/data/sync/section-store.ts'
import type { Page } from './page.ts'

/** Without anything of the trip on the disk, opening it is tried again after this long. */
const AGAIN_MS = 500

export interface AppOptions {
  page: Page
  person: string
  tripId: string
  /** Hears whenever a section looks different. */
  onShow: (section: SectionName, value: unknown) => void
}

/**
 * The app with one trip on the screen: its own plan client, disk and live events, put together as web/data/trips/trip-data.ts, trips.ts
 * and use-live-trip.ts do.
 */
export class App {
  readonly page: Page
  readonly #options: AppOptions
  readonly #plan: PlanClient
  #stopListening = () => {}
  #asking: Promise<void> | undefined

  private constructor(options: AppOptions) {
    this.#options = options
    this.page = options.page
    this.#plan = new PlanClient({
      logs: new DeviceLogs(),
      trips: new PersistedTrips(),
      currentPerson: async () => options.person,
    })
  }

  /** Opens the trip in a new page: from the disk, and from the server as soon as that answers. Resolves once it is on the screen. */
  static async open(options: AppOptions): Promise<App> {
    return options.page.run(async () => {
      const app = new App(options)
      await app.#open()
      return app
    })
  }

  async #open(): Promise<void> {
    const { page, tripId } = this.#options
    addEventListener('pagehide', () => this.#plan.leave())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.#plan.flush({ keepalive: true })
      else void this.#refresh().catch(() => {})
    })
    addEventListener('online', () => {
      void this.#plan.flush()
      void this.#refresh().catch(() => {})
    })
    const asked = this.#refresh().catch(() => {})
    await this.#plan.openPersisted(tripId)
    if (!this.find('details')) await asked
    while (!this.find('details') && !page.isGone) {
      await pause(AGAIN_MS)
      await this.#refresh().catch(() => {})
    }
    this.#plan.onDiffers(() => void this.#refresh().catch(() => {}))
    this.#watch()
    this.#listen()
  }

  /** A section on the screen. */
  find<Name extends SectionName>(name: Name): SectionStore<Name> | undefined {
    return this.#plan.find(this.#options.tripId, name)
  }

  hasPendingEdits(): boolean {
    return this.#plan.hasPendingEdits()
  }

  /** What the page shows, and at which versions. */
  get sections(): { name: SectionName; version: number | undefined; value: unknown }[] {
    return sectionNames.map((name) => ({
      name,
      version: this.find(name)?.version,
      value: this.find(name)?.getSnapshot().value,
    }))
  }

  /** What a device does with an app that its person leaves, before it ends it: the last chance to send and to write. */
  leave(): void {
    this.page.tell('pagehide')
    this.page.run(() => this.#stopListening())
  }

  #refresh(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #ask(): Promise<void> {
    await this.#plan.open(this.#options.tripId)
  }

  #listen(): void {
    const { tripId, person } = this.#options
    const live = new LiveTrip({
      url: `/api/trips/${tripId}/events`,
      isOwn: (personId) => personId === person,
      versionOf: (part) => this.#plan.versionOf(tripId, part),
      isKnown: () => true,
      whenAnswered: async (part) => {
        await this.#asking?.catch(() => {})
        await this.#plan.whenAnswered(tripId, part)
      },
      refresh: async (behind) => {
        if (behind.some((part) => part !== 'private')) await this.#refresh()
        if (behind.includes('private') && this.#plan.isOpen(tripId)) await this.#fetchPrivate()
      },
      receiveVersions: (versions) => {
        if (versions['private'] === 0) this.#plan.private.take(tripId, { version: 0, value: [] })
      },
      onReached: () => this.#plan.retry(),
      receiveChange: (change) => this.#plan.receiveChange(tripId, change),
      onShared: () => {},
    })
    this.#stopListening = live.start()
  }

  async #fetchPrivate(): Promise<void> {
    try {
      await this.#plan.private.fetch(this.#options.tripId)
    } catch (failure) {
      if (failure instanceof AppError && failure.code === 'unreachable') throw failure
      console.error(`What is private in the trip could not be fetched: ${failure}`)
    }
  }

  #watch(): void {
    for (const name of commonNames) this.#watchSection(name)
    // The private section arrives after the trip.
    let isWatched = false
    const watchPrivate = () => {
      if (isWatched || !this.find('private')) return
      isWatched = true
      this.#watchSection('private')
    }
    watchPrivate()
    this.#plan.findPlan(this.#options.tripId)?.subscribe(watchPrivate)
  }

  #watchSection(name: SectionName): void {
    let shown: unknown
    const look = () => {
      const { value } = this.find(name)?.getSnapshot() ?? {}
      if (value !== shown) this.#options.onShow(name, value)
      shown = value
    }
    look()
    this.find(name)?.subscribe(look)
  }
}
