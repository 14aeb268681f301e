import { type Sharing, type SharingRequest, sharing } from '#domain/api/sharing.ts'
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
  /** Hides the documents and confirmation numbers from readers, or shows them. */
  setHidesDocuments: (hides_documents: boolean) => void
  /** Loads `current` again after a failure. */
  retry: () => void
}

/** Loads how a trip is shared, which also creates a link for a trip that has none. */
export function useSharing(tripId: string): TripSharing {
  const key = ['sharing', tripId]
  const path = `/api/trips/${tripId}/sharing`
  const send = (body: SharingRequest) => request(path, { method: 'PUT', body, schema: sharing })
  const query = useQuery({ key, queryFn: () => send({}) })
  const onDone = (changed: Sharing) => queryCache.set(key, changed)
  const visibility = useAsyncAction((is_public: boolean) => send({ is_public }), onDone)
  const documents = useAsyncAction((hides_documents: boolean) => send({ hides_documents }), onDone)
  const link = useAsyncAction(() => request(`${path}/token`, { method: 'POST', schema: sharing }), onDone)
  const actions = [visibility, link, documents]
  const resetAll = () => {
    for (const action of actions) action.reset()
  }
  return {
    current: query.data,
    error:
      errorText(visibility.error, m.sharing_visibility_failed()) ??
      errorText(link.error, m.sharing_new_link_failed()) ??
      errorText(documents.error, m.sharing_documents_failed()) ??
      (query.data ? undefined : errorText(query.error, m.sharing_link_failed())),
    isBusy: query.isFetching || actions.some(({ isPending }) => isPending),
    setPublic: (is_public) => {
      resetAll()
      visibility.send(is_public)
    },
    replaceLink: () => {
      resetAll()
      link.send(undefined)
    },
    setHidesDocuments: (hides_documents) => {
      resetAll()
      documents.send(hides_documents)
    },
    retry: () => query.retry(),
  }
}
