import {
  EXPORT_PATH,
  type OpenSession,
  type PasswordChange,
  type ProfileChange,
  type Removal,
  type RemovalResponse,
  removalResponse,
  sessionsResponse,
} from '#domain/api/account.ts'
import { sessionResponse } from '#domain/api/auth.ts'
import * as m from '#messages'
import { errorText } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { logs } from '../root/plan.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'
import { forgetPersonHere } from '../storage/forget-person.ts'
import { passkeys } from './passkeys.ts'

const sessions: Query<OpenSession[]> = {
  key: ['sessions'],
  queryFn: async () => (await request('/auth/v1/sessions', { schema: sessionsResponse })).sessions,
  staleTimeMs: 1000,
  shouldRefetch: ({ error }) => error !== undefined,
}

export function useProfileChange(onDone: () => void) {
  return useAsyncAction(async (body: ProfileChange) => {
    const { user } = await request('/auth/v1/user', { method: 'PATCH', body, schema: sessionResponse })
    session.announce('user_updated', user)
  }, onDone)
}

/** Changes the person's password, which signs out their other devices, ends their pushes and removes the passkeys. */
export function usePasswordChange(onDone: () => void) {
  return useAsyncAction(async (body: PasswordChange) => {
    await request('/auth/v1/password', { method: 'POST', body })
    for (const key of [sessions.key, passkeys.key, ['push']]) queryCache.invalidate(key)
  }, onDone)
}

const removal: Query<RemovalResponse> = {
  key: ['removal'],
  queryFn: () => request('/auth/v1/removal', { schema: removalResponse }),
  staleTimeMs: 1000,
}

/** Fetches the trips that the person plans with others, to show before the account is removed. */
export function useRemoval() {
  const { data, error } = useQuery(removal)
  return {
    trips: data?.trips,
    error: data ? undefined : errorText(error, m.session_account_removal_failed()),
  }
}

/**
 * Removes the person's account and signs them out. Also removes their pending operations from this device, because
 * nobody could send them any more.
 */
export function useRemoveAccount() {
  return useAsyncAction(
    async (body: Removal) => {
      const person = session.getCurrentUser()?.id
      await request('/auth/v1/removal', { method: 'POST', body }).catch((failure) => {
        // The choices that the person was offered may be outdated.
        queryCache.invalidate(removal.key)
        throw failure
      })
      session.announce('signed_out', null, 'removed')
      if (!person) return
      for (const tripId of await logs.listTripIds(person)) await logs.of({ person, tripId }).update(() => [])
      forgetPersonHere(person)
    },
    () => {},
  )
}

/** Fetches the person's sessions. Retries until the server answers. */
export function useSessions() {
  const { data, error } = useQuery(sessions)
  const failure = data ? undefined : errorText(error, m.session_devices_failed())
  return { sessions: data, error: failure }
}

/** Signs out one of the other devices, or all of them. */
export function useEndingSessions() {
  const wish = useAsyncAction(
    async (key: string | 'all others') => {
      await request(key === 'all others' ? '/auth/v1/sessions' : `/auth/v1/sessions/${key}`, { method: 'DELETE' })
      await queryCache.fetchFresh(sessions).catch(() => {})
    },
    () => {},
  )
  return { ...wish, error: errorText(wish.error, m.session_devices_sign_out_failed()) }
}

/** Downloads the person's data, once the server has confirmed that it can be exported now. */
export function useDownload() {
  const wish = useAsyncAction(
    async () => request(`${EXPORT_PATH}/ready`),
    () => {
      const link = document.createElement('a')
      link.href = EXPORT_PATH
      link.download = ''
      link.click()
    },
  )
  return { ...wish, error: errorText(wish.error, m.session_download_failed()) }
}
