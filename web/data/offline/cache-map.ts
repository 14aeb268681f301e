import { findServiceWorkers } from '#web/browser/service-workers.ts'

/** Has the map's files cached on this device, some 3.5 MB: once, however often it is called. */
export async function cacheMap(): Promise<void> {
  const registration = await findServiceWorkers()?.ready
  registration?.active?.postMessage('cache the map')
}
