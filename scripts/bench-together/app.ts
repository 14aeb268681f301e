import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import { commonSectionNames, type SectionName, sectionNames } from '#domain/plan/index.ts'
import { PersistedTrips } from '#web/data/storage/persisted-trips.ts'
import { DeviceLogs } from '#web/data/sync/device-logs.ts'
import { LiveTrip } from '#web/data/sync/live-trip.ts'
import { PlanClient } from '#web/data/sync/plan-client.ts'
import type { SectionStore } from '#web/data/sync/section-store.ts'
import type { Page } from './page.ts'

/** The pause before another attempt to open a trip that is not persisted. */
const RETRY_MS = 500

export interface AppOptions {
  page: Page
  person: string
  tripId: string
  /** Called when the shown value of a section changes. */
  onShow: (section: SectionName, value: unknown) => void
}

/**
 * The app with one open trip: a plan client, persistence and live events, wired as in web/data/root/plan.ts,
 * trips.ts and use-live-trip.ts.
 */
export class App {
  readonly page: Page
  readonly #options: AppOptions
  readonly #plan: PlanClient
  #stopListening = () => {}
  #refreshing: Promise<void> | undefined

  private constructor(options: AppOptions) {
    this.#options = options
    this.page = options.page
    this.#plan = new PlanClient({
      logs: new DeviceLogs(),
      trips: new PersistedTrips(),
      currentUserId: async () => options.person,
    })
  }

  /** Opens the trip in a new page, from disk or else from the server. Resolves once it is shown. */
  static async open(options: AppOptions): Promise<App> {
    return options.page.run(async () => {
      const app = new App(options)
      await app.#open()
      return app
    })
  }

  async #open(): Promise<void> {
    const { page, tripId } = this.#options
    addEventListener('pagehide', () => this.#plan.unload())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.#plan.flush({ keepalive: true })
      else void this.#refresh().catch(() => {})
    })
    addEventListener('online', () => {
      void this.#plan.flush()
      void this.#refresh().catch(() => {})
    })
    const fetched = this.#refresh().catch(() => {})
    await this.#plan.openPersisted(tripId)
    if (!this.find('details')) await fetched
    while (!this.find('details') && !page.isGone) {
      await pause(RETRY_MS)
      await this.#refresh().catch(() => {})
    }
    this.#plan.onOutOfSync(() => void this.#refresh().catch(() => {}))
    this.#watch()
    this.#listen()
  }

  find<Name extends SectionName>(name: Name): SectionStore<Name> | undefined {
    return this.#plan.find(this.#options.tripId, name)
  }

  hasPendingEdits(): boolean {
    return this.#plan.hasPendingEdits()
  }

  get sections(): { name: SectionName; version: number | undefined; value: unknown }[] {
    return sectionNames.map((name) => ({
      name,
      version: this.find(name)?.version,
      value: this.find(name)?.getSnapshot().value,
    }))
  }

  /** Fires `pagehide`, as a browser does before it closes a page: the app's last chance to send and write. */
  leave(): void {
    this.page.dispatch('pagehide')
    this.page.run(() => this.#stopListening())
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#fetch().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #fetch(): Promise<void> {
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
        await this.#refreshing?.catch(() => {})
        await this.#plan.whenAnswered(tripId, part)
      },
      refresh: async (behind) => {
        if (behind.some((part) => part !== 'private')) await this.#refresh()
        if (behind.includes('private') && this.#plan.isOpen(tripId)) await this.#fetchPrivate()
      },
      receiveVersions: (versions) => {
        if (versions['private'] === 0) this.#plan.private.receiveAndPersist(tripId, { version: 0, value: [] })
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
      console.error(`The private section could not be fetched: ${failure}`)
    }
  }

  #watch(): void {
    for (const name of commonSectionNames) this.#watchSection(name)
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
