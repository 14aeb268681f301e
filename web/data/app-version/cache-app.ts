import { logFailure } from '../log.ts'

/** What the page itself needs comes first. */
const AFTER_MS = 2000

/** Has this device keep the app. Without a service worker, such as on a plain-http address, the app needs the network. */
export function cacheApp(): void {
  if (import.meta.env.PROD) setTimeout(() => void register(), AFTER_MS)
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' })
  } catch (failure) {
    logFailure('The app could not be kept on this device', failure)
  }
}
