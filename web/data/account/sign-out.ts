import { isGuest } from '#domain/person.ts'
import { endPushHere } from '../push/push.ts'
import { session } from '../root/session.ts'
import { sendAll } from '../trips/send-all.ts'

/** Why a sign-out needs confirmation: the person could not sign in again, or the server lacks some changes. */
export type ConfirmSignOutReason = 'guest' | 'offline' | 'unsent'

/**
 * Sends all pending operations, then signs out. If there is a reason to ask the person first, returns that reason
 * without signing out.
 */
export async function signOut(): Promise<ConfirmSignOutReason | undefined> {
  if (isGuest(session.getCurrentUser())) return 'guest'
  if (navigator.onLine === false) return 'offline'
  if (!(await sendAll())) return 'unsent'
  // `navigator.onLine` may be true although no server can be reached.
  if (!(await session.logoutIfReachable())) return 'offline'
  void endPushHere()
  return undefined
}

/** Signs out. Unsent operations stay on this device until the same person signs in again. */
export async function signOutAnyway(): Promise<void> {
  void endPushHere()
  await session.logout()
}
