import { useEffect } from 'react'
import { type NewTrip, tripCreatedAnswer, tripListAnswer } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { localDateOf } from '#domain/local-date.ts'
import type { Details } from '#domain/plan/details.ts'
import { isPrivateOver } from '#domain/plan/private.ts'
import type { Trip, TripCard } from '#domain/trip.ts'
import { chooseOffline } from '../device/offline-choice.ts'
import { withTimeout } from '../device/on-disk.ts'
import { tabStorage } from '../device/web-storage.ts'
import { request } from '../http/http.ts'
import { type Query, type QueryResult, queryCache, useQuery } from '../http/query-cache.ts'
import { logFailure } from '../log.ts'
import { session } from '../session/current-session.ts'
import { keptPerson } from '../session/session.ts'
import { hasFailures, type OpenTrip } from '../sync/plan-client.ts'
import { persistedTrips, plan } from './trip-data.ts'

/** Under which the person's trips are known. */
export const LIST = ['trips']
const JUST_CREATED = 'wayfare.just-created'
/** What was fetched this short a time ago, for a page that showed it then, is not fetched again for the next one. */
const JUST_NOW_MS = 1000
const tripKey = (tripId: string) => ['trip', tripId]

const list: Query<TripCard[]> = {
  key: LIST,
  queryFn: loadTrips,
  staleTimeMs: JUST_NOW_MS,
  shouldRefetch: ({ error }) => error !== undefined,
}
const openTrip = (tripId: string): Query<OpenTrip> => ({
  key: tripKey(tripId),
  queryFn: () => loadTrip(tripId),
  staleTimeMs: JUST_NOW_MS,
  shouldRefetch: ({ data }) => data !== undefined && hasFailures(data),
})

// What is shown of a trip may not be what the server has: that is asked.
plan.onDiffers((tripId) => void refreshTrip(tripId).catch(() => {}))

/**
 * The person's trips, newest first; undefined until they are known. A failure (`hasFailed`) is only logged, and the list is
 * asked for again until it comes.
 */
export function useTrips(): { trips: TripCard[] | undefined; hasFailed: boolean } {
  const { data, error } = useQuery(list)
  useEffect(() => void showKeptTrips(), [])
  return { trips: data, hasFailed: error !== undefined }
}

/** Gets the list for a page that is about to show it: as this device has kept it, else from the server. */
export async function prefetchTrips(): Promise<void> {
  await withTimeout(showKeptTrips())
  await queryCache.prefetch(list)
}

/** Shows what this device has kept until the server has answered. */
async function showKeptTrips(): Promise<void> {
  if (!keptPerson() || queryCache.get(LIST)) return
  const person = (await session.whenKnown())?.id
  if (!person) return
  void persistedTrips.dropOld(person)
  const kept = await persistedTrips.findList(person)
  if (kept && !queryCache.get(LIST)) queryCache.set(LIST, kept, false)
  // Without a network too nothing private outlives its time.
  if (kept)
    void persistedTrips.dropPrivateUnless(person, (tripId) => !kept.some((trip) => trip.id === tripId && isOver(trip)))
}

const isOver = (trip: TripCard) => isPrivateOver(trip, localDateOf(new Date()))

/** Creates a trip and puts it at the top of the list. @throws AppError whose message the person is shown; it may be empty */
export async function createTrip(trip: NewTrip): Promise<TripCard> {
  const created = (await request('/api/trips', { method: 'POST', body: trip, schema: tripCreatedAnswer })).trip
  putInList(created)
  return created
}

/** Puts a new trip at the top of the list. */
export function putInList(created: TripCard): void {
  const trips = queryCache.get<TripCard[]>(LIST)
  if (trips) queryCache.set(LIST, [created, ...trips.filter(({ id }) => id !== created.id)])
  // Where the others are not known it is not the whole list.
  else queryCache.invalidate(LIST)
  try {
    tabStorage.setItem(JUST_CREATED, created.id)
  } catch {
    // No room left: after a reload it is in its usual place.
  }
}

/** The trip that was created last in this browser tab. */
export const findJustCreated = (): string | null => tabStorage.getItem(JUST_CREATED)

/** Opens a trip with all of its plan. */
export function useTrip(tripId: string): QueryResult<OpenTrip> & { isPending: boolean } {
  useEffect(() => void showKeptTrip(tripId), [tripId])
  return useQuery(openTrip(tripId))
}

