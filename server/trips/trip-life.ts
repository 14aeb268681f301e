import { ownsTrip } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import type { User } from '#domain/person.ts'
import { RESTORE_DAYS, type Trip } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'
import type { Quotas } from '../quotas.ts'
import { allTripsOf, toTrip, tripColumns } from './trips.ts'

/*
 * What becomes of a trip beside its plan.
 * Job: a trip is renamed, put away in somebody's list, deleted, brought back, and removed for good.
 * Invariants: a deleted trip is there for nobody but its owner, who sees no more of it than its card and may bring it back for 30 days
 *   (`tripsOf` leaves it out, so no route finds it). What is removed for good leaves no row; its id is never given to another trip.
 * Failure: what breaks off has either happened or not; files of a trip that is gone are removed by the sweep of documents.
 */

const DAY_MS = 24 * 60 * 60_000

export async function renameTrip(db: Db, tripId: string, name: string): Promise<void> {
  await db.updateTable('trips').set({ name }).where('id', '=', tripId).execute()
}

/** Puts a trip away in a person's list, or back. What is so already is no failure. */
export async function setArchived(db: Db, tripId: string, person: User, isArchived: boolean): Promise<void> {
  const row = { trip_id: tripId, user_id: person.id }
  if (isArchived)
    await db
      .insertInto('archived_trips')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await db.deleteFrom('archived_trips').where('trip_id', '=', tripId).where('user_id', '=', person.id).execute()
}

/** A trip of which somebody is the owner, deleted or not. @throws AppError trip_not_found */
export async function requireOwnTrip(db: Db, tripId: string, person: User): Promise<OwnTrip> {
  const row = await allTripsOf(db, person.id)
    .select([...tripColumns, 'deleted_at'])
    .where('trips.id', '=', tripId)
    .executeTakeFirst()
  const trip = row && toTrip(row, person)
  if (!trip || !ownsTrip(trip)) throw new AppError('trip_not_found')
  return trip
}

type OwnTrip = Trip & { deleted_at: string | null }

/** Deletes a trip, for as long as it is not brought back. What is deleted already is no failure. */
export async function deleteTrip(db: Db, { id, owner_id }: OwnTrip, now: Date): Promise<void> {
  const deleted_at = now.toISOString()
  const trip = db.updateTable('trips').set({ deleted_at }).where('id', '=', id)
  // It may have become somebody else's meanwhile.
  await trip.where('owner_id', '=', owner_id).where('deleted_at', 'is', null).execute()
}

/**
 * Brings a deleted trip back to its owner, and to all who planned it.
 * @throws AppError trip_not_found when its days are over; trips_full
 */
export async function restoreTrip(
  db: Db,
  { id, deleted_at }: OwnTrip,
  owner: User,
  now: Date,
  quotas: Quotas,
): Promise<void> {
  if (deleted_at === null) return
  if (deleted_at <= lastDeletion(now)) throw new AppError('trip_not_found')
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('trips').set({ deleted_at: null }).where('id', '=', id).execute()
    await quotas.requireRoomForTrip(trx, owner.id)
  })
}

/** Removes a trip with all rows of it. Its files go with the next sweep of the documents. */
export async function removeTrip(db: Db, tripId: string): Promise<void> {
  await remove(db, tripId, (trips) => trips)
}

/** As `removeTrip`, of a trip that is deleted still; one that was brought back meanwhile stays. */
export async function removeDeleted(db: Db, { id, owner_id }: OwnTrip): Promise<void> {
  await remove(db, id, (trips) => trips.where('owner_id', '=', owner_id).where('deleted_at', 'is not', null))
}

/** Removes for good the trips that were deleted so long ago that nobody can bring them back. */
export async function sweepDeletedTrips(db: Db, now: Date): Promise<void> {
  const last = lastDeletion(now)
  const over = await db.selectFrom('trips').select('id').where('deleted_at', '<=', last).execute()
  // One at a time: nobody waits long for the database meanwhile.
  for (const { id } of over) await remove(db, id, (trips) => trips.where('deleted_at', '<=', last))
}

type Removal = ReturnType<typeof removalOf>
const removalOf = (trx: Db, tripId: string) => trx.deleteFrom('trips').where('id', '=', tripId)

/**
 * An edit holds its sections, in the order of their names, and asks for the trip then: whoever removes it comes the same way. What is done to
 * documents holds the trip first.
 */
async function lockSections(trx: Db, tripId: string): Promise<void> {
  const ofTrip = trx
    .selectFrom('plan_sections')
    .select('section')
    .where('trip_id', '=', tripId)
    .where('section', '!=', 'documents')
  for (const { section } of await ofTrip.orderBy('section').execute())
    await trx
      .updateTable('plan_sections')
      .set((eb) => ({ bytes: eb.ref('bytes') }))
      .where('trip_id', '=', tripId)
      .where('section', '=', section)
      .execute()
}

async function remove(db: Db, tripId: string, which: (trips: Removal) => Removal): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockSections(trx, tripId)
    const { numDeletedRows } = await which(removalOf(trx, tripId)).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return
    await trx
      .insertInto('gone_trips')
      .values({ id: tripId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** What was deleted at this time or before is over its days. */
const lastDeletion = (now: Date) => new Date(now.getTime() - RESTORE_DAYS * DAY_MS).toISOString()
