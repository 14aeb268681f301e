import type { TripCopy } from '#domain/api/trip-life.ts'
import { tripCreatedResponse } from '#domain/api/trips.ts'
import type { Trip, TripCard } from '#domain/trip.ts'
import * as m from '#messages'
import { errorText } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { persistedTrips, plan } from '../root/plan.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'
import { chooseOffline } from '../storage/offline-choice.ts'
import { findOpenTrip, LIST, putInList, refreshTrip } from './trips.ts'

const pathOf = (tripId: string, place = '') => `/api/trips/${tripId}${place}`

function updateInList(tripId: string, changes: Partial<TripCard>): void {
  const trips = queryCache.get<TripCard[]>(LIST)
  if (trips)
    queryCache.set(
      LIST,
      trips.map((trip) => (trip.id === tripId ? { ...trip, ...changes } : trip)),
    )
}

/** Shows a change of a trip that the server has made: in the list, and in the trip if it is open. */
export async function showTripChange(tripId: string, changes: Partial<TripCard>): Promise<void> {
  updateInList(tripId, changes)
  if (findOpenTrip(tripId)) await refreshTrip(tripId).catch(() => {})
}

export function useRenaming(tripId: string, onDone: () => void) {
  const wish = useAsyncAction(async (name: string) => {
    await request(pathOf(tripId), { method: 'PATCH', body: { name } })
    await showTripChange(tripId, { name })
  }, onDone)
  return {
    ...wish,
    error: errorText(wish.error, m.trips_rename_failed()),
    failure: wish.error,
  }
}

/** Copies a trip, after sending the person's pending changes to it. */
export function useCopying(tripId: string, onDone: (made: TripCard) => void) {
  const wish = useAsyncAction(async (body: TripCopy) => {
    await plan.flush()
    const { trip } = await request(pathOf(tripId, '/copies'), { method: 'POST', body, schema: tripCreatedResponse })
    putInList(trip)
    return trip
  }, onDone)
  return { ...wish, error: errorText(wish.error, m.trips_copy_failed()), failure: wish.error }
}

/** Archives a trip, or moves it back. `isArchived` says which of the two an error is about. */
export function useArchiving(tripId: string, isArchived: boolean, onDone: (is_archived: boolean) => void) {
  const wish = useAsyncAction(async (is_archived: boolean) => {
    await request(pathOf(tripId, '/archived'), { method: 'PUT', body: { is_archived } })
    updateInList(tripId, { is_archived })
    return is_archived
  }, onDone)
  return { ...wish, error: errorText(wish.error, isArchived ? m.trips_unarchive_failed() : m.trips_archive_failed()) }
}

/** Deletes a trip after sending the person's pending changes, and removes it from this device. */
export function useDeleting(trip: Trip, onDone: () => void) {
  const wish = useAsyncAction(
    async () => {
      await plan.flush()
      await request(pathOf(trip.id, '/deleted'), { method: 'PUT', body: { is_deleted: true } })
      updateInList(trip.id, { deleted_at: new Date().toISOString() })
      forgetCopies(trip.id)
      queryCache.set(JUST_DELETED, { id: trip.id, name: trip.name })
    },
    () => onDone(),
  )
  return { ...wish, error: errorText(wish.error, m.trips_delete_failed()) }
}

const JUST_DELETED = ['just deleted']

/** The last trip deleted on this page, until it is restored or the message is dismissed. */
export function useJustDeleted(): { deleted: { id: string; name: string } | undefined; dismiss: () => void } {
  const { data } = useQuery<{ id: string; name: string } | null>({
    key: JUST_DELETED,
    queryFn: async () => null,
    // Set only by this page, never fetched.
    staleTimeMs: Number.POSITIVE_INFINITY,
  })
  return { deleted: data ?? undefined, dismiss: () => queryCache.set(JUST_DELETED, null) }
}

/** Restores a deleted trip, or removes it permanently. `isRemoving` says which of the two an error is about. */
export function useDeleted(tripId: string, isRemoving = false) {
  const wish = useAsyncAction(
    async (what: 'bring back' | 'remove') => {
      if (what === 'remove') await request(pathOf(tripId), { method: 'DELETE' })
      else await request(pathOf(tripId, '/deleted'), { method: 'PUT', body: { is_deleted: false } })
      const trips = queryCache.get<TripCard[]>(LIST)
      if (what === 'remove' && trips)
        queryCache.set(
          LIST,
          trips.filter(({ id }) => id !== tripId),
        )
      else updateInList(tripId, { deleted_at: null })
      if (queryCache.get<{ id: string }>(JUST_DELETED)?.id === tripId) queryCache.set(JUST_DELETED, null)
    },
    () => {},
  )
  return { ...wish, error: errorText(wish.error, isRemoving ? m.trips_remove_failed() : m.trips_restore_failed()) }
}

/** Transfers ownership of a trip to another member. */
export function useTransferOwnership(tripId: string, onDone: () => void) {
  const wish = useAsyncAction(async (user_id: string) => {
    await request(pathOf(tripId, '/owner'), { method: 'PUT', body: { user_id } })
    await showTripChange(tripId, { role: 'organizer', owner_id: user_id })
    await queryCache.refetch(['people', tripId]).catch(() => {})
  }, onDone)
  return { ...wish, error: errorText(wish.error, m.trips_transfer_failed()) }
}

/** Leaves a trip after sending the person's pending changes, and removes it from this device. */
export function useLeaving(tripId: string, personId: string, onLeft: () => void) {
  const wish = useAsyncAction(
    async () => {
      await plan.flush()
      await request(pathOf(tripId, `/people/${personId}`), { method: 'DELETE' })
      const trips = queryCache.get<TripCard[]>(LIST)?.filter(({ id }) => id !== tripId)
      if (trips) queryCache.set(LIST, trips)
      forgetCopies(tripId)
    },
    () => onLeft(),
  )
  return { ...wish, error: errorText(wish.error, m.trips_leave_failed()) }
}

/** Removes a trip from this page and this device. */
function forgetCopies(tripId: string): void {
  const person = session.getCurrentUser()?.id
  queryCache.remove(['trip', tripId])
  const closed = plan.setAsideAndClose(tripId)
  if (!person) return
  chooseOffline(person, tripId, false)
  // Until it is closed, the open plan may write its sections.
  void closed.then(() => persistedTrips.dropTrip(person, tripId))
}
