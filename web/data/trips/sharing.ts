import { type Sharing, sharing } from '#domain/api/sharing.ts'
import { request } from '../http/http.ts'
import { queryCache, useQuery } from '../http/query-cache.ts'
import { wordsOf } from '../http/words-of.ts'
import { useWish } from '../use-wish.ts'

/** How a trip is shared, and what changes that. */
export interface TripSharing {
  /** Undefined until it is known. */
  current: Sharing | undefined
  /** Why the last wish was not fulfilled, in words for the person. */
  error: string | undefined
  isBusy: boolean
  setPublic: (is_public: boolean) => void
  replaceLink: () => void
  /** Asks once more for what could not be loaded. */
  retry: () => void
}

/** How a trip is shared. A trip that was never shared gets its link now. */
export function useSharing(tripId: string): TripSharing {
  const key = ['sharing', tripId]
  const path = `/api/trips/${tripId}/sharing`
  const known = useQuery({ key, queryFn: () => request(path, { method: 'PUT', body: {}, schema: sharing }) })
  const onDone = (changed: Sharing) => queryCache.set(key, changed)
  const visibility = useWish(
    (is_public: boolean) => request(path, { method: 'PUT', body: { is_public }, schema: sharing }),
    onDone,
  )
  const link = useWish(() => request(`${path}/token`, { method: 'POST', schema: sharing }), onDone)
  return {
    current: known.data,
    error:
      wordsOf(visibility.error, 'Failed to update trip visibility') ??
      wordsOf(link.error, 'Failed to generate new share link') ??
      (known.data ? undefined : wordsOf(known.error, 'Failed to load the share link')),
    isBusy: known.isFetching || visibility.isPending || link.isPending,
    setPublic: (is_public) => {
      link.reset()
      visibility.send(is_public)
    },
    replaceLink: () => {
      visibility.reset()
      link.send(undefined)
    },
    retry: () => known.retry(),
  }
}
