import type { TripCopy } from '#domain/api/trip-life.ts'
import { tripCreatedAnswer } from '#domain/api/trips.ts'
import type { Trip, TripCard } from '#domain/trip.ts'
import { chooseOffline } from '../device/offline-choice.ts'
import { request } from '../http/http.ts'
import { queryCache, useQuery } from '../http/query-cache.ts'
import { wordsOf } from '../http/words-of.ts'
import { session } from '../session/current-session.ts'
import { useWish } from '../use-wish.ts'
import { persistedTrips, plan } from './trip-data.ts'
import { findOpenTrip, LIST, putInList, refreshTrip } from './trips.ts'

/** What no server is asked for. */
const FOR_EVER = Number.POSITIVE_INFINITY

const pathOf = (tripId: string, place = '') => `/api/trips/${tripId}${place}`

function change(tripId: string, changed: Partial<TripCard>): void {
  const trips = queryCache.get<TripCard[]>(LIST)
  if (trips)
    queryCache.set(
      LIST,
      trips.map((trip) => (trip.id === tripId ? { ...trip, ...changed } : trip)),
    )
}

/** Gives a trip another name. */
export function useRenaming(tripId: string, onDone: () => void) {
  const wish = useWish(async (name: string) => {
    await request(pathOf(tripId), { method: 'PATCH', body: { name } })
    change(tripId, { name })
    if (findOpenTrip(tripId)) await refreshTrip(tripId).catch(() => {})
  }, onDone)
  return {
    ...wish,
    error: wordsOf(wish.error, 'The trip could not be renamed. Please try again.'),
    failure: wish.error,
  }
}

/** Makes a trip of the person's own of another one, with what has been changed in that here. `onDone` gets it. */
export function useCopying(tripId: string, onDone: (made: TripCard) => void) {
  const wish = useWish(async (body: TripCopy) => {
    await plan.flush()
    const { trip } = await request(pathOf(tripId, '/copies'), { method: 'POST', body, schema: tripCreatedAnswer })
    putInList(trip)
    return trip
  }, onDone)
  return { ...wish, error: wordsOf(wish.error, 'The trip could not be copied. Please try again.'), failure: wish.error }
}

/** Archives a trip in the person's list, or brings it back from there. `onDone` gets which of the two. */
export function useArchiving(tripId: string, onDone: (is_archived: boolean) => void) {
  const wish = useWish(async (is_archived: boolean) => {
    await request(pathOf(tripId, '/archived'), { method: 'PUT', body: { is_archived } })
    change(tripId, { is_archived })
    return is_archived
  }, onDone)
  return { ...wish, error: wordsOf(wish.error, 'The trip could not be moved. Please try again.') }
}

/** Deletes a trip, after what the person has still changed in it has been sent. The device then keeps nothing of it. */
export function useDeleting(trip: Trip, onDone: () => void) {
  const wish = useWish(
    async () => {
      await plan.flush()
      await request(pathOf(trip.id, '/deleted'), { method: 'PUT', body: { is_deleted: true } })
      change(trip.id, { deleted_at: new Date().toISOString() })
      forgetCopies(trip.id)
      queryCache.set(JUST_DELETED, { id: trip.id, name: trip.name })
    },
    () => onDone(),
  )
  return { ...wish, error: wordsOf(wish.error, 'The trip could not be deleted. Please try again.') }
}

const JUST_DELETED = ['just deleted']

/** The trip that was deleted last in this page, until it is back or somebody has put that away. */
export function useJustDeleted(): { deleted: { id: string; name: string } | undefined; dismiss: () => void } {
  const { data } = useQuery<{ id: string; name: string } | null>({
    key: JUST_DELETED,
    queryFn: async () => null,
    staleTimeMs: FOR_EVER,
  })
  return { deleted: data ?? undefined, dismiss: () => queryCache.set(JUST_DELETED, null) }
}

/** Brings a deleted trip back, or removes it for good. */
export function useDeleted(tripId: string) {
  const wish = useWish(
    async (what: 'bring back' | 'remove') => {
      if (what === 'remove') await request(pathOf(tripId), { method: 'DELETE' })
      else await request(pathOf(tripId, '/deleted'), { method: 'PUT', body: { is_deleted: false } })
      const trips = queryCache.get<TripCard[]>(LIST)
      if (what === 'remove' && trips)
        queryCache.set(
          LIST,
          trips.filter(({ id }) => id !== tripId),
        )
      else change(tripId, { deleted_at: null })
      if (queryCache.get<{ id: string }>(JUST_DELETED)?.id === tripId) queryCache.set(JUST_DELETED, null)
    },
    () => {},
  )
  return { ...wish, error: wordsOf(wish.error, 'This could not be done. Please try again.') }
}

/** Gives a trip to somebody else, who plans it too. */
export function useHandingOver(tripId: string, onDone: () => void) {
  const wish = useWish(async (user_id: string) => {
    await request(pathOf(tripId, '/owner'), { method: 'PUT', body: { user_id } })
    change(tripId, { role: 'organizer', owner_id: user_id })
    if (findOpenTrip(tripId)) await refreshTrip(tripId).catch(() => {})
    await queryCache.refetch(['people', tripId]).catch(() => {})
  }, onDone)
  return { ...wish, error: wordsOf(wish.error, 'The trip could not be handed over. Please try again.') }
}

/** Leaves a trip, after what the person has still changed in it has been sent. The device then forgets it. */
export function useLeaving(tripId: string, personId: string, onLeft: () => void) {
  const wish = useWish(
    async () => {
      await plan.flush()
      await request(pathOf(tripId, `/people/${personId}`), { method: 'DELETE' })
      const trips = queryCache.get<TripCard[]>(LIST)?.filter(({ id }) => id !== tripId)
      if (trips) queryCache.set(LIST, trips)
      forgetCopies(tripId)
    },
    () => onLeft(),
  )
  return { ...wish, error: wordsOf(wish.error, 'We couldn’t remove you from the trip. Please try again.') }
}

/** Forgets what this page and this device have of a trip that the person has no more. */
function forgetCopies(tripId: string): void {
  const person = session.getCurrentUser()?.id
  queryCache.remove(['trip', tripId])
  void plan.drop(tripId)
  if (!person) return
  chooseOffline(person, tripId, false)
  void persistedTrips.dropTrip(person, tripId)
}
