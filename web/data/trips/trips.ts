import { useEffect } from 'react'
import { type NewTrip, tripCreatedResponse, tripListResponse } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { localDateOf } from '#domain/local-date.ts'
import type { Details } from '#domain/plan/details.ts'
import { isPrivateExpired } from '#domain/plan/private.ts'
import type { Trip, TripCard } from '#domain/trip.ts'
import { findLastPerson } from '../auth/session.ts'
import { request } from '../http/http.ts'
import type { Query, QueryResult } from '../http/query-cache.ts'
import { logFailure } from '../log.ts'
import { useQuery } from '../react/use-query.ts'
import { persistedTrips, plan, tripKey } from '../root/plan.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'
import { chooseOffline } from '../storage/offline-choice.ts'
import { withTimeout } from '../storage/on-disk.ts'
import { hasFailures, type OpenTrip } from '../sync/plan-client.ts'

/** Query key of the trip list. */
export const LIST = ['trips']
/** Long enough that the next page does not repeat the last one's request. */
const STALE_TIME_MS = 1000

const list: Query<TripCard[]> = {
  key: LIST,
  queryFn: loadTrips,
  staleTimeMs: STALE_TIME_MS,
  shouldRefetch: ({ error }) => error !== undefined,
}
const openTrip = (tripId: string): Query<OpenTrip> => ({
  key: tripKey(tripId),
  queryFn: () => loadTrip(tripId),
  staleTimeMs: STALE_TIME_MS,
  shouldRefetch: ({ data }) => data !== undefined && hasFailures(data),
})

/**
 * The person's trips, newest first; undefined until they are loaded. Failures are only logged. Retries until the server
 * answers.
 */
export function useTrips(): { trips: TripCard[] | undefined; hasFailed: boolean } {
  const { data, error } = useQuery(list)
  useEffect(() => void showPersistedTrips(), [])
  return { trips: data, hasFailed: error !== undefined }
}

/** Loads the list for a page that is about to show it: the persisted one, else from the server. */
export async function prefetchTrips(): Promise<void> {
  await withTimeout(showPersistedTrips())
  await queryCache.prefetch(list)
}

/** Shows the persisted list until the server answers. */
async function showPersistedTrips(): Promise<void> {
  if (!findLastPerson() || queryCache.get(LIST)) return
  const person = (await session.whenKnown())?.id
  if (!person) return
  void persistedTrips.dropOld(person)
  const persisted = await persistedTrips.findList(person)
  if (persisted && !queryCache.get(LIST)) queryCache.set(LIST, persisted, false)
  // Private records expire offline too.
  if (persisted)
    void persistedTrips.dropPrivateUnless(
      person,
      (tripId) => !persisted.some((trip) => trip.id === tripId && isOver(trip)),
    )
}

const isOver = (trip: TripCard) => isPrivateExpired(trip, localDateOf(new Date()))

/** @throws AppError whose message, which may be empty, is shown to the person */
export async function createTrip(trip: NewTrip): Promise<TripCard> {
  const created = (await request('/api/trips', { method: 'POST', body: trip, schema: tripCreatedResponse })).trip
  putInList(created)
  return created
}

export function putInList(created: TripCard): void {
  const trips = queryCache.get<TripCard[]>(LIST)
  if (trips) queryCache.set(LIST, [created, ...trips.filter(({ id }) => id !== created.id)])
  // Without the other trips it would not be the whole list.
  else queryCache.invalidate(LIST)
}

export function useTrip(tripId: string): QueryResult<OpenTrip> & { isPending: boolean } {
  useEffect(() => void showPersistedTrip(tripId), [tripId])
  return useQuery(openTrip(tripId))
}

/** Loads a trip for a page that is about to show it: the persisted one, else from the server. */
export async function prefetchTrip(tripId: string): Promise<void> {
  await withTimeout(showPersistedTrip(tripId))
  await queryCache.prefetch(openTrip(tripId))
}

/** Loads a trip of the list that somebody may be about to open. If that fails, opening it tries again. */
export async function prefetchListedTrip(tripId: string): Promise<void> {
  await prefetchTrip(tripId)
  forgetUnseenFailure(tripId)
}

