import { type BetaAnswer, betaAnswer } from '#domain/api/auth.ts'
import { request } from '../http/http.ts'
import { logFailure } from '../log.ts'

/** What the sign-in page tells everybody; `isUnknown` where nobody could be asked. */
export type Beta = BetaAnswer & { isUnknown?: boolean }

/**
 * Asks for it. A failure gives no beta users and no demo account; whether a share link opens, the link itself will show.
 */
export async function loadBeta(): Promise<Beta> {
  try {
    return await request('/api/beta', { schema: betaAnswer })
  } catch (failure) {
    logFailure('The beta users could not be counted', failure)
    return { beta_users: 0, demo: null, share_without_sign_in: true, sends_mail: false, isUnknown: true }
  }
}
