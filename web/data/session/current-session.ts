import { logFailure } from '../log.ts'
import { hasCopiesToDrop, Session } from './session.ts'

/** The session of this browser. */
export const session = new Session()

/** Establishes the session, and lets every sign of life of the person keep it. Resolves when it is known who is signed in. */
export async function startSession(): Promise<void> {
  for (const sign of ['mousemove', 'keydown', 'click', 'scroll', 'touchstart']) {
    addEventListener(sign, session.recordActivity, { capture: true, passive: true })
  }
  // Before all others who listen: for whoever is being signed out nothing is asked, it would only be refused.
  document.addEventListener(
    'visibilitychange',
    (event) => {
      if (document.visibilityState === 'visible' && session.recordReturn()) event.stopImmediatePropagation()
    },
    { capture: true },
  )
  // What does not succeed is tried again at the next start.
  session.onAuthStateChange(
    () => void dropCopies().catch((failure) => logFailure('Copies are still on this device', failure)),
  )
  await session.init()
}

/** What is kept here of somebody goes when nobody, or somebody else, is signed in, also where that turns out only at the next start. */
async function dropCopies(): Promise<void> {
  if (hasCopiesToDrop()) await (await import('../device/device-copies.ts')).dropDeviceCopies()
}
