import type { PersistedTrips } from '../storage/persisted-trips.ts'
import type { DeviceLogs } from './device-logs.ts'

/** This device's disk, and the user it is used for. */
export interface Device {
  logs: Pick<DeviceLogs, 'listTripIds' | 'of' | 'onLogChange' | 'onJournalAdopted'>
  /** The trips as last received from the server. */
  trips: Pick<
    PersistedTrips,
    'persist' | 'persistSection' | 'findSection' | 'dropPrivate' | 'persistDocuments' | 'find'
  >
  currentUserId: () => Promise<string | undefined>
}
