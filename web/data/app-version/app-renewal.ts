/*
 * What becomes of a page when the server no longer understands its app.
 * Job: the page is loaded anew with the server's app, by itself or when the person asks for it.
 * Invariants: by itself it is loaded anew only when the newer app is at hand, nobody is typing, and nothing would be lost;
 *   and, for one version of the app, once an hour at most, so that a server (or something on the way to it) that gives the
 *   old app once more is not asked for ever.
 * Failure: where the newer app cannot be had, or a reload brought the old one again, the page says so and stays as it is:
 *   what is typed is kept on the device. Whoever presses the button tries once more.
 */

/** `current`: nothing is known of a newer version. `outdated`: it will be taken over. `failed`: it could not be. */
export type RenewalState = 'current' | 'outdated' | 'renewing' | 'failed'

/** What a renewal needs of the page and its browser. */
export interface RenewalPage {
  /** Gets the server's app onto this device, without using it yet. Answers whether a reload would bring it. @throws where it cannot be had */
  fetchNewest: () => Promise<boolean>
  /** Whether a reload now would go unnoticed, and lose nothing. */
  isFree: () => boolean
  /** Loads the page anew, with the app that was got. `isRepeated`: doing just this has brought the old app before. */
  reload: (options: { isRepeated: boolean }) => Promise<void>
  storage: Pick<Storage, 'getItem' | 'setItem'>
}

/** What it is told, rather than importing it: it is a file of its own, fetched when there is time, that brings no others along. */
export interface RenewalOptions {
  /** The version of this app. */
  version: number
  logFailure: (what: string, failure: unknown) => void
}

const LOOK_EVERY_MS = 1000
const ONCE_IN_MS = 60 * 60_000

export class AppRenewal {
  readonly #page: RenewalPage
  readonly #triedKey: string
  readonly #logFailure: RenewalOptions['logFailure']
  readonly #listeners = new Set<() => void>()
  #state: RenewalState = 'current'
  #fetching: Promise<boolean> | undefined
  #isAtHand = false

  constructor(page: RenewalPage, { version, logFailure }: RenewalOptions) {
    this.#page = page
    this.#triedKey = `wayfare.renewed-from ${version}`
    this.#logFailure = logFailure
  }

  getState = (): RenewalState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** To be called whenever the server says that this app is too old. */
  note = (): void => {
    if (this.#state === 'current') {
      this.#set(this.#wasTried() ? 'failed' : 'outdated')
      setInterval(this.#look, LOOK_EVERY_MS)
    }
    // What could not be had before may be there by now.
    void this.#fetch()
  }

  /** The person asks for it. */
  renew = async (): Promise<void> => {
    if (this.#state === 'renewing') return
    this.#set('renewing')
    if (await this.#fetch()) await this.#reload({ isAsked: true })
    // The page is still here: the app could not be had, or the browser has asked the person, who stays.
    this.#set('failed')
  }

  #look = async (): Promise<void> => {
    const isDue = () => this.#state === 'outdated' && this.#isAtHand && this.#page.isFree()
    // Looked for once more: since it was got the network may have gone.
    if (!isDue() || !(await this.#fetch()) || !isDue()) return
    this.#set('renewing')
    await this.#reload({ isAsked: false })
    this.#set('failed')
  }

  async #fetch(): Promise<boolean> {
    this.#fetching ??= this.#page
      .fetchNewest()
      .catch((failure) => {
        this.#logFailure('The newer version of the app could not be loaded', failure)
        return false
      })
      .finally(() => {
        this.#fetching = undefined
      })
    this.#isAtHand = await this.#fetching
    return this.#isAtHand
  }

  async #reload({ isAsked }: { isAsked: boolean }): Promise<void> {
    const isRepeated = this.#wasTried()
    if (this.#remember() || isAsked) await this.#page.reload({ isRepeated })
  }

  #wasTried(): boolean {
    try {
      return Date.now() - Number(this.#page.storage.getItem(this.#triedKey)) < ONCE_IN_MS
    } catch {
      // Where nothing can be stored nothing is known; then only the person has it loaded anew.
      return false
    }
  }

  /** Answers false where nothing can be stored: then the next page would not know. */
  #remember(): boolean {
    try {
      this.#page.storage.setItem(this.#triedKey, String(Date.now()))
      return true
    } catch (failure) {
      this.#logFailure('That the app is being renewed could not be kept', failure)
      return false
    }
  }

  #set(state: RenewalState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
