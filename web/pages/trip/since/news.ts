import { useCallback, useSyncExternalStore } from 'react'

/** What others have changed, as the line above the page reports it. */
export interface News {
  count: number
  /** Opens the list of changes. */
  open: () => void
}

const newsOf = new Map<string, News>()
const listeners = new Set<() => void>()

/** Publishes the news of a trip while its line is shown. Returns a function that withdraws them. */
export function publishNews(tripId: string, news: News): () => void {
  const set = (value: News | undefined) => {
    if (value) newsOf.set(tripId, value)
    else newsOf.delete(tripId)
    for (const listener of listeners) listener()
  }
  set(news)
  return () => {
    if (newsOf.get(tripId) === news) set(undefined)
  }
}

/** The news of a trip; undefined if there are none, or nobody has asked for them yet. */
export function useNews(tripId: string): News | undefined {
  const subscribe = useCallback((listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return useSyncExternalStore(subscribe, () => newsOf.get(tripId))
}
