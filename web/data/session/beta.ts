import { type BetaResponse, betaResponse } from '#domain/api/auth.ts'
import { request } from '../http/http.ts'
import { logFailure } from '../log.ts'

/** `isUnknown` if the server could not be reached. */
export type Beta = BetaResponse & { isUnknown?: boolean }

let answer: BetaResponse | undefined
let asking: Promise<BetaResponse> | undefined

/** Asks the server once while the page is open, and again only after a failure. @throws AppError */
export function askBeta(): Promise<BetaResponse> {
  asking ??= request('/api/beta', { schema: betaResponse }).then(
    (said) => {
      answer = said
      return said
    },
    (failure) => {
      asking = undefined
      throw failure
    },
  )
  return asking
}

/** The server's response; undefined until there is one. */
export const findBeta = (): BetaResponse | undefined => answer

/** On failure, assumes that share links open without an account: opening one shows whether that is so. */
export async function loadBeta(): Promise<Beta> {
  try {
    return await askBeta()
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
