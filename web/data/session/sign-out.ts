import { isGuest } from '#domain/person.ts'
import { sendAll } from '../trips/send-all.ts'
import { session } from './current-session.ts'

/** Why a person is asked before they are signed out: they could not sign in again, or something has not reached the server. */
export type WhyAsk = 'guest' | 'offline' | 'unsent'

/**
 * Signs out, after all that waits on this device has been sent. Where there is a reason to ask first it is answered, and nobody
 * signed out: that is the person's to decide about.
 */
export async function signOut(): Promise<WhyAsk | undefined> {
  if (isGuest(session.getCurrentUser())) return 'guest'
  if (navigator.onLine === false) return 'offline'
  if (!(await sendAll())) return 'unsent'
  // A device may think that it has a network where nothing can be reached.
  return (await session.logoutIfReached()) ? undefined : 'offline'
}

/** Signs out; what the server does not have stays on this device for the same person. */
export async function signOutAnyway(): Promise<void> {
  await session.logout()
}
