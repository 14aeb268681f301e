import type { NewCredentials, SignInWithGuest } from '#domain/api/account-recovery.ts'
import { sessionResponse } from '#domain/api/auth.ts'
import type { Credentials } from '#domain/api/credentials.ts'
import { AppError } from '#domain/errors.ts'
import type { User } from '#domain/person.ts'
import * as m from '#messages'
import { PERSON_KEY } from '../auth/session.ts'
import { request } from '../http/http.ts'
import { plan } from '../root/plan.ts'
import { pageEvents, session } from '../root/session.ts'
import { moveCopies } from '../storage/move-copies.ts'
import { withTimeout } from '../storage/on-disk.ts'
import { deviceStorage } from '../storage/web-storage.ts'
import { sendAll } from '../trips/send-all.ts'
import { adoptGuests } from './former-guests.ts'

/** Adds e-mail and password to the signed-in guest, who keeps their id and session. @throws AppError */
export async function addCredentials(body: NewCredentials): Promise<void> {
  try {
    const { user } = await request('/auth/v1/user', { method: 'PUT', body, schema: sessionResponse })
    session.announce('user_updated', user)
  } catch (failure) {
    if (!(failure instanceof AppError && failure.code === 'guests_only')) throw failure
    // An earlier identical request may have succeeded without its answer arriving.
    await session.validateSession()
    if (session.getCurrentUser()?.email !== body.email.trim().toLowerCase()) throw failure
  }
}

/**
 * Signs a guest in to an existing account, and merges the guest's trips and the data on this device into it. Sends all
 * pending operations first, as the guest. @throws AppError
 */
export async function signInAndMergeGuest(guest: User, { email, password }: Credentials): Promise<void> {
  const isSent = await sendAll()
  if (!plan.isSafe || !isSent) throw new AppError('unreachable', m.session_into_account_unsent())
  const answer = await request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: { email, password, guest: guest.id } satisfies SignInWithGuest,
    schema: sessionResponse,
  })
  await withTimeout(
    Promise.all([adoptGuests([guest.id], answer.user.id), moveCopies(pageEvents, guest.id, answer.user.id)]),
  )
  // Otherwise the copies on this device would be dropped as another person's.
  deviceStorage.setItem(PERSON_KEY, JSON.stringify(answer.user))
  session.enter(answer)
}
