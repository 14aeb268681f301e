import { useEffect } from 'react'
import type { Query } from '../http/query-cache.ts'
import { queryCache } from '../root/query-cache.ts'

const REFETCH_MS = 60_000

/** Fetches again what changes without the plan, as long as it is on the screen, and when the page is shown again. */
export function useRefetch<Value>(query: Query<Value>): void {
  const name = JSON.stringify(query.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: two queries are the same when their keys are.
  useEffect(() => {
    const refetch = () => {
      if (document.visibilityState === 'visible') queryCache.ensure(query)
    }
    const timer = setInterval(refetch, REFETCH_MS)
    addEventListener('pageshow', refetch)
    return () => {
      clearInterval(timer)
      removeEventListener('pageshow', refetch)
    }
  }, [name])
}
