import { forgetCopiesToDrop } from '../session/session.ts'
import { forgetOfflineChoices } from './offline-choice.ts'
import { dropAllAiTexts } from './persisted-ai-texts.ts'
import { dropAllDocuments } from './persisted-documents.ts'
import { PersistedTrips } from './persisted-trips.ts'
import { dropAllShared } from './shared-copies.ts'

/**
 * Removes what is kept on this device of a person who is no longer signed in: trips, shared trips, texts, documents and the
 * wishes to keep them. What the server does not have yet stays, and waits for the same person.
 */
export async function dropDeviceCopies(): Promise<void> {
  // First, so that what is on its way is no longer kept when it has come.
  forgetOfflineChoices()
  await Promise.all([new PersistedTrips().drop(), dropAllShared(), dropAllAiTexts(), dropAllDocuments()])
  forgetCopiesToDrop()
}
