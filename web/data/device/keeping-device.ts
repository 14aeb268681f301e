import { type TripAnswer, tripAnswer, tripListAnswer } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { commonNames } from '#domain/plan/index.ts'
import { request } from '../http/http.ts'
import { requestPrivate } from '../sync/open-private.ts'
import { keptTrips, plan } from '../trips/trip-data.ts'
import { isKeepChosen } from './keep-choice.ts'
import { canKeepFiles, dropFilesOf, findFileSize, keepFile } from './kept-files.ts'
import type { KeepingDevice, WhyNoPlan } from './kept-whole.ts'

/** This device, to keep a trip whole on it for a person. */
export function keepingDevice(person: string, tripId: string): KeepingDevice {
  return {
    keepPlan: () => keepPlan(person, tripId),
    canKeepFiles,
    findFileSize,
    keepFile: (fileUrl, signal) => keepFile(fileUrl, { signal, isWanted: () => isKeepChosen(person, tripId) }),
    dropOthers: (fileUrls) => dropFilesOf(tripId, fileUrls),
  }
}

/** The plan is kept as it is opened and as it changes (sync/plan-client.ts): here only what is missing of it is fetched. */
async function keepPlan(person: string, tripId: string): Promise<number | WhyNoPlan> {
  try {
    const kept = await findWhole(person, tripId)
    if (!kept) await fetchTrip(person, tripId)
    await fetchListWith(person, tripId)
    const found = kept ?? (await findWhole(person, tripId))
    return found ? new Blob([JSON.stringify(found)]).size : 'nothing_kept'
  } catch (failure) {
    if (failure instanceof AppError) return 'unanswered'
    throw failure
  }
}

/** The kept trip, where no part of it is missing. */
async function findWhole(person: string, tripId: string): Promise<TripAnswer | undefined> {
  const kept = await keptTrips.find(person, tripId)
  const isWhole = kept && commonNames.every((name) => 'value' in kept.sections[name])
  return isWhole && (await keptTrips.findSection(person, tripId, 'private')) ? kept : undefined
}

/** @throws AppError */
async function fetchTrip(person: string, tripId: string): Promise<void> {
  const answer = await request(`/api/trips/${tripId}`, { schema: tripAnswer })
  // Who signs out meanwhile takes everything along.
  if (!isKeepChosen(person, tripId)) return
  await keptTrips.keep(person, answer, plan.listNewest(tripId, answer))
  const secrets = await requestPrivate(tripId)
  if (!isKeepChosen(person, tripId)) return
  await keptTrips.keepSection(person, tripId, 'private', secrets)
  // A part that the server could not load.
  if (commonNames.some((name) => 'error' in answer.sections[name])) throw new AppError('data_not_loaded')
}

/** The app starts with the list of trips, from which this one is opened. @throws AppError */
async function fetchListWith(person: string, tripId: string): Promise<void> {
  const kept = await keptTrips.findList(person)
  if (kept?.some(({ id }) => id === tripId)) return
  const { trips } = await request('/api/trips', { schema: tripListAnswer })
  if (isKeepChosen(person, tripId)) await keptTrips.keepList(person, trips)
}
