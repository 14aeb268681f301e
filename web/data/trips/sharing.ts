import { type Sharing, sharing } from '#domain/api/sharing.ts'
import * as m from '#messages'
import { errorText } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'

interface TripSharing {
  current: Sharing | undefined
  /** Why the last request failed, for the person to read. */
  error: string | undefined
  isBusy: boolean
  setPublic: (is_public: boolean) => void
  replaceLink: () => void
  /** Loads `current` again after a failure. */
  retry: () => void
}

/** Loads how a trip is shared, which also creates a link for a trip that has none. */
export function useSharing(tripId: string): TripSharing {
  const key = ['sharing', tripId]
  const path = `/api/trips/${tripId}/sharing`
  const query = useQuery({ key, queryFn: () => request(path, { method: 'PUT', body: {}, schema: sharing }) })
  const onDone = (changed: Sharing) => queryCache.set(key, changed)
  const visibility = useAsyncAction(
    (is_public: boolean) => request(path, { method: 'PUT', body: { is_public }, schema: sharing }),
    onDone,
  )
  const link = useAsyncAction(() => request(`${path}/token`, { method: 'POST', schema: sharing }), onDone)
  return {
    current: query.data,
    error:
      errorText(visibility.error, m.sharing_visibility_failed()) ??
      errorText(link.error, m.sharing_new_link_failed()) ??
      (query.data ? undefined : errorText(query.error, m.sharing_link_failed())),
    isBusy: query.isFetching || visibility.isPending || link.isPending,
    setPublic: (is_public) => {
      link.reset()
      visibility.send(is_public)
    },
    replaceLink: () => {
      visibility.reset()
      link.send(undefined)
    },
    retry: () => query.retry(),
  }
}
