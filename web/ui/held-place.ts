import { useLayoutEffect, useSyncExternalStore } from 'react'

/*
 * Places of the page that are held open for content on its way. What stands below them asks here, so that it is drawn anew
 * where it belongs when the content has come, rather than be pushed there before somebody's eyes.
 */
let changes = 0
const listeners = new Set<() => void>()

/** Says for as long as its component is shown that a place of the page is held open. */
export function useHeldPlace(): void {
  useLayoutEffect(() => {
    note()
    return note
  }, [])
}

/** A number that is another one as soon as a place has been opened or filled. */
export function useHeldPlaces(): number {
  return useSyncExternalStore(subscribe, () => changes)
}

function note(): void {
  changes += 1
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
