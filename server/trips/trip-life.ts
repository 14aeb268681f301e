import { sql } from 'kysely'
import { ownsTrip } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import { groupBy } from '#domain/group-by.ts'
import type { User } from '#domain/person.ts'
import { RESTORE_DAYS, type Trip } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'
import { isSqlite } from '../db/is-sqlite.ts'
import { giveWay, shouldGiveWay } from '../db/turn-of-event-loop.ts'
import type { Quotas } from './quotas.ts'
import { allTripsOf, toTrip, tripColumns } from './trips.ts'

/*
 * What happens to a trip apart from its plan.
 * Job: a trip is renamed, archived, deleted, restored, and permanently deleted.
 * Invariants: only its owner sees a deleted trip, and only its card; they can restore it for 30 days (`tripsOf` leaves
 *   it out, so no route finds it). A permanently deleted trip leaves no rows, and its id is never used again.
 * Failure: each step happens completely or not at all. A permanent deletion first makes the trip nobody's, for good,
 *   and then deletes its rows, in slices on SQLite. If it is interrupted, the sweep of deleted trips does the rest. The
 *   sweep of documents removes the files of trips that are gone.
 */

const DAY_MS = 24 * 60 * 60_000

export async function renameTrip(db: Db, tripId: string, name: string): Promise<void> {
  await db.updateTable('trips').set({ name }).where('id', '=', tripId).execute()
}

/** Archives a trip in a user's list, or unarchives it. Does nothing if it is so already. */
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

/** A trip that the user owns, deleted or not. @throws AppError trip_not_found */
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

/** Deletes a trip until it is restored. Does nothing if it is deleted already. */
export async function deleteTrip(db: Db, { id, owner_id }: OwnTrip, now: Date): Promise<void> {
  const deleted_at = now.toISOString()
  const trip = db.updateTable('trips').set({ deleted_at }).where('id', '=', id)
  // The trip may have been transferred in the meantime.
  await trip.where('owner_id', '=', owner_id).where('deleted_at', 'is', null).execute()
}

/**
 * Restores a deleted trip for its owner and all members.
 * @throws AppError trip_not_found if its days are over; trips_full
 */
export async function restoreTrip(
  db: Db,
  { id, deleted_at }: OwnTrip,
  owner: User,
  now: Date,
  quotas: Quotas,
): Promise<void> {
  if (deleted_at === null) return
  if (deleted_at <= lastExpired(now)) throw new AppError('trip_not_found')
  await db.transaction().execute(async (trx) => {
    const trip = trx.updateTable('trips').set({ deleted_at: null }).where('id', '=', id)
    const { numUpdatedRows } = await trip.where('owner_id', '=', owner.id).executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new AppError('trip_not_found')
    await quotas.requireRoomForTrip(trx, owner.id)
  })
}

/** Permanently deletes a trip with all its rows. The next sweep of documents removes its files. */
export async function removeTrip(db: Db, tripId: string): Promise<void> {
  await remove(db, tripId, (trips) => trips)
}

/** Like `removeTrip`, but only if the trip is still deleted: it may have been restored. */
export async function removeDeletedTrip(db: Db, { id, owner_id }: OwnTrip): Promise<void> {
  await remove(db, id, (trips) => trips.where('owner_id', '=', owner_id).where('deleted_at', 'is not', null))
}

export async function sweepDeletedTrips(db: Db, now: Date): Promise<void> {
  const last = lastExpired(now)
  const expired = await db.selectFrom('trips').select('id').where('deleted_at', '<=', last).execute()
  // One at a time, so that nobody waits long for the database.
  for (const { id } of expired) await remove(db, id, (trips) => trips.where('deleted_at', '<=', last))
}

type Removal = ReturnType<typeof removalOf>
const removalOf = (trx: Db, tripId: string) =>
  trx.updateTable('trips').set({ owner_id: null, deleted_at: NOBODYS }).where('id', '=', tripId)

/** When a trip that is being deleted permanently was deleted: so early that the sweep finds it. */
const NOBODYS = new Date(0).toISOString()

/**
 * Locks the sections in the order of their names, and the trip after them, as an edit does: this avoids deadlocks. The
 * documents are left out, because changes to them lock the trip first.
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

async function remove(db: Db, tripId: string, filter: (trips: Removal) => Removal): Promise<void> {
  const isTaken = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await filter(removalOf(trx, tripId)).executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    await trx
      .insertInto('gone_trips')
      .values({ id: tripId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  })
  if (!isTaken) return
  if (isSqlite(db)) await removeRows(db, tripId)
  await db.transaction().execute(async (trx) => {
    await lockSections(trx, tripId)
    await trx.deleteFrom('trips').where('id', '=', tripId).execute()
  })
}

/** Few, since a version in the history may have a megabyte. */
const ROWS_AT_ONCE = 25

/** Deletes the rows of a trip. One statement for all of them would hold the process on SQLite. */
async function removeRows(db: Db, tripId: string): Promise<void> {
  for (const { name, key } of await listTablesOfTrips(db)) {
    const [table, columns] = [sql.table(name), sql.join(key.map((column) => sql.ref(column)))]
    const some = sql`select ${columns} from ${table} where trip_id = ${tripId} limit ${sql.lit(ROWS_AT_ONCE)}`
    const removal = sql`delete from ${table} where (${columns}) in (${some})`
    for (let isEmpty = false; !isEmpty; ) {
      isEmpty = await db.transaction().execute(async (trx) => {
        do {
          const { numAffectedRows = 0n } = await removal.execute(trx)
          if (numAffectedRows < ROWS_AT_ONCE) return true
        } while (!shouldGiveWay())
        return false
      })
      await giveWay()
    }
  }
}

/** The tables of an SQLite database whose rows belong to a trip, with their primary keys. */
async function listTablesOfTrips(db: Db): Promise<{ name: string; key: string[] }[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select tables.name as name, columns.name as "column"
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as reference, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and reference."table" = 'trips' and reference."from" = 'trip_id' and columns.pk > 0
    order by tables.name, columns.pk`.execute(db)
  return [...groupBy(rows, ({ name }) => name)].map(([name, columns]) => ({
    name,
    key: columns.map(({ column }) => column),
  }))
}

/** Trips deleted at this time or earlier can no longer be restored. */
const lastExpired = (now: Date) => new Date(now.getTime() - RESTORE_DAYS * DAY_MS).toISOString()
