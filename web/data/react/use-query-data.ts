import { useCallback, useSyncExternalStore } from 'react'
import type { Query } from '../http/query-cache.ts'
import { queryCache } from '../root/query-cache.ts'

const noSubscription = () => () => {}

/**
 * The data of a query, fetched unless it is fresh; undefined until it is known. Renders again only with other data.
 * @param query undefined if it is not needed: then nothing is fetched
 */
export function useQueryData<Value>(query: Query<Value> | undefined): Value | undefined {
  const name = query && JSON.stringify(query.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: two queries are the same when their keys are.
  const subscribe = useCallback(
    query ? (listener: () => void) => queryCache.subscribe(query, listener) : noSubscription,
    [name],
  )
  return useSyncExternalStore(subscribe, () => query && queryCache.get<Value>(query.key))
}
