import { setTimeout as pause } from 'node:timers/promises'
import { commonSectionNames, type SectionName, sectionNames } from '#domain/plan/index.ts'
import { httpTransport } from '#web/data/http/http-transport.ts'
import { PageEvents } from '#web/data/page-events.ts'
import { createPlan } from '#web/data/root/create-plan.ts'
import { listenToPage } from '#web/data/root/listen-to-page.ts'
import { LiveTrip } from '#web/data/sync/live-trip.ts'
import type { PlanClient } from '#web/data/sync/plan-client.ts'
import type { SectionStore } from '#web/data/sync/section-store.ts'
import type { Superseded } from './messages.ts'
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

/** The app with one open trip: the engine and its live events, without the screens. */
export class App {
  readonly page: Page
  readonly #options: AppOptions
  readonly #events = new PageEvents()
  readonly #plan: PlanClient
  #stopListening = () => {}
  #refreshing: Promise<void> | undefined

  private constructor(options: AppOptions) {
    this.#options = options
    this.page = options.page
    const { plan } = createPlan({
      page: this.#events,
      currentUserId: async () => options.person,
      queries: {
        refresh: () => this.#refresh(),
        whenIdle: async () => this.#refreshing?.catch(() => {}),
        onShared: () => {},
        onNotices: () => {},
      },
    })
    this.#plan = plan
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
    listenToPage(this.#events)
    // As the query cache does for the screens.
    this.#events.on('visibilitychange', () => {
      if (document.visibilityState !== 'hidden') void this.#refresh().catch(() => {})
    })
    this.#events.on('online', () => void this.#refresh().catch(() => {}))
    const fetched = this.#refresh().catch(() => {})
    await this.#plan.openPersisted(tripId)
    if (!this.find('details')) await fetched
    while (!this.find('details') && !page.isGone) {
      await pause(RETRY_MS)
      await this.#refresh().catch(() => {})
    }
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

  get superseded(): Superseded[] {
    const refused = this.#plan.findPlan(this.#options.tripId)?.getState().refused ?? []
    return refused.flatMap(({ operation, refused: { code } }) =>
      code === 'superseded' && operation.do === 'set'
        ? [{ section: operation.section, path: operation.at, value: operation.to }]
        : [],
    )
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
    const parts = { plans: this.#plan, transport: httpTransport, page: this.#events }
    this.#stopListening = new LiveTrip(this.#options.tripId, parts).start()
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
