import { type TripAnswer, tripAnswer, tripListAnswer } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { commonNames } from '#domain/plan/index.ts'
import { request } from '../http/http.ts'
import { requestPrivate } from '../sync/open-private.ts'
import { persistedTrips, plan } from '../trips/trip-data.ts'
import { isOfflineChosen } from './offline-choice.ts'
import type { OfflineDevice, WhyNoPlan } from './offline-copy.ts'
import { canPersistFiles, dropFilesOf, findFileSize, persistFile } from './persisted-files.ts'

/** This device, to keep a trip whole on it for a person. */
export function offlineDevice(person: string, tripId: string): OfflineDevice {
  return {
    persistPlan: () => persistPlan(person, tripId),
    canPersistFiles,
    findFileSize,
    persistFile: (fileUrl, signal) => persistFile(fileUrl, { signal, isWanted: () => isOfflineChosen(person, tripId) }),
    dropOthers: (fileUrls) => dropFilesOf(tripId, fileUrls),
  }
}

/** The plan is kept as it is opened and as it changes (sync/plan-client.ts): here only what is missing of it is fetched. */
async function persistPlan(person: string, tripId: string): Promise<number | WhyNoPlan> {
  try {
    const kept = await findWhole(person, tripId)
    if (!kept) await fetchTrip(person, tripId)
    await fetchListWith(person, tripId)
    const found = kept ?? (await findWhole(person, tripId))
    return found ? new Blob([JSON.stringify(found)]).size : 'storage_unavailable'
  } catch (failure) {
    if (failure instanceof AppError) return 'unanswered'
    throw failure
  }
}

/** The kept trip, where no part of it is missing. */
async function findWhole(person: string, tripId: string): Promise<TripAnswer | undefined> {
  const kept = await persistedTrips.find(person, tripId)
  const isWhole = kept && commonNames.every((name) => 'value' in kept.sections[name])
  return isWhole && (await persistedTrips.findSection(person, tripId, 'private')) ? kept : undefined
}

/** @throws AppError */
async function fetchTrip(person: string, tripId: string): Promise<void> {
  const answer = await request(`/api/trips/${tripId}`, { schema: tripAnswer })
  // Who signs out meanwhile takes everything along.
  if (!isOfflineChosen(person, tripId)) return
  await persistedTrips.persist(person, answer, plan.listNewest(tripId, answer))
  const secrets = await requestPrivate(tripId)
  if (!isOfflineChosen(person, tripId)) return
  await persistedTrips.persistSection(person, tripId, 'private', secrets)
  // A part that the server could not load.
  if (commonNames.some((name) => 'error' in answer.sections[name])) throw new AppError('data_not_loaded')
}

/** The app starts with the list of trips, from which this one is opened. @throws AppError */
async function fetchListWith(person: string, tripId: string): Promise<void> {
  const kept = await persistedTrips.findList(person)
  if (kept?.some(({ id }) => id === tripId)) return
  const { trips } = await request('/api/trips', { schema: tripListAnswer })
  if (isOfflineChosen(person, tripId)) await persistedTrips.persistList(person, trips)
}
