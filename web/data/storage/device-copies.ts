import type { PageEvents } from '../page-events.ts'
import { forgetCopiesToDrop } from './copies-to-drop.ts'
import { dropAllAreas } from './map-areas.ts'
import { forgetOfflineChoices } from './offline-choice.ts'
import { PersistedAiTexts } from './persisted-ai-texts.ts'
import { dropAllDocuments } from './persisted-documents.ts'
import { forgetNotices } from './persisted-notices.ts'
import { PersistedTrips } from './persisted-trips.ts'
import { forgetWeather } from './persisted-weather.ts'
import { forgetSeenLists } from './seen-lists.ts'
import { SharedCopies } from './shared-copies.ts'

/**
 * Removes what this device stores of a user who is no longer signed in: trips, shared trips, AI texts, documents,
 * seen shopping lists, weather, notices, areas of the map and their 'Available offline' choices. Pending operations
 * stay until the same user signs in again.
 */
export async function dropDeviceCopies(page: PageEvents): Promise<void> {
  // First, because a download in progress checks the choice before it stores its result.
  forgetOfflineChoices()
  forgetSeenLists()
  forgetWeather()
  forgetNotices()
  await Promise.all([
    new PersistedTrips(page).drop(),
    new SharedCopies(page).dropAll(),
    new PersistedAiTexts(page).dropAll(),
    dropAllDocuments(),
    dropAllAreas(),
  ])
  forgetCopiesToDrop()
}
