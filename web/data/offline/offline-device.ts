import { type TripResponse, tripListResponse } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import type { Details } from '#domain/plan/details.ts'
import { commonSectionNames } from '#domain/plan/index.ts'
import { request } from '../http/http.ts'
import { httpTransport } from '../http/http-transport.ts'
import { persistedTrips, plan } from '../root/plan.ts'
import { isOfflineChosen } from '../storage/offline-choice.ts'
import { canPersistFiles, dropFilesOf, findFileSize, persistFile } from '../storage/persisted-files.ts'
import { refreshWeather } from '../trips/weather.ts'
import type { OfflineDevice, PlanMissingReason } from './offline-copy.ts'

export function offlineDevice(userId: string, tripId: string): OfflineDevice {
  return {
    persistPlan: () => persistPlan(userId, tripId),
    canPersistFiles,
    findFileSize,
    persistFile: (fileUrl, signal) => persistFile(fileUrl, { signal, isWanted: () => isOfflineChosen(userId, tripId) }),
    dropOtherFiles: (fileUrls) => dropFilesOf(tripId, fileUrls),
  }
}

/** Fetches only what is missing: sync/plan-client.ts persists a plan whenever it is opened or changes. */
async function persistPlan(userId: string, tripId: string): Promise<number | PlanMissingReason> {
  try {
    const persisted = await findComplete(userId, tripId)
    if (!persisted) await fetchTrip(userId, tripId)
    await fetchListWith(userId, tripId)
    const found = persisted ?? (await findComplete(userId, tripId))
    if (found && hasDestination(found)) await refreshWeather(userId, tripId)
    return found ? new Blob([JSON.stringify(found)]).size : 'storage_unavailable'
  } catch (failure) {
    if (failure instanceof AppError) return 'unanswered'
    throw failure
  }
}

/** Whether there is weather to persist, too. */
function hasDestination({ sections: { details } }: TripResponse): boolean {
  return 'value' in details && (details.value as Details).place_id !== ''
}

/** Returns the persisted trip if no part of it is missing. */
async function findComplete(userId: string, tripId: string): Promise<TripResponse | undefined> {
  const persisted = await persistedTrips.find(userId, tripId)
  const isComplete = persisted && commonSectionNames.every((name) => 'value' in persisted.sections[name])
  return isComplete && (await persistedTrips.findSection(userId, tripId, 'private')) ? persisted : undefined
}

/** @throws AppError */
async function fetchTrip(userId: string, tripId: string): Promise<void> {
  const answer = await httpTransport.fetchTrip(tripId)
  // A sign-out during the request removed the choice and all copies.
  if (!isOfflineChosen(userId, tripId)) return
  await persistedTrips.persist(userId, answer, plan.listNewest(tripId, answer))
  const privateRecords = await httpTransport.fetchPrivate(tripId)
  if (!isOfflineChosen(userId, tripId)) return
  await persistedTrips.persistSection(userId, tripId, 'private', privateRecords)
  // The server could not load one of the sections.
  if (commonSectionNames.some((name) => 'error' in answer.sections[name])) throw new AppError('data_not_loaded')
}

/** Makes sure that the persisted list has this trip, because people open it from the list. @throws AppError */
async function fetchListWith(userId: string, tripId: string): Promise<void> {
  const persisted = await persistedTrips.findList(userId)
  if (persisted?.some(({ id }) => id === tripId)) return
  const { trips } = await request('/api/trips', { schema: tripListResponse })
  if (isOfflineChosen(userId, tripId)) await persistedTrips.persistList(userId, trips)
}
