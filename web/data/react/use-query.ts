import { useMemo, useSyncExternalStore } from 'react'
import type { Query, QueryResult } from '../http/query-cache.ts'
import { queryCache } from '../root/query-cache.ts'

/** The cached result of a query, fetched unless it is fresh. `retry` fetches again. */
export function useQuery<Value>(query: Query<Value>): QueryResult<Value> & { isPending: boolean; retry: () => void } {
  const name = JSON.stringify(query.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: two queries are the same when their keys are.
  const [subscribe, getResult] = useMemo(
    () =>
      [
        (listener: () => void) => queryCache.subscribe(query, listener),
        () => queryCache.getResult<Value>(query.key),
      ] as const,
    [name],
  )
  const result = useSyncExternalStore(subscribe, getResult)
  const isPending = result.data === undefined && result.error === undefined
  return { ...result, isPending, retry: () => void queryCache.fetchFresh(query).catch(() => {}) }
}
