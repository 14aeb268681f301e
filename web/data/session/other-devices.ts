import { useEffect } from 'react'
import { deviceCodeMade, personalLinkAnswer, personalLinkMade } from '#domain/api/account-recovery.ts'
import { request } from '../http/http.ts'
import { useQuery } from '../http/query-cache.ts'
import { wordsOf } from '../http/words-of.ts'
import { useWish } from '../use-wish.ts'
import { useResult } from './use-result.ts'

/** A code for another device: made at once, and anew when the person wishes it. */
export function useDeviceCode() {
  const { result, send, isPending, error } = useResult(makeCode)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is first shown
  useEffect(() => send(undefined), [])
  return {
    made: result,
    isPending,
    renew: () => send(undefined),
    error: wordsOf(error, 'We couldn’t create the code. Please try again.'),
  }
}

/** By this device's clock, which need not be the server's. */
async function makeCode(): Promise<{ code: string; until: number }> {
  const { code, expires_in } = await request('/auth/v1/device-code', { method: 'POST', schema: deviceCodeMade })
  return { code, until: Date.now() + expires_in * 1000 }
}

const LINK = '/auth/v1/personal-link'

/** A guest's own link: since when there is one, and, once it is made here, what makes it theirs. */
export function usePersonalLink() {
  const known = useQuery({ key: ['personal link'], queryFn: () => request(LINK, { schema: personalLinkAnswer }) })
  const making = useResult(() => request(LINK, { method: 'POST', schema: personalLinkMade }))
  const removing = useWish(
    () => request(LINK, { method: 'DELETE' }),
    () => {
      making.forget()
      known.retry()
    },
  )
  return {
    madeAt: known.data?.made_at,
    secret: making.result?.secret,
    isBusy: making.isPending || removing.isPending,
    make: () => making.send(undefined),
    remove: () => removing.send(undefined),
    error: wordsOf(making.error ?? removing.error ?? known.error, 'We couldn’t change the link. Please try again.'),
  }
}

/** A link that an organizer makes for a guest. */
export function useHelpBack(tripId: string, personId: string) {
  const { result, send, isPending, error } = useResult(() =>
    request(`/api/trips/${tripId}/people/${personId}/personal-link`, { method: 'POST', schema: personalLinkMade }),
  )
  const failure = wordsOf(error, 'We couldn’t create the link. Please try again.')
  return { secret: result?.secret, make: () => send(undefined), isPending, error: failure }
}
