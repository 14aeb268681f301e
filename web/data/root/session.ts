import { hasCopiesToDrop, Session } from '../auth/session.ts'
import { logFailure } from '../log.ts'

export const session = new Session()

/** Establishes the session and renews it with every activity. Resolves when it is known who is signed in. */
export async function startSession(): Promise<void> {
  for (const type of ['mousemove', 'keydown', 'click', 'scroll', 'touchstart']) {
    addEventListener(type, session.recordActivity, { capture: true, passive: true })
  }
  // Runs before all other listeners: the server would refuse their requests if the session is about to end.
  document.addEventListener(
    'visibilitychange',
    (event) => {
      if (document.visibilityState === 'visible' && session.handleVisible()) event.stopImmediatePropagation()
    },
    { capture: true },
  )
  // The next start retries what fails.
  session.onAuthStateChange(
    () => void dropCopies().catch((failure) => logFailure('Copies are still on this device', failure)),
  )
  await session.init()
}

/** Drops the copies of somebody who is no longer signed in, even if that turns out only at the next start. */
async function dropCopies(): Promise<void> {
  if (hasCopiesToDrop()) await (await import('../storage/device-copies.ts')).dropDeviceCopies()
}
