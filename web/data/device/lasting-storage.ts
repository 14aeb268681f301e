import { useEffect, useState } from 'react'

let asked: Promise<boolean> | undefined

/** Asks the browser to keep what is on this device also when room runs short. Some browsers ask the person. */
export function askToLast(): void {
  asked = ask().catch(() => false)
}

async function ask(): Promise<boolean> {
  const { storage } = navigator
  return (await storage?.persisted?.()) || (await storage?.persist?.()) || false
}

/** Whether what is kept here lasts, as far as the browser says; undefined until it is known. */
export function useIsLasting(): boolean | undefined {
  const [isLasting, setLasting] = useState<boolean>()
  useEffect(() => {
    // What was refused to a page is granted to the app.
    if (isInstalled()) askToLast()
    const known = asked ?? navigator.storage?.persisted?.()
    known?.then(setLasting, () => {})
  }, [])
  return isLasting
}

/** Whether this is the app on the home screen. */
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Whether this browser can start the app without a network: one inside of another app, or at a plain-http address, cannot. */
export const canAppBeHere = () => navigator.serviceWorker !== undefined

/** Whether the app itself is on this device, so that it starts without a network. */
export function useIsAppHere(): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => void navigator.serviceWorker?.ready.then(() => setHere(true)), [])
  return isHere
}
