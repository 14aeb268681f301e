import { useSyncExternalStore } from 'react'

/** From a tablet on there is room for all days and parties at once, and for sections that a phone folds. */
const query = matchMedia('(width >= 48rem)')

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