/** Gets a trip for a page that is about to show it: as this device has kept it, else from the server. */
export async function prefetchTrip(tripId: string): Promise<void> {
  await withTimeout(showKeptTrip(tripId))
  await queryCache.prefetch(openTrip(tripId))
}

/** Shows what this device has kept of a trip until the server has answered. */
async function showKeptTrip(tripId: string): Promise<void> {
  // On a device that has nothing there is nothing to wait for.
  if (!keptPerson() || queryCache.get(tripKey(tripId))) return
  const kept = await plan.openPersisted(tripId)
  if (kept && !queryCache.get(tripKey(tripId))) queryCache.set(tripKey(tripId), kept, false)
}

/**
 * Opens the trips of which edits wait on this device, so that these are sent: from the server, or as they are kept here until
 * it can be reached. Somebody who has planned without a network need not open each trip for that.
 */
export async function openWaitingTrips(): Promise<void> {
  for (const tripId of await plan.findWaitingTrips()) {
    try {
      await queryCache.fetchFresh(openTrip(tripId))
    } catch (failure) {
      if (failure instanceof AppError && failure.code === 'unreachable') await withTimeout(showKeptTrip(tripId))
    }
    const details = plan.find(tripId, 'details')?.getSnapshot().value
    if (details) replaceInList(tripId, details)
  }
}

/** Asks the server for a trip, unless it has just answered. What it gives no more leaves this device. */
export const refetchTrip = (tripId: string): Promise<unknown> => queryCache.fetchQuery(openTrip(tripId)).catch(() => {})

/** Has a trip that could not be opened asked for anew when somebody wants it again. */
export function forgetFailure(tripId: string): void {
  queryCache.remove(tripKey(tripId))
}

/** Brings an open trip up to date. @throws AppError */
export async function refreshTrip(tripId: string): Promise<void> {
  await queryCache.refetch(tripKey(tripId))
}

/** Resolves when no request for a trip is on its way. */
export async function whenTripAnswered(tripId: string): Promise<void> {
  await queryCache.whenIdle(tripKey(tripId))
}

/** A trip as it was last opened. */
export function findOpenTrip(tripId: string): Trip | undefined {
  return queryCache.get<OpenTrip>(tripKey(tripId))?.trip ?? undefined
}

/** A trip as the list knows it, before it is opened. */
export function findListedTrip(tripId: string): TripCard | undefined {
  return queryCache.get<TripCard[]>(LIST)?.find(({ id, deleted_at }) => id === tripId && deleted_at === null)
}

/** Shows a trip's changed details in the list too. */
export function replaceInList(tripId: string, { destination_name, departure_date, return_date }: Details): void {
  const trips = queryCache.get<TripCard[]>(LIST)
  if (!trips) return
  const changed = { destination_name, departure_date, return_date }
  queryCache.set(
    LIST,
    trips.map((trip) => (trip.id === tripId ? { ...trip, ...changed } : trip)),
  )
}

async function loadTrip(tripId: string): Promise<OpenTrip> {
  const person = session.getCurrentUser()?.id
  try {
    return await plan.open(tripId)
  } catch (failure) {
    // A disk that is slower than the failure may still have it.
    if (failure instanceof AppError && failure.code === 'unreachable') await withTimeout(showKeptTrip(tripId))
    if (person && failure instanceof AppError && failure.code === 'trip_not_found') {
      chooseOffline(person, tripId, false)
      void persistedTrips.dropTrip(person, tripId)
      const type = findOpenTrip(tripId)?.type
      void import('./set-aside.ts').then(({ leaveTrip }) => leaveTrip(person, tripId, type))
    }
    throw failure
  }
}

/** Whether the log has already that the list cannot be loaded: it is tried many times. */
let isFailureLogged = false

async function loadTrips(): Promise<TripCard[]> {
  try {
    const { trips } = await request('/api/trips', { schema: tripListAnswer })
    isFailureLogged = false
    const person = session.getCurrentUser()?.id
    if (person) {
      void persistedTrips.persistList(person, trips)
      void persistedTrips.dropPrivateUnless(person, (tripId) =>
        trips.some((trip) => trip.id === tripId && !isOver(trip)),
      )
    }
    return trips
  } catch (failure) {
    if (!isFailureLogged) logFailure('The trips could not be loaded', failure)
    isFailureLogged = true
    throw failure
  }
}
