import { AppError } from '#domain/errors.ts'
import { nameOfUser } from '#domain/person.ts'
import * as m from '#messages'
import { endOtherSessions } from '../accounts/own-account.ts'
import { databaseFailure } from '../db/database-failure.ts'
import type { Db } from '../db/engine.ts'
import type { Quotas } from '../trips/quotas.ts'
import { removeTrip } from '../trips/trip-life.ts'
import { ensureFormerMember, forgetPerson, listTripsOf } from './forget-person.ts'
import { listMergedGuests } from './merge-guest.ts'
import { listPlanners, type Stores } from './people.ts'
import { requireNewOwner, transferOwnership } from './transfer-ownership.ts'

/*
 * How an account is deleted.
 * Job: its trips are transferred to the people its user has chosen, or deleted with it. In trips of others, nothing
 *   identifies the user any more. Their sessions, codes, links and archive are deleted.
 * Invariants: nothing happens until all choices are known to be possible. Afterwards no table contains their id, their
 *   e-mail address, or the name they had in people lists. What others have typed stays theirs, and so do copies they
 *   have made.
 * Failure: one trip at a time, so that a running server waits for one at most. If it stops, repeat it with the same
 *   choices.
 */

const MAX_TRIES = 5

interface Heir {
  trip_id: string
  user_id: string
}

interface RemovalStores extends Stores {
  /** Called with each trip that has changed or is gone. */
  onTripChanged: (tripId: string) => void
}

/** The user's own trips that others are in too, each with those who could own it. */
export async function listSharedTrips(db: Db, ownerId: string) {
  const trips = await db
    .selectFrom('trips')
    .select(['id', 'name', 'owner_id', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  const found = []
  for (const { id, name, owner_id, created_at } of trips) {
    const others = (await listPlanners(db, { id, owner_id, created_at })).filter(({ role }) => role !== 'owner')
    const heirs = others
      .filter(({ can_own }) => can_own)
      .map((planner) => ({ id: planner.id, name: nameOfUser(planner) }))
    if (others.length > 0) found.push({ id, name, others: others.length, heirs })
  }
  return found
}

/**
 * Checks that no trip with other members is deleted unless its owner has chosen that: since they looked, somebody may
 * have joined a trip, or transferred one to them.
 * @throws AppError trips_changed
 */
export async function requireChosen(db: Db, ownerId: string, chosen: readonly string[]): Promise<void> {
  const shared = await listSharedTrips(db, ownerId)
  if (shared.some(({ id }) => !chosen.includes(id))) throw new AppError('trips_changed')
}

/**
 * Transfers trips to the chosen people. Skips those that have been transferred already.
 * @throws AppError trip_not_found, trips_full, and as `requireNewOwner`: before anything is changed, unless others
 *   change something meanwhile
 */
export async function transferTrips(
  stores: Stores & { quotas: Quotas },
  ownerId: string,
  heirs: readonly Heir[],
  now: Date,
): Promise<string[]> {
  const { db, quotas } = stores
  const chosen = []
  for (const { trip_id, user_id } of new Map(heirs.map((heir) => [heir.trip_id, heir])).values()) {
    const trip = await db
      .selectFrom('trips')
      .select(['id', 'type', 'owner_id'])
      .where('id', '=', trip_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (trip?.owner_id === user_id && user_id !== ownerId) continue
    if (trip?.owner_id !== ownerId) throw new AppError('trip_not_found')
    chosen.push({ trip, to: await requireNewOwner(db, trip_id, user_id) })
  }
  const fullMessage = m.api_errors_heir_no_room()
  for (const to of new Set(chosen.map((one) => one.to))) {
    const tripIds = chosen.flatMap((one) => (one.to === to ? [one.trip.id] : []))
    await quotas.requireRoomForGivenTrips(db, to, tripIds, fullMessage)
  }
  for (const { trip, to } of chosen) {
    const requireRoom = (trx: Db) => quotas.requireRoomForGivenTrips(trx, to, [], fullMessage)
    await transferOwnership(stores, trip, { from: ownerId, to }, now, { requireRoom, mustPlan: true })
  }
  return chosen.map(({ trip }) => trip.id)
}

/**
 * Deletes an account with all trips that it still owns.
 * @param checkChoices is called before trips are deleted: see `requireChosen`
 * @returns the keys of its sessions, for the caller to report
 * @throws AppError what `mayGo` throws
 */
export async function removeAccount(
  { onTripChanged, ...stores }: RemovalStores,
  { id }: { id: string },
  now: Date,
  checkChoices: () => Promise<void> = async () => {},
): Promise<string[]> {
  const { db } = stores
  await checkChoices()
  await ensureFormerMember(db, now)
  const ids = [id, ...(await listMergedGuests(db, id))]
  await removeOwned(db, id, onTripChanged)
  await forgetAll(stores, ids, onTripChanged)
  const ended = await endOtherSessions(db, id, '')
  // What another page of theirs has done in the meantime, or somebody who has transferred a trip to them.
  await checkChoices()
  await removeOwned(db, id, onTripChanged)
  await forgetAll(stores, ids, onTripChanged)
  // Mails to their address that have not been sent.
  await db
    .deleteFrom('mails')
    .where('recipient', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', id))
    .execute()
  // Deletes the guests they were as well.
  await retryWhenBusy(() => db.deleteFrom('users').where('id', '=', id).execute())
  return ended
}

/** Retries a step while the database is busy: it ends one of two deadlocked transactions. */
async function retryWhenBusy(step: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await step()
      return
    } catch (failure) {
      if (tries === MAX_TRIES || databaseFailure(failure)?.code !== 'database_busy') throw failure
    }
  }
}

async function forgetAll(
  stores: Stores,
  ids: readonly string[],
  onTripChanged: RemovalStores['onTripChanged'],
): Promise<void> {
  for (const trip of await listTripsOf(stores.db, ids)) {
    await retryWhenBusy(() => forgetPerson(stores, trip, ids))
    onTripChanged(trip.id)
  }
}

async function removeOwned(db: Db, ownerId: string, onTripChanged: RemovalStores['onTripChanged']): Promise<void> {
  for (const trip of await db.selectFrom('trips').select('id').where('owner_id', '=', ownerId).execute()) {
    await retryWhenBusy(() => removeTrip(db, trip.id))
    onTripChanged(trip.id)
  }
}
