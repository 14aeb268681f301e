import type { tabStorage } from '../device/web-storage.ts'
import { logFailure } from '../log.ts'

/*
 * When a page takes a newer version of the app over.
 * Job: the page is loaded anew with the server's app, by itself or when the person asks for it.
 * Invariants: by itself it is loaded anew only when the server's app is at hand and the page is free; merely because there is a
 *   newer one, only while nobody looks at it; and, for one reason and one version of the app, once an hour at most, so that a
 *   server (or something on the way to it) that gives the old app once more is not asked for ever.
 * Failure: where the newer app cannot be had, or a reload brought the old one again, the page stays as it is, and says so if the
 *   server no longer understands it: what is typed is kept on the device. Whoever presses the button tries once more.
 */

/** Why the app is wanted anew: there is a newer one, a part of this one cannot be had, or the server no longer understands it. */
type Reason = 'newer' | 'part_missing' | 'too_old'

/** `waiting`: for a reason, or for the moment. `failed`: the newer app could not be taken over. */
type UpdateState = 'waiting' | 'updating' | 'failed'

/** What an update needs of the page and its browser. */
export interface UpdatePage {
  /** Gets the server's app onto this device, without using it yet. Answers whether a reload would bring it. @throws where it cannot be had */
  fetchNewest: () => Promise<boolean>
  /** Whether this device has a newer app than the page's. */
  hasNewer: () => Promise<boolean>
  /** Whether a reload now would go unnoticed, and lose nothing. */
  isFree: () => boolean
  /** Whether nobody has looked at the page for a while. */
  isAway: () => boolean
  /** Has the next reload bring the app that was got. `isRepeated`: doing just this has brought the old app before. */
  prepareReload: (options: { isRepeated: boolean }) => Promise<void>
  /** Loads the page anew. Resolves where that did not happen. */
  reload: () => Promise<void>
  storage: Pick<typeof tabStorage, 'getItem' | 'setItem' | 'isLasting'>
}

const LOOK_EVERY_MS = 1000
const FETCH_EVERY_MS = 60 * 60_000
const ONCE_IN_MS = 60 * 60_000

export class AppUpdate {
  readonly #page: UpdatePage
  readonly #version: number
  readonly #listeners = new Set<() => void>()
  #reason: Reason | undefined
  #state: UpdateState = 'waiting'
  #fetching: Promise<boolean> | undefined
  #fetchedAt = Date.now()
  #isAtHand = false
  #isAsked = false

  /** @param version that of the forms which this app and the server exchange */
  constructor(page: UpdatePage, version: number) {
    this.#page = page
    this.#version = version
    setInterval(this.#look, LOOK_EVERY_MS)
  }

  getState = (): UpdateState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** To be called whenever the server says that this app is too old. */
  noteTooOld = (): void => {
    if (this.#reason !== 'too_old') {
      this.#reason = 'too_old'
      if (this.#state !== 'updating') this.#set(this.#wasTried() ? 'failed' : 'waiting')
    }
    // What could not be had before may be there by now.
    void this.#fetch()
  }

  /**
   * To be called when a part of this app could not be loaded. The server may have another app by now; and some browsers try nothing
   * twice that they could not load once, until the page is loaded anew.
   */
  notePartMissing = (): void => {
    if (this.#reason === 'too_old' || this.#wasTried('part_missing')) return
    this.#reason = 'part_missing'
    void this.#fetch()
  }

  /** To be called when the last part that could not be loaded is there after all: a reload would help nobody. */
  notePartsThere = (): void => {
    if (this.#reason === 'part_missing') this.#reason = undefined
  }

  /** The person asks for it. */
  ask = async (): Promise<void> => {
    this.#isAsked = true
    await this.#update()
  }

  #look = async (): Promise<void> => {
    if (Date.now() - this.#fetchedAt > FETCH_EVERY_MS) void this.#fetch()
    if (!this.#reason && this.#page.isAway() && !this.#wasTried('newer') && (await this.#page.hasNewer())) {
      this.#reason ??= 'newer'
      this.#isAtHand = true
    }
    if (this.#state === 'waiting' && this.#isDue()) await this.#update()
  }

  #isDue(): boolean {
    if (this.#isAsked) return true
    const isWorthIt = this.#reason && (this.#reason !== 'newer' || this.#page.isAway())
    return Boolean(isWorthIt) && this.#isAtHand && this.#page.isFree()
  }

  async #update(): Promise<void> {
    if (this.#state === 'updating') return
    this.#set('updating')
    const wasReloaded = await this.#reload()
    // The page is still here: the app could not be had, somebody came back, or the browser has asked the person, who stays.
    this.#set(wasReloaded || this.#isAsked ? 'failed' : 'waiting')
    this.#isAsked = false
  }

  /** Answers false where it is left for later. */
  async #reload(): Promise<boolean> {
    // Looked for once more: since it was got the network may have gone.
    if (!(await this.#fetch()) || !this.#isDue()) return false
    await this.#page.prepareReload({ isRepeated: this.#wasTried() })
    if (!this.#isDue()) return false
    if (this.#remember() || this.#isAsked) await this.#page.reload()
    return true
  }

  async #fetch(): Promise<boolean> {
    this.#fetchedAt = Date.now()
    this.#fetching ??= this.#page
      .fetchNewest()
      .catch((failure) => {
        // Where a part could not be had either, there is most likely no network.
        if (this.#reason !== 'part_missing') logFailure('The newer version of the app could not be loaded', failure)
        return false
      })
      .finally(() => {
        this.#fetching = undefined
      })
    this.#isAtHand = await this.#fetching
    return this.#isAtHand
  }

  #wasTried(reason = this.#reason): boolean {
    return Date.now() - Number(this.#page.storage.getItem(this.#triedKey(reason))) < ONCE_IN_MS
  }

  /** Answers false where nothing can be stored: then the next page would not know. */
  #remember(): boolean {
    const { storage } = this.#page
    try {
      storage.setItem(this.#triedKey(), String(Date.now()))
      return storage.isLasting
    } catch (failure) {
      logFailure('That the app is being updated could not be kept', failure)
      return false
    }
  }

  #triedKey(reason = this.#reason): string {
    return `wayfare.updated ${reason} ${this.#version}`
  }

  #set(state: UpdateState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
