import { Session } from '../auth/session.ts'
import { logFailure } from '../log.ts'
import { PageEvents } from '../page-events.ts'
import { hasCopiesToDrop } from '../storage/copies-to-drop.ts'
import { deviceStorage } from '../storage/web-storage.ts'
import { listenToPage } from './listen-to-page.ts'

/*
 * The root of web/data: this folder creates the objects that everything above it shares, and wires them. It listens to
 * the window for all layers, which hear of it by PageEvents. It has one file for each moment at which code loads: this
 * one for the first page, plan.ts for the pages of signed-in people, the others for what loads later.
 */

export const pageEvents = new PageEvents()
export const session = new Session(pageEvents)

/** Establishes the session and renews it with every activity. Resolves when it is known who is signed in. */
export async function startSession(): Promise<void> {
  for (const type of ['mousemove', 'keydown', 'click', 'scroll', 'touchstart']) {
    addEventListener(type, session.recordActivity, { capture: true, passive: true })
  }
  // If the session is about to end, nothing else hears of the event: the server would refuse its requests.
  listenToPage(pageEvents, () => session.handleVisible())
  // Changes by other tabs.
  pageEvents.on('storage', ({ key }) => deviceStorage.noteChange(key))
  // The next start retries what fails.
  session.onAuthStateChange(
    () =>
      void dropCopies().catch((failure) => logFailure('Stored copies could not be removed from this device', failure)),
  )
  await session.init()
}

/** Drops the copies of somebody who is no longer signed in, even if that turns out only at the next start. */
async function dropCopies(): Promise<void> {
  if (hasCopiesToDrop()) await (await import('../storage/device-copies.ts')).dropDeviceCopies(pageEvents)
}
