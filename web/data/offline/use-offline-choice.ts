import { useSyncExternalStore } from 'react'
import { session } from '../root/session.ts'
import { isOfflineChosen } from '../storage/offline-choice.ts'
import { deviceStorage } from '../storage/web-storage.ts'

/** Whether the user switched on 'Available offline' for a trip, here or in another tab. */
export function useOfflineChoice(tripId: string): boolean {
  return useSyncExternalStore(deviceStorage.subscribe, () => isOfflineChosen(session.getCurrentUser()?.id, tripId))
}
