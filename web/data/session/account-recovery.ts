import type { PasswordReset } from '#domain/api/account.ts'
import { type PersonOfLink, personOfLink } from '#domain/api/account-recovery.ts'
import { sessionResponse } from '#domain/api/auth.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { errorText } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import type { QueryResult } from '../http/query-cache.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { session } from '../root/session.ts'
import { useSession } from './use-session.ts'

const FAILED = m.common_unknown_failure()

/** Signs in with a code shown on another device. `failure` is the error itself, for marking the field. */
export function useDeviceCodeSignIn() {
  const wish = useAsyncAction(
    (code: string) => signIn('device_code', { code }),
    (answer) => session.enter(answer),
  )
  return { ...wish, error: errorText(wish.error, FAILED), failure: wish.error }
}

/** Fetches who a personal link belongs to. Retries until the server answers. */
export function useLinkOwner(secret: string): QueryResult<PersonOfLink> & { retry: () => void } {
  const { user } = useSession()
  return useQuery({
    // The cache key must not contain the whole secret.
    key: ['personal link', secret.slice(0, 6), user?.id],
    queryFn: () => fetchOwner(secret),
    shouldRefetch: ({ error }) => error !== undefined,
  })
}

/** Signs in with a personal link. */
export function usePersonalLinkSignIn(secret: string) {
  const wish = useAsyncAction(
    () => signIn('personal_link', { secret }),
    (answer) => session.enter(answer),
  )
  return { ...wish, error: errorText(wish.error, FAILED) }
}

/** Sets a new password with a link from a recovery mail, and signs in. */
export function useReset() {
  return useAsyncAction(resetPassword, () => {})
}

/** @throws AppError */
export async function resetPassword(body: PasswordReset): Promise<void> {
  const answer = await request('/auth/v1/reset', { method: 'POST', body, schema: sessionResponse })
  session.enter(answer, 'password_recovery')
}

async function fetchOwner(secret: string): Promise<PersonOfLink> {
  // A truncated link has no secret. The server would reject the request as malformed.
  if (!secret) throw new AppError('link_not_found')
  return request('/auth/v1/personal-link/look', { method: 'POST', body: { secret }, schema: personOfLink })
}

const signIn = (grant: string, body: object) =>
  request(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body, schema: sessionResponse })
