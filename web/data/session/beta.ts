import { type BetaResponse, betaResponse } from '#domain/api/auth.ts'
import { request } from '../http/http.ts'
import { logFailure } from '../log.ts'

/** `isUnknown` if the server could not be reached. */
export type Beta = BetaResponse & { isUnknown?: boolean }

/** On failure, assumes that share links open without an account: opening one shows whether that is so. */
export async function loadBeta(): Promise<Beta> {
  try {
    return await request('/api/beta', { schema: betaResponse })
  } catch (failure) {
    logFailure('The beta users could not be counted', failure)
    return {
      beta_users: 0,
      demo: null,
      share_without_sign_in: true,
      sends_mail: false,
      sign_ups: 'open',
      isUnknown: true,
    }
  }
}
