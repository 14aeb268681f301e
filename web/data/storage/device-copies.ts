import { forgetCopiesToDrop } from '../auth/session.ts'
import { forgetOfflineChoices } from './offline-choice.ts'
import { dropAllAiTexts } from './persisted-ai-texts.ts'
import { dropAllDocuments } from './persisted-documents.ts'
import { PersistedTrips } from './persisted-trips.ts'
import { dropAllShared } from './shared-copies.ts'

/**
 * Removes what this device stores of a user who is no longer signed in: trips, shared trips, AI texts, documents and
 * their 'Available offline' choices. Pending operations stay until the same user signs in again.
 */
export async function dropDeviceCopies(): Promise<void> {
  // First, because a download in progress checks the choice before it stores its result.
  forgetOfflineChoices()
  await Promise.all([new PersistedTrips().drop(), dropAllShared(), dropAllAiTexts(), dropAllDocuments()])
  forgetCopiesToDrop()
}
