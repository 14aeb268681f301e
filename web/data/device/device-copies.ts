import { forgetCopiesToDrop } from '../session/session.ts'
import { forgetKeepChoices } from './keep-choice.ts'
import { dropAllAiTexts } from './kept-ai-texts.ts'
import { dropAllDocuments } from './kept-documents.ts'
import { KeptTrips } from './kept-trips.ts'
import { dropAllShared } from './shared-copies.ts'

/**
 * Removes what is kept on this device of a person who is no longer signed in: trips, shared trips, texts, documents and the
 * wishes to keep them. What the server does not have yet stays, and waits for the same person.
 */
export async function dropDeviceCopies(): Promise<void> {
  // First, so that what is on its way is no longer kept when it has come.
  forgetKeepChoices()
  await Promise.all([new KeptTrips().drop(), dropAllShared(), dropAllAiTexts(), dropAllDocuments()])
  forgetCopiesToDrop()
}
