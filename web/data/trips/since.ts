import { useEffect } from 'react'
import { formatSeen, type SinceResponse, sinceResponse } from '#domain/api/since.ts'
import { request } from '../http/http.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'
import type { Absence } from './last-here.ts'

/** Fetches what others have changed during an absence. Retries until the server answers. */
export function useSince(tripId: string, absence: Absence): SinceResponse | undefined {
  const since = formatSeen(absence.versions)
  const key = ['since', tripId, since]
  const { data } = useQuery({
    key,
    queryFn: () => request(`/api/trips/${tripId}/changes?since=${since}`, { schema: sinceResponse }),
    shouldRefetch: ({ error }) => error !== undefined,
  })
  // The next absence fetches again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every absence
  useEffect(() => () => queryCache.invalidate(key), [absence])
  return data
}
