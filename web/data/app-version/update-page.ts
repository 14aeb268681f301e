import { API_VERSION } from '#domain/api/api-version.ts'
import { tabStorage } from '../device/web-storage.ts'
import { isTooOld, onTooOld } from '../http/http.ts'
import { AppUpdate, type UpdatePage } from './app-update.ts'

/** Who has done nothing for so long does not notice a reload: the page looks the same after it. */
const IDLE_MS = 5000
/** Whoever looks elsewhere for so long has not only gone to the file picker or the camera. */
const AWAY_MS = 60_000
/** A new service worker takes over at once, unless the one before is still at something. */
const TAKES_OVER_WITHIN_MS = 10_000
/** A reload that has not happened by then does not happen. */
const RELOADS_WITHIN_MS = 10_000
const KEPT_WITHIN_MS = 500

const TEXT_FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea'
/** What is typed there is kept nowhere: dialogs, and forms that are sent as they are, such as the sign-in's. */
const UNKEPT_FIELD = 'form :is(input:not([type="checkbox"], [type="radio"]), textarea)[name]'

let lastSeen = Date.now()
let lastSign = Date.now()
let lastMove = 0
let address = location.href

function noteSign() {
  lastSign = Date.now()
}
for (const sign of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
  addEventListener(sign, noteSign, { capture: true, passive: true })

/** The service worker of the page's own app. The first one ever takes over a page that has all of its version. */
let ownWorker = navigator.serviceWorker?.controller

/** The page that this is, for its update. */
const page: UpdatePage = {
  storage: tabStorage,

  async fetchNewest() {
    // Without a network there is nothing to be had, and nothing that went wrong.
    if (navigator.onLine === false) return false
    const registration = await findRegistration()
    if (!registration) return (await fetch(location.href, { cache: 'reload' })).ok
    await registration.update()
    const worker = registration.installing ?? registration.waiting
    // Else the newest is at work already, since another tab has let it.
    return !worker || hasReached(worker, ['installed', 'activating', 'activated'])
  },

  async hasNewer() {
    const registration = await findRegistration()
    ownWorker ??= navigator.serviceWorker?.controller
    return Boolean(registration?.waiting) || navigator.serviceWorker?.controller !== ownWorker
  },

  isFree() {
    if (location.href !== address) lastMove = Date.now()
    address = location.href
    const isLeftAlone = lastMove > lastSign || Date.now() - lastSign > IDLE_MS
    return isLeftAlone && !isTyping() && !hasUnkeptText() && !isReloadHeld() && navigator.onLine !== false
  },

  isAway() {
    // Asked every second, so that nobody who looks is missed.
    if (document.visibilityState === 'visible') lastSeen = Date.now()
    return Date.now() - lastSeen > AWAY_MS
  },

  async prepareReload({ isRepeated }) {
    // What was typed last is put on the disk once it has been painted.
    await pause(KEPT_WITHIN_MS)
    const registration = await findRegistration()
    // Past the service worker, to the server itself; the app that comes from there registers its own.
    if (isRepeated) await registration?.unregister()
    else await activate(registration?.waiting)
  },

  async reload() {
    // Working copies outlive a reload, so that nobody need be asked about them.
    const stayQuiet = (event: Event) => event.stopImmediatePropagation()
    if (!isReloadHeld()) addEventListener('beforeunload', stayQuiet, { capture: true })
    location.reload()
    await pause(RELOADS_WITHIN_MS)
    removeEventListener('beforeunload', stayQuiet, { capture: true })
  },
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  // Some browsers refuse to answer where they refuse to keep anything.
  return navigator.serviceWorker?.getRegistration().catch(() => undefined)
}

async function activate(worker: ServiceWorker | null | undefined): Promise<void> {
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

/** The update of this page's app. */
export const appUpdate = new AppUpdate(page, API_VERSION)
onTooOld(appUpdate.noteTooOld)
// Parts are loaded by what comes first, and this comes later: see web/import-with-retry.ts.
addEventListener('wayfare:partmissing', appUpdate.notePartMissing)
addEventListener('wayfare:partsthere', appUpdate.notePartsThere)
if (isTooOld()) appUpdate.noteTooOld()
