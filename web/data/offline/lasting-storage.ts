import { useEffect, useState } from 'react'
import { findServiceWorkers } from '#web/browser/service-workers.ts'

let requested: Promise<boolean> | undefined

/** Asks the browser not to evict this site's storage when the disk fills up. Some browsers ask the user. */
export function requestPersistentStorage(): void {
  requested = requestPersistence().catch(() => false)
}

async function requestPersistence(): Promise<boolean> {
  const { storage } = navigator
  return (await storage?.persisted?.()) || (await storage?.persist?.()) || false
}

/** How many more bytes the browser lets this site store; undefined if it does not say. */
export async function findFreeSpace(): Promise<number | undefined> {
  try {
    const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
    return quota === undefined ? undefined : Math.max(0, quota - (usage ?? 0))
  } catch {
    return undefined
  }
}

/** Whether the browser promises not to evict this site's storage; undefined until it answers. */
export function useIsStoragePersistent(): boolean | undefined {
  const [isLasting, setLasting] = useState<boolean>()
  useEffect(() => {
    // Browsers grant to an installed app what they may have denied to a page.
    if (isInstalled()) requestPersistentStorage()
    const known = requested ?? navigator.storage?.persisted?.()
    known?.then(setLasting, () => {})
  }, [])
  return isLasting
}

/** Whether the app was opened from the home screen. */
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Whether this browser can start the app offline. An in-app browser or a plain-http address has no service workers. */
export const canStartOffline = () => findServiceWorkers() !== undefined

/** Whether the service worker is installed, so that the app starts offline. */
export function useIsServiceWorkerReady(): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => void findServiceWorkers()?.ready.then(() => setHere(true)), [])
  return isHere
}
