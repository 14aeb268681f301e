import type { PasswordReset } from '#domain/api/account.ts'
import { type PersonOfLink, personOfLink } from '#domain/api/account-recovery.ts'
import { sessionAnswer } from '#domain/api/auth.ts'
import { AppError } from '#domain/errors.ts'
import { request } from '../http/http.ts'
import { type QueryResult, useQuery } from '../http/query-cache.ts'
import { wordsOf } from '../http/words-of.ts'
import { useWish } from '../use-wish.ts'
import { session } from './current-session.ts'
import { useSession } from './use-session.ts'

const FAILED = 'This did not work. Please try again.'

/** Comes in by a code that another device shows. `failure` tells whether it is about the code. */
export function useCode() {
  const wish = useWish(
    (code: string) => signIn('device_code', { code }),
    (answer) => session.enter(answer),
  )
  return { ...wish, error: wordsOf(wish.error, FAILED), failure: wish.error }
}

/** Whose a personal link is; asked for until the server has said something. */
export function useLinkOwner(secret: string): QueryResult<PersonOfLink> & { retry: () => void } {
  const { user } = useSession()
  return useQuery({
    // Nothing is kept under the secret itself.
    key: ['personal link', secret.slice(0, 6), user?.id],
    queryFn: () => look(secret),
    shouldRefetch: ({ error }) => error !== undefined,
  })
}

/** Comes in by a personal link. */
export function useLink(secret: string) {
  const wish = useWish(
    () => signIn('personal_link', { secret }),
    (answer) => session.enter(answer),
  )
  return { ...wish, error: wordsOf(wish.error, FAILED) }
}

/** Chooses another password by the link of whoever has forgotten theirs, and comes in. */
export function useReset() {
  return useWish(resetPassword, () => {})
}

/** Sets a new password by the secret of a link, and signs in with it. @throws AppError */
export async function resetPassword(body: PasswordReset): Promise<void> {
  const answer = await request('/auth/v1/reset', { method: 'POST', body, schema: sessionAnswer })
  session.enter(answer, 'password_recovery')
}

async function look(secret: string): Promise<PersonOfLink> {
  // Half a link has none, which the server would call a request of the wrong form.
  if (!secret) throw new AppError('link_not_found')
  return request('/auth/v1/personal-link/look', { method: 'POST', body: { secret }, schema: personOfLink })
}

const signIn = (grant: string, body: object) =>
  request(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body, schema: sessionAnswer })
