import { logFailure } from '../log.ts'
import type { tabStorage } from '../storage/web-storage.ts'

/*
 * Decides when a page reloads to get a newer version of the app.
 * Job: the page reloads by itself at a moment when nobody notices, or when the person asks for it.
 * Invariants: by itself it reloads only if the server's app is on this device and the page is free. If the only reason
 *   is that there is a newer app, nobody may be looking at the page either. For one reason and one version it reloads
 *   once an hour at most, so that a server (or something on the way to it) that serves the old app again does not cause
 *   a loop.
 * Failure: if the newer app cannot be fetched, or a reload has brought the old one again, the page stays as it is. It
 *   says so if the server no longer understands it; edits are persisted meanwhile. The button tries once more.
 */

/** `part_missing`: a part of this app could not be loaded. `too_old`: the server no longer understands it. */
type Reason = 'newer' | 'part_missing' | 'too_old'

/** `waiting`: for a reason to reload, or for the right moment. `failed`: the newer app could not be loaded. */
type UpdateState = 'waiting' | 'updating' | 'failed'

export interface UpdatePage {
  /** Fetches the server's app without using it. Returns whether a reload would load it. @throws if that fails */
  fetchNewest: () => Promise<boolean>
  hasNewer: () => Promise<boolean>
  /** Whether a reload now would go unnoticed and lose nothing. */
  isFree: () => boolean
  /** Whether nobody has looked at the page for a while. */
  isAway: () => boolean
  /** Makes the next reload use the fetched app. `isRepeated`: this way has brought the old app before. */
  prepareReload: (options: { isRepeated: boolean }) => Promise<void>
  /** Reloads the page. Resolves if that does not happen. */
  reload: () => Promise<void>
  storage: Pick<typeof tabStorage, 'getItem' | 'setItem'>
}

const CHECK_EVERY_MS = 1000
const FETCH_EVERY_MS = 60 * 60_000
const MIN_INTERVAL_MS = 60 * 60_000

export class AppUpdate {
  readonly #page: UpdatePage
  readonly #version: number
  readonly #listeners = new Set<() => void>()
  #reason: Reason | undefined
  #state: UpdateState = 'waiting'
  #fetching: Promise<boolean> | undefined
  #fetchedAt = Date.now()
  #isFetched = false
  #isRequested = false

  /** @param version of the API that this app and the server share */
  constructor(page: UpdatePage, version: number) {
    this.#page = page
    this.#version = version
    setInterval(this.#check, CHECK_EVERY_MS)
  }

  getState = (): UpdateState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Call it whenever the server says that this app is too old. */
  noteTooOld = (): void => {
    if (this.#reason !== 'too_old') {
      this.#reason = 'too_old'
      if (this.#state !== 'updating') this.#setState(this.#wasAttempted() ? 'failed' : 'waiting')
    }
    // What could not be fetched before may be available now.
    void this.#fetch()
  }

  /**
   * Call it when a part of this app could not be loaded. The server may have another app now, and some browsers do not
   * retry a failed module until the page reloads.
   */
  notePartMissing = (): void => {
    if (this.#reason === 'too_old' || this.#wasAttempted('part_missing')) return
    this.#reason = 'part_missing'
    void this.#fetch()
  }

  /** Call it when the last missing part has been loaded after all, so that a reload is pointless. */
  notePartsThere = (): void => {
    if (this.#reason === 'part_missing') this.#reason = undefined
  }

  /** Updates at once, because the person asks for it. */
  ask = async (): Promise<void> => {
    this.#isRequested = true
    await this.#update()
  }

  #check = async (): Promise<void> => {
    if (Date.now() - this.#fetchedAt > FETCH_EVERY_MS) void this.#fetch()
    if (!this.#reason && this.#page.isAway() && !this.#wasAttempted('newer') && (await this.#page.hasNewer())) {
      this.#reason ??= 'newer'
      this.#isFetched = true
    }
    if (this.#state === 'waiting' && this.#isDue()) await this.#update()
  }

  #isDue(): boolean {
    if (this.#isRequested) return true
    const isWanted = this.#reason && (this.#reason !== 'newer' || this.#page.isAway())
    return Boolean(isWanted) && this.#isFetched && this.#page.isFree()
  }

  async #update(): Promise<void> {
    if (this.#state === 'updating') return
    this.#setState('updating')
    const wasReloaded = await this.#reload()
    // The page is still here: the app could not be fetched, somebody came back, or the person chose to stay.
    this.#setState(wasReloaded || this.#isRequested ? 'failed' : 'waiting')
    this.#isRequested = false
  }

  /** Returns false if the reload is put off. */
  async #reload(): Promise<boolean> {
    // Fetch once more: the network may have gone since.
    if (!(await this.#fetch()) || !this.#isDue()) return false
    await this.#page.prepareReload({ isRepeated: this.#wasAttempted() })
    if (!this.#isDue()) return false
    if (this.#recordAttempt() || this.#isRequested) await this.#page.reload()
    return true
  }

  async #fetch(): Promise<boolean> {
    this.#fetchedAt = Date.now()
    this.#fetching ??= this.#page
      .fetchNewest()
      .catch((failure) => {
        // If a part could not be loaded either, there is most likely no network.
        if (this.#reason !== 'part_missing') logFailure('The newer version of the app could not be loaded', failure)
        return false
      })
      .finally(() => {
        this.#fetching = undefined
      })
    this.#isFetched = await this.#fetching
    return this.#isFetched
  }

  #wasAttempted(reason = this.#reason): boolean {
    return Date.now() - Number(this.#page.storage.getItem(this.#attemptKey(reason))) < MIN_INTERVAL_MS
  }

  /** Returns false if nothing can be stored: the reloaded page would not know of this attempt. */
  #recordAttempt(): boolean {
    return this.#page.storage.setItem(this.#attemptKey(), String(Date.now()))
  }

  #attemptKey(reason = this.#reason): string {
    return `wayfare.updated ${reason} ${this.#version}`
  }

  #setState(state: UpdateState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
