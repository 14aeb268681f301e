import { tabStorage } from '../device/web-storage.ts'
import { logFailure } from '../log.ts'
import { plan } from '../trips/trip-data.ts'

/*
 * Job: the app on this device, and its newer versions while the server still understands this one (else: app-renewal.ts).
 * Invariants: a page is loaded anew only while nobody looks at it and nothing in it waits to be sent; a page that stays
 *   open keeps its own version's files (the service worker keeps the version before).
 * Failure: without a service worker, such as on a plain-http address, the app needs the network, and a reload is an update.
 */

/** How often a page that stays open looks for a newer version. */
const LOOK_EVERY_MS = 60 * 60_000

/** Whoever is away this long has not only gone to the file picker or the camera. */
const AWAY_MS = 60_000
/** What the page itself needs comes first. */
const AFTER_MS = 2000
let isKept = false

/** Has this device keep the app, and takes newer versions over when nobody is in the middle of something. */
export function keepApp(): void {
  const { serviceWorker } = navigator
  if (isKept || !import.meta.env.PROD || !serviceWorker) return
  isKept = true
  setTimeout(
    () => void keep(serviceWorker).catch((failure) => logFailure('The app could not be kept on this device', failure)),
    AFTER_MS,
  )
}

async function keep(serviceWorker: ServiceWorkerContainer): Promise<void> {
  const registration = await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  // Where a policy forbids service workers, some browsers answer nothing.
  if (!registration) return
  // The first one ever takes over a page that has all of its own version.
  let isOutdated = false
  if (serviceWorker.controller) {
    serviceWorker.addEventListener('controllerchange', () => {
      isOutdated = true
      renew()
    })
  }
  let looked = Date.now()
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  function renew() {
    if (!isIdle()) return
    if (isOutdated) location.reload()
    else registration.waiting?.postMessage('take over')
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(renew, AWAY_MS)
    else if (Date.now() - looked > LOOK_EVERY_MS) {
      looked = Date.now()
      void registration.update().catch(() => {})
    }
  })
}

/** Whether nobody would notice if the page were loaded anew. */
function isIdle(): boolean {
  const drafts = tabStorage.keys().some((key) => key.startsWith('wayfare.draft '))
  return document.visibilityState === 'hidden' && !drafts && !plan.hasPendingEdits() && !plan.isUploading()
}
