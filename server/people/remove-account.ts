import { AppError } from '#domain/errors.ts'
import { nameOfUser } from '#domain/person.ts'
import { endOtherSessions } from '../accounts/own-account.ts'
import { databaseFailure } from '../db/database-failure.ts'
import type { Db } from '../db/engine.ts'
import type { Quotas } from '../quotas.ts'
import { removeTrip } from '../trips/trip-life.ts'
import { forgetPerson, listTripsOf, makeFormerMember } from './forget-person.ts'
import { listFormer } from './into-account.ts'
import { listPlanners, type Stores } from './people.ts'
import { requireNewOwner, transferOwnership } from './transfer-ownership.ts'

/*
 * How an account goes.
 * Job: its trips go to whom its person has chosen, or go with it; in trips of others nothing tells any more who they were; their
 *   sessions, codes, links and archive go.
 * Invariants: nothing has happened before all that was chosen is known to be possible. Afterwards no table holds their id, their
 *   e-mail, or the name under which they stood among people. What others have typed is theirs, and so are copies that they have made.
 * Failure: trip by trip, so that a running server waits for one at most; what broke off is done by doing it again, with the same choice.
 */

const TRIES = 5

/** Who gets which of somebody's trips. */
export interface Heir {
  trip_id: string
  user_id: string
}

interface Removing extends Stores {
  /** Is told each trip that is others' or gone by then. */
  tell: (tripId: string) => void
}

/** Somebody's own trips that others plan too: each with those who could have it. */
export async function listShared(db: Db, ownerId: string) {
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
 * Sees that nothing goes that others plan and its owner has not chosen to go: somebody may have come into a trip since they looked, or given them
 * one.
 * @throws AppError trips_changed
 */
export async function requireChosen(db: Db, ownerId: string, chosen: readonly string[]): Promise<void> {
  const shared = await listShared(db, ownerId)
  if (shared.some(({ id }) => !chosen.includes(id))) throw new AppError('trips_changed')
}

/**
 * Hands somebody's trips over to those whom they have chosen. Which one has already is passed over.
 * @throws AppError trip_not_found, trips_full, and as `requireNewOwner`: before anything has happened, but for what others did meanwhile
 */
export async function transferAll(
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
  const full = 'A person you chose has no space for these trips. Please choose someone else.'
  for (const to of new Set(chosen.map((one) => one.to))) {
    const given = chosen.flatMap((one) => (one.to === to ? [one.trip.id] : []))
    await quotas.requireRoomForGivenTrips(db, to, given, full)
  }
  for (const { trip, to } of chosen) {
    const requireRoom = (trx: Db) => quotas.requireRoomForGivenTrips(trx, to, [], full)
    await transferOwnership(stores, trip, { from: ownerId, to }, now, { requireRoom, mustPlan: true })
  }
  return chosen.map(({ trip }) => trip.id)
}

/**
 * Removes an account, with all trips that it owns still.
 * @param mayGo is asked before trips go: see `requireChosen`
 * @returns the keys of its sessions, for `noteEnded`
 * @throws AppError what `mayGo` throws
 */
export async function removeAccount(
  { tell, ...stores }: Removing,
  { id }: { id: string },
  now: Date,
  mayGo: () => Promise<void> = async () => {},
): Promise<string[]> {
  const { db } = stores
  await mayGo()
  await makeFormerMember(db, now)
  const ids = [id, ...(await listFormer(db, id))]
  await removeOwned(db, id, tell)
  await forgetAll(stores, ids, tell)
  const ended = await endOtherSessions(db, id, '')
  // What another page of theirs did meanwhile, or somebody who handed them a trip.
  await mayGo()
  await removeOwned(db, id, tell)
  await forgetAll(stores, ids, tell)
  // Mails to their address that have not been sent yet.
  await db
    .deleteFrom('mails')
    .where('recipient', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', id))
    .execute()
  // With the guests that they have been.
  await retryWhenBusy(() => db.deleteFrom('users').where('id', '=', id).execute())
  return ended
}

/** Does a step once more where the database had too much to do: of two transactions that wait for each other it ends one. */
async function retryWhenBusy(step: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await step()
      return
    } catch (failure) {
      if (tries === TRIES || databaseFailure(failure)?.code !== 'database_busy') throw failure
    }
  }
}

async function forgetAll(stores: Stores, ids: readonly string[], tell: Removing['tell']): Promise<void> {
  for (const trip of await listTripsOf(stores.db, ids)) {
    await retryWhenBusy(() => forgetPerson(stores, trip, ids))
    tell(trip.id)
  }
}

async function removeOwned(db: Db, ownerId: string, tell: Removing['tell']): Promise<void> {
  for (const trip of await db.selectFrom('trips').select('id').where('owner_id', '=', ownerId).execute()) {
    await retryWhenBusy(() => removeTrip(db, trip.id))
    tell(trip.id)
  }
}
