import { useSyncExternalStore } from 'react'

/** From a tablet on there is room for all days and parties at once, and for sections that a phone folds. */
export const useIsWide = hookOf('(width >= 48rem)')
/** Whether the device shows pages in the colours of the night. */
export const useIsDark = hookOf('(prefers-color-scheme: dark)')

/** Makes a hook that says whether a media query matches. */
function hookOf(condition: string): () => boolean {
  const query = matchMedia(condition)
  const subscribe = (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}
