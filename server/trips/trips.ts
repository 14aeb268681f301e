import { canSeeTripInList } from '#domain/access.ts'
import type { NewTrip } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import type { OptionalLocalDate } from '#domain/local-date.ts'
import type { User } from '#domain/person.ts'
import type { Trip, TripCard } from '#domain/trip.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'

export const tripColumns = ['id', 'name', 'type', 'owner_id', 'is_public', 'created_at'] as const
const cardColumns = [...tripColumns, 'destination_name', 'departure_date', 'return_date'] as const

/** The trips of a person's list, newest first. */
export async function listTrips(db: Db, person: User): Promise<TripCard[]> {
  const rows = await db
    .selectFrom('trips')
    .select(cardColumns)
    .where((eb) => eb.or([eb('owner_id', '=', person.id), eb('owner_id', 'is', null)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.filter((row) => canSeeTripInList(person, row)).map(toCard)
}

/**
 * Creates a trip of the person's own. The same creation repeated makes no second one.
 * @throws AppError trip_exists when the id belongs to another trip; trip_not_created
 */
export async function createTrip(db: Db, person: User, { id, name, type }: NewTrip, now: Date): Promise<TripCard> {
  const row = await db
    .transaction()
    .execute(async (trx) => {
      await trx
        .insertInto('trips')
        .values({ id, name, type, owner_id: person.id, created_at: now.toISOString() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      return trx.selectFrom('trips').select(cardColumns).where('id', '=', id).executeTakeFirstOrThrow()
    })
    .catch((cause) => {
      throw new AppError('trip_not_created', undefined, { cause })
    })
  if (row.owner_id !== person.id || row.name !== name || row.type !== type) throw new AppError('trip_exists')
  return toCard(row)
}

const selectTrip = compiled((db, id: string) => db.selectFrom('trips').select(tripColumns).where('id', '=', id))

/** @throws AppError trip_not_found */
export async function requireTrip(db: Db, id: string): Promise<Trip> {
  const [row] = await selectTrip(db, id)
  if (!row) throw new AppError('trip_not_found')
  return row
}

function toCard(
  row: Trip & { destination_name: string | null; departure_date: string | null; return_date: string | null },
): TripCard {
  return {
    ...row,
    destination_name: row.destination_name ?? '',
    departure_date: (row.departure_date ?? '') as OptionalLocalDate,
    return_date: (row.return_date ?? '') as OptionalLocalDate,
  }
}
