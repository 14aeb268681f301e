import { AppError } from '#domain/errors.ts'
import { nameOfUser } from '#domain/person.ts'
import type { Db } from '../db/engine.ts'
import { removeTrip } from '../trips/trip-life.ts'
import { forgetAttempts, forgetPerson, listTripsOf, makeFormerMember } from './forget-person.ts'
import { handOver, requireHeir } from './hand-over.ts'
import { listFormer } from './into-account.ts'
import { listPlanners, type Stores } from './people.ts'

/*
 * How an account goes.
 * Job: its trips go to whom its person has chosen, or go with it; in trips of others nothing tells any more who they were; their
 *   sessions, codes, links and what they have tried go.
 * Invariants: afterwards no table holds their id, their e-mail, or the name under which they stood among people. What others have typed
 *   is theirs.
 * Failure: trip by trip, so that a running server never waits long; what broke off is done by doing it again.
 */

interface Account {
  id: string
  email: string
}

/** Who gets which of somebody's trips. */
export interface Heir {
  trip_id: string
  user_id: string
}

/** Somebody's own trips that others could have: each with whom. */
export async function listHeirs(db: Db, ownerId: string) {
  const trips = await db
    .selectFrom('trips')
    .select(['id', 'name', 'owner_id', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  const found = []
  for (const { id, name, owner_id, created_at } of trips) {
    const planners = await listPlanners(db, { id, owner_id, created_at })
    const heirs = planners.filter((planner) => planner.role !== 'owner' && !planner.is_guest)
    if (heirs.length > 0) found.push({ id, name, heirs: heirs.map((planner) => ({ id: planner.id, name: nameOfUser(planner) })) })
  }
  return found
}

/**
 * Removes an account.
 * @param heirs who gets which of its trips; the others go with it
 * @param tell is called with each trip that is others' or gone by then
 * @throws AppError as `requireHeir`, before anything has happened
 */
export async function removeAccount(
  stores: Stores,
  { id, email }: Account,
  now: Date,
  tell: (tripId: string) => void,
  heirs: readonly Heir[] = [],
): Promise<void> {
  const { db } = stores
  for (const { trip_id, user_id } of heirs) await requireHeir(db, trip_id, user_id)
  for (const { trip_id, user_id } of heirs) {
    const trip = await db.selectFrom('trips').select(['id', 'type', 'owner_id']).where('id', '=', trip_id).executeTakeFirst()
    if (trip?.owner_id !== id) throw new AppError('trip_not_found')
    await handOver(stores, trip, { from: id, to: user_id }, now)
  }
  for (const trip of await db.selectFrom('trips').select('id').where('owner_id', '=', id).execute()) {
    await removeTrip(db, trip.id)
    tell(trip.id)
  }
  await makeFormerMember(db, now)
  const former = await listFormer(db, id)
  for (const trip of await listTripsOf(db, [id, ...former])) {
    await forgetPerson(stores, trip, id, former)
    tell(trip.id)
  }
  await db.deleteFrom('users').where('id', '=', id).execute()
  await forgetAttempts(db, [id, email])
}
