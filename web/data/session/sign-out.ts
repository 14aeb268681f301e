import { isGuest } from '#domain/access.ts'
import { sendAll } from '../trips/send-all.ts'
import { session } from './current-session.ts'

/**
 * Signs out, after all that waits on this device has been sent. Answers false where that could not be sent, and for a guest, who
 * has nothing to sign in again with, and signs nobody out: that is the person's to decide about.
 */
export async function signOut(): Promise<boolean> {
  if (isGuest(session.getCurrentUser())) return false
  if (!(await sendAll())) return false
  await session.logout()
  return true
}

/** Signs out; what the server does not have stays on this device for the same person. */
export async function signOutAnyway(): Promise<void> {
  await session.logout()
}
