import { useEffect } from 'react'
import { formatSeen, type SinceAnswer, sinceAnswer } from '#domain/api/since.ts'
import { request } from '../http/http.ts'
import { queryCache, useQuery } from '../http/query-cache.ts'
import type { Absence } from './last-here.ts'

/** What others have changed since then; undefined until it is known. It is asked for until it comes. */
export function useSince(tripId: string, absence: Absence): SinceAnswer | undefined {
  const since = formatSeen(absence.versions)
  const key = ['since', tripId, since]
  const { data } = useQuery({
    key,
    queryFn: () => request(`/api/trips/${tripId}/changes?since=${since}`, { schema: sinceAnswer }),
    shouldRefetch: ({ error }) => error !== undefined,
  })
  // Who comes back once more is told what is newer by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every absence
  useEffect(() => () => queryCache.invalidate(key), [absence])
  return data
}
