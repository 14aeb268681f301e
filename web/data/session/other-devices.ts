import { useEffect } from 'react'
import { deviceCodeMade, personalLinkMade, personalLinkResponse } from '#domain/api/account-recovery.ts'
import * as m from '#messages'
import { errorText } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { useResult } from '../react/use-result.ts'
import { queryCache } from '../root/query-cache.ts'
import { passkeys } from './passkeys.ts'

/** Creates a device code at once, and a new one on `renew`. */
export function useDeviceCode() {
  const { result, send, isPending, error } = useResult(makeCode)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is first shown
  useEffect(() => send(undefined), [])
  return {
    made: result,
    isPending,
    renew: () => send(undefined),
    error: errorText(error, m.session_device_code_failed()),
  }
}

/** `until` is by this device's clock, which may differ from the server's. */
async function makeCode(): Promise<{ code: string; until: number }> {
  const { code, expires_in } = await request('/auth/v1/device-code', { method: 'POST', schema: deviceCodeMade })
  return { code, until: Date.now() + expires_in * 1000 }
}

const LINK = '/auth/v1/personal-link'

/** A guest's own personal link: when it was made, and its secret if it was made on this page. */
export function usePersonalLink() {
  const existing = useQuery({ key: ['personal link'], queryFn: () => request(LINK, { schema: personalLinkResponse }) })
  const creation = useResult(async () => {
    const made = await request(LINK, { method: 'POST', schema: personalLinkMade })
    // A new link ends the passkeys that were added through the old one.
    queryCache.invalidate(passkeys.key)
    return made
  })
  const removal = useAsyncAction(
    () => request(LINK, { method: 'DELETE' }),
    () => {
      queryCache.invalidate(passkeys.key)
      creation.forget()
      existing.retry()
    },
  )
  return {
    madeAt: existing.data?.made_at,
    secret: creation.result?.secret,
    isBusy: creation.isPending || removal.isPending,
    make: () => creation.send(undefined),
    remove: () => removal.send(undefined),
    error: errorText(creation.error ?? removal.error ?? existing.error, m.session_personal_link_failed()),
  }
}

/** Creates a personal link for a guest, as an organizer. */
export function useGuestLink(tripId: string, personId: string) {
  const { result, send, isPending, error } = useResult(() =>
    request(`/api/trips/${tripId}/people/${personId}/personal-link`, { method: 'POST', schema: personalLinkMade }),
  )
  const failure = errorText(error, m.common_link_not_created())
  return { secret: result?.secret, make: () => send(undefined), isPending, error: failure }
}
