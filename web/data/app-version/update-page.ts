import { findServiceWorkers } from '#web/browser/service-workers.ts'
import { tabStorage } from '../storage/web-storage.ts'
import type { UpdatePage } from './app-update.ts'

/** After this long without input a reload goes unnoticed: the page looks the same after it. */
const IDLE_MS = 5000
/** After this long the person is not just in the file picker or the camera. */
const AWAY_MS = 60_000
/** A new service worker takes over at once, unless the old one is still busy. */
const TAKEOVER_TIMEOUT_MS = 10_000
/** A reload that has not happened within this time does not happen. */
const RELOAD_TIMEOUT_MS = 10_000
const PERSIST_WAIT_MS = 500

const TEXT_FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea'
/** Fields whose text is not persisted: in dialogs, and in forms that are sent as a whole, such as the sign-in. */
const UNSAVED_FIELD = 'form :is(input:not([type="checkbox"], [type="radio"]), textarea)[name]'

/** The browser's page, for updates of the app. */
export class BrowserPage implements UpdatePage {
  readonly storage = tabStorage
  #lastSeen = Date.now()
  #lastInput = Date.now()
  #lastNavigation = 0
  #address = location.href
  /** The service worker of this page's app. The very first one takes over a page whose version it has in full. */
  #ownWorker = findServiceWorkers()?.controller

  /** Call it when the person types, presses or scrolls. */
  noteInput = (): void => {
    this.#lastInput = Date.now()
  }

  async fetchNewest(): Promise<boolean> {
    // Being offline is no failure.
    if (navigator.onLine === false) return false
    const registration = await findRegistration()
    if (!registration) return (await fetch(location.href, { cache: 'reload' })).ok
    await registration.update()
    const worker = registration.installing ?? registration.waiting
    // Otherwise the newest one is active already, because another tab has activated it.
    return !worker || hasReached(worker, ['installed', 'activating', 'activated'])
  }

  async hasNewer(): Promise<boolean> {
    const registration = await findRegistration()
    this.#ownWorker ??= findServiceWorkers()?.controller
    return Boolean(registration?.waiting) || findServiceWorkers()?.controller !== this.#ownWorker
  }

  isFree(): boolean {
    if (location.href !== this.#address) this.#lastNavigation = Date.now()
    this.#address = location.href
    const isIdle = this.#lastNavigation > this.#lastInput || Date.now() - this.#lastInput > IDLE_MS
    return isIdle && !isTyping() && !hasUnsavedText() && !isReloadHeld() && navigator.onLine !== false
  }

  isAway(): boolean {
    // This is called every second, so it sees everybody who looks at the page.
    if (document.visibilityState === 'visible') this.#lastSeen = Date.now()
    return Date.now() - this.#lastSeen > AWAY_MS
  }

  async prepareReload({ isRepeated }: { isRepeated: boolean }): Promise<void> {
    // The last edit is persisted once it has been painted.
    await pause(PERSIST_WAIT_MS)
    const registration = await findRegistration()
    // Bypass the service worker and load from the server. The app from there registers its own worker.
    if (isRepeated) await registration?.unregister()
    else await activate(registration?.waiting)
  }

  async reload(): Promise<void> {
    // Working copies survive a reload, so the person need not be asked.
    const suppressPrompt = (event: Event) => event.stopImmediatePropagation()
    if (!isReloadHeld()) addEventListener('beforeunload', suppressPrompt, { capture: true })
    location.reload()
    await pause(RELOAD_TIMEOUT_MS)
    removeEventListener('beforeunload', suppressPrompt, { capture: true })
  }
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  // Some browsers reject here if they refuse to store anything.
  return findServiceWorkers()
    ?.getRegistration()
    .catch(() => undefined)
}

async function activate(worker: ServiceWorker | null | undefined): Promise<void> {
  worker?.postMessage('take over')
  if (worker) await Promise.race([hasReached(worker, ['activated']), pause(TAKEOVER_TIMEOUT_MS)])
}

/** Resolves with true when a service worker reaches one of these states, and with false if it never will. */
function hasReached(worker: ServiceWorker, states: ServiceWorkerState[]): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      if (states.includes(worker.state)) resolve(true)
      else if (worker.state === 'redundant') resolve(false)
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

/** Whether a reload would lose something in memory. Its owner prevents the event, as with `beforeunload`. */
function isReloadHeld(): boolean {
  return !dispatchEvent(new Event('wayfare:beforereload', { cancelable: true }))
}

/** Whether the person is in a text field, so that the next keys would be lost. */
function isTyping(): boolean {
  return document.visibilityState === 'visible' && document.activeElement?.matches(TEXT_FIELD) === true
}

function hasUnsavedText(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>(UNSAVED_FIELD)]
  return document.querySelector('[data-modal]') !== null || fields.some(({ value }) => value !== '')
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
