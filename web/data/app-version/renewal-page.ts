import type { RenewalPage } from './app-renewal.ts'

/** Who has done nothing for so long does not notice a reload: the page looks the same after it. */
const IDLE_MS = 5000
/** A new service worker takes over at once, unless the one before is still at something. */
const TAKES_OVER_WITHIN_MS = 10_000
/** A reload that has not happened by then does not happen. */
const RELOADS_WITHIN_MS = 10_000
const KEPT_WITHIN_MS = 500

const TEXT_FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea'
/** What is typed there is kept nowhere: dialogs, and forms that are sent as they are, such as the sign-in's. */
const UNKEPT_FIELD = 'form :is(input:not([type="checkbox"], [type="radio"]), textarea)[name]'

let lastSign = Date.now()
let lastMove = 0
let address = location.href

function noteSign() {
  lastSign = Date.now()
}
for (const sign of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
  addEventListener(sign, noteSign, { capture: true, passive: true })

/** The page that this is, for its renewal. */
export const renewalPage: RenewalPage = {
  // Not the stand-in that web-storage.ts has where the browser refuses its own: what a reload forgets cannot stop the next.
  storage: {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, text) => sessionStorage.setItem(key, text),
  },

  async fetchNewest() {
    const registration = await findRegistration()
    if (!registration) return (await fetch(location.href, { cache: 'reload' })).ok
    await registration.update()
    const worker = registration.installing ?? registration.waiting
    // Else the newest is at work already, since another tab has let it.
    return !worker || hasReached(worker, ['installed', 'activating', 'activated'])
  },

  isFree() {
    if (location.href !== address) lastMove = Date.now()
    address = location.href
    const isLeftAlone = lastMove > lastSign || Date.now() - lastSign > IDLE_MS
    return isLeftAlone && !isTyping() && !hasUnkeptText() && !isReloadHeld() && navigator.onLine !== false
  },

  async reload({ isRepeated }) {
    // What was typed last is put on the disk once it has been painted.
    await pause(KEPT_WITHIN_MS)
    const registration = await findRegistration()
    // Past the service worker, to the server itself; the app that comes from there registers its own.
    if (isRepeated) await registration?.unregister()
    else await takeOver(registration?.waiting)
    // Working copies outlive a reload, so that nobody need be asked about them.
    const stayQuiet = (event: Event) => event.stopImmediatePropagation()
    if (!isReloadHeld()) addEventListener('beforeunload', stayQuiet, { capture: true })
    location.reload()
    await pause(RELOADS_WITHIN_MS)
    removeEventListener('beforeunload', stayQuiet, { capture: true })
  },
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration()
}

async function takeOver(worker: ServiceWorker | null | undefined): Promise<void> {
  worker?.postMessage('take over')
  if (worker) await Promise.race([hasReached(worker, ['activated']), pause(TAKES_OVER_WITHIN_MS)])
}

/** Resolves when a service worker has reached one of these states; false when it never will. */
function hasReached(worker: ServiceWorker, states: ServiceWorkerState[]): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (states.includes(worker.state)) resolve(true)
      else if (worker.state === 'redundant') resolve(false)
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

/** Whether a reload would lose something that the page has in its memory alone. Who has such a thing prevents the event, as with `beforeunload`. */
function isReloadHeld(): boolean {
  return !dispatchEvent(new Event('wayfare:beforereload', { cancelable: true }))
}

/** Whether keys would be lost that are about to be pressed. */
function isTyping(): boolean {
  return document.visibilityState === 'visible' && document.activeElement?.matches(TEXT_FIELD) === true
}

function hasUnkeptText(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>(UNKEPT_FIELD)]
  return document.querySelector('[data-modal]') !== null || fields.some(({ value }) => value !== '')
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
