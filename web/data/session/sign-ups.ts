import { betaResponse, type SignUps } from '#domain/api/auth.ts'
import { request } from '../http/http.ts'

/** Nobody waits longer for it. */
const AT_MOST_MS = 1500

let asked: Promise<SignUps | undefined> | undefined

/**
 * Who may create an account here; undefined if the server does not say so at once. The answer stays as long as the
 * page, so that no item of a menu moves under a finger.
 */
export function askSignUps(): Promise<SignUps | undefined> {
  asked ??= Promise.race([
    request('/api/beta', { schema: betaResponse }).then(
      ({ sign_ups }) => sign_ups,
      () => undefined,
    ),
    new Promise<undefined>((resolve) => setTimeout(resolve, AT_MOST_MS)),
  ])
  return asked
}
