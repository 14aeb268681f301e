import { findServiceWorkers } from '#web/browser/service-workers.ts'
import { logFailure } from '../log.ts'

/** The page's own requests come first. */
const AFTER_MS = 2000

/** Caches the app on this device. Without a service worker, as on plain-http addresses, the app needs the network. */
export function cacheApp(): void {
  if (import.meta.env.PROD) setTimeout(() => void register(), AFTER_MS)
}

async function register(): Promise<void> {
  try {
    await findServiceWorkers()?.register('/service-worker.js', { updateViaCache: 'none' })
  } catch (failure) {
    logFailure('The service worker could not be registered', failure)
  }
}
