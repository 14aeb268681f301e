import { type BetaResponse, betaResponse } from '#domain/api/auth.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { logFailure } from '../log.ts'
import { queryCache } from '../root/query-cache.ts'

/** `isUnknown` if the server could not be reached. */
export type Beta = BetaResponse & { isUnknown?: boolean }

export const BETA: Query<BetaResponse> = {
  key: ['beta'],
  queryFn: () => request('/api/beta', { schema: betaResponse }),
  staleTimeMs: Number.POSITIVE_INFINITY,
  isForAll: true,
  shouldRefetch: ({ error }) => error !== undefined,
}

/** Asks the server once while the page is open, and again only after a failure. @throws AppError */
export const askBeta = (): Promise<BetaResponse> => queryCache.fetchQuery(BETA)

/** The server's response; undefined until there is one. */
export const findBeta = (): BetaResponse | undefined => queryCache.get(BETA.key)

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
