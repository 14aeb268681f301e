import { useLayoutEffect, useSyncExternalStore } from 'react'

/*
 * Places on the page that are reserved for content that is loading. What follows them remounts at its final position
 * when the content arrives, instead of being pushed down in view (decision 17).
 */
let changes = 0
const listeners = new Set<() => void>()

/** Registers a reserved place for as long as the component is mounted. */
export function useReservedPlace(): void {
  useLayoutEffect(() => {
    notify()
    return notify
  }, [])
}

/** A number that changes whenever a place is reserved or filled. */
export function useLayoutGeneration(): number {
  return useSyncExternalStore(subscribe, () => changes)
}

function notify(): void {
  changes += 1
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