/** Shows the persisted trip until the server answers. */
async function showPersistedTrip(tripId: string): Promise<void> {
  // Nothing is persisted if nobody was signed in here.
  if (!findLastPerson() || queryCache.get(tripKey(tripId))) return
  const persisted = await plan.openPersisted(tripId)
  if (persisted && !queryCache.get(tripKey(tripId))) queryCache.set(tripKey(tripId), persisted, false)
}

/**
 * Opens all trips with pending operations on this device, so that these are sent without the person opening each trip.
 * Opens the persisted copy if the server cannot be reached.
 */
export async function openTripsWithPending(): Promise<void> {
  for (const tripId of await plan.listTripsWithPending()) {
    try {
      await queryCache.fetchFresh(openTrip(tripId))
    } catch (failure) {
      forgetUnseenFailure(tripId)
      if (failure instanceof AppError && failure.code === 'unreachable') await withTimeout(showPersistedTrip(tripId))
    }
    const details = plan.find(tripId, 'details')?.getSnapshot().value
    if (details) replaceInList(tripId, details)
  }
}

/**
 * Fetches a trip unless that has just been done. Removes it from this device if the person no longer has it. If it
 * fails, opening the trip tries again: the person may have it again.
 */
export const refetchTrip = (tripId: string): Promise<unknown> =>
  queryCache.fetchQuery(openTrip(tripId)).catch(() => forgetUnseenFailure(tripId))

const forgetUnseenFailure = (tripId: string) => queryCache.forgetUnseenFailure(tripKey(tripId))

/** Clears a cached failure, so that the next attempt fetches the trip again. */
export function forgetFailure(tripId: string): void {
  queryCache.remove(tripKey(tripId))
}

/** @throws AppError */
export async function refreshTrip(tripId: string): Promise<void> {
  await queryCache.refetch(tripKey(tripId))
}

/** Returns a trip as it was last opened. */
export function findOpenTrip(tripId: string): Trip | undefined {
  return queryCache.get<OpenTrip>(tripKey(tripId))?.trip ?? undefined
}

/** Returns a trip as the cached list has it; undefined for a deleted one. */
export function findListedTrip(tripId: string): TripCard | undefined {
  return queryCache.get<TripCard[]>(LIST)?.find(({ id, deleted_at }) => id === tripId && deleted_at === null)
}

/** Updates a trip's details in the cached list. */
export function replaceInList(tripId: string, { destination_name, departure_date, return_date }: Details): void {
  const trips = queryCache.get<TripCard[]>(LIST)
  if (!trips) return
  const changes = { destination_name, departure_date, return_date }
  queryCache.set(
    LIST,
    trips.map((trip) => (trip.id === tripId ? { ...trip, ...changes } : trip)),
  )
}

/** When the last answer with a trip was requested. */
const foundAt = new Map<string, number>()

async function loadTrip(tripId: string): Promise<OpenTrip> {
  const person = session.getCurrentUser()?.id
  const requestedAt = performance.now()
  const isBack = () => (foundAt.get(tripId) ?? 0) > requestedAt
  try {
    const opened = await plan.open(tripId)
    // Answers may arrive out of order.
    if (!isBack()) foundAt.set(tripId, requestedAt)
    return opened
  } catch (failure) {
    // The request may have failed before the disk answered.
    if (failure instanceof AppError && failure.code === 'unreachable') await withTimeout(showPersistedTrip(tripId))
    if (person && failure instanceof AppError && failure.code === 'trip_not_found' && !isBack()) {
      chooseOffline(person, tripId, false)
      const trip = findOpenTrip(tripId) ?? findListedTrip(tripId)
      // Until it is closed, the open plan may write its sections.
      void import('./leave-trip.ts')
        .then(({ leaveTrip }) => leaveTrip(person, tripId, trip, isBack))
        .finally(() => isBack() || persistedTrips.dropTrip(person, tripId))
    }
    throw failure
  }
}

/** Logs only the first of many failed retries. */
let isFailureLogged = false

async function loadTrips(): Promise<TripCard[]> {
  try {
    const { trips } = await request('/api/trips', { schema: tripListResponse })
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
