import { useSyncExternalStore } from 'react'
import { pageEvents } from '../root/session.ts'

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine !== false)
}

function subscribe(listener: () => void): () => void {
  const ends = [pageEvents.on('online', listener), pageEvents.on('offline', listener)]
  return () => {
    for (const end of ends) end()
  }
}
