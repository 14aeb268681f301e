import { canSeeTripInList, roleIn } from '#domain/access.ts'
import type { NewTrip } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import type { OptionalLocalDate } from '#domain/local-date.ts'
import type { User } from '#domain/person.ts'
import { TEMPLATE_REVISION } from '#domain/templates/revision.ts'
import type { MembershipRole, Trip, TripCard } from '#domain/trip.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import type { Quotas } from './quotas.ts'

/** The columns of a trip for one user, with their membership. */
export const tripColumns = [
  'trips.id',
  'trips.name',
  'trips.type',
  'trips.owner_id',
  'trips.is_public',
  'trips.members_edit',
  'trips.template_revision',
  'trips.created_at',
  'trips.picture',
  'memberships.role as membership',
  'memberships.person_id',
  'memberships.party_id',
  'memberships.confirmed_at',
  'memberships.shares_party',
] as const
const cardColumns = [...tripColumns, 'destination_name', 'departure_date', 'return_date', 'deleted_at'] as const

/** The trips in a user's list, newest first, including those they have deleted. */
export async function listTrips(db: Db, person: User): Promise<TripCard[]> {
  const rows = await allTripsOf(db, person.id)
    .select(cardColumns)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('archived_trips')
          .select('archived_trips.trip_id')
          .whereRef('archived_trips.trip_id', '=', 'trips.id')
          .where('archived_trips.user_id', '=', person.id),
      ).as('is_archived'),
    )
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('owner_id', '=', person.id)]))
    .where((eb) =>
      eb.or([eb('owner_id', '=', person.id), eb('owner_id', 'is', null), eb('memberships.user_id', 'is not', null)]),
    )
    .orderBy('trips.created_at', 'desc')
    .orderBy('trips.id')
    .execute()
  return rows.map((row) => toCard(toTrip(row, person))).filter((trip) => canSeeTripInList(person, trip))
}

/**
 * Creates a trip that the user owns. A retry creates no second one.
 * @throws AppError trip_exists if the id belongs to another trip; trips_full, trip_not_created
 */
export async function createTrip(
  db: Db,
  person: User,
  { id, name, type }: NewTrip,
  now: Date,
  quotas: Quotas,
  template_revision = TEMPLATE_REVISION,
): Promise<TripCard> {
  const row = await db
    .transaction()
    .execute(async (trx) => {
      const removed = await trx.selectFrom('gone_trips').select('id').where('id', '=', id).executeTakeFirst()
      if (removed) throw new AppError('trip_exists')
      await trx
        .insertInto('trips')
        .values({ id, name, type, owner_id: person.id, template_revision, created_at: now.toISOString() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      await quotas.requireRoomForTrip(trx, person.id)
      return allTripsOf(trx, person.id).select(cardColumns).where('trips.id', '=', id).executeTakeFirstOrThrow()
    })
    .catch((cause) => {
      throw cause instanceof AppError ? cause : new AppError('trip_not_created', undefined, { cause })
    })
  if (row.owner_id !== person.id || row.name !== name || row.type !== type) throw new AppError('trip_exists')
  return toCard({ ...toTrip(row, person), is_archived: false })
}

const selectTrip = compiled((db, id: string, personId: string | null) =>
  tripsOf(db, personId).select(tripColumns).where('trips.id', '=', id),
)

/** A trip as one user sees it; undefined if there is none. */
export async function findTrip(db: Db, id: string, person: User): Promise<Trip | undefined> {
  const [row] = await selectTrip(db, id, person.id)
  return row && toTrip(row, person)
}

/** A trip as one user sees it. @throws AppError trip_not_found */
export async function requireTrip(db: Db, id: string, person: User): Promise<Trip> {
  const trip = await findTrip(db, id, person)
  if (!trip) throw new AppError('trip_not_found')
  return trip
}

/** A trip for several users. @throws AppError trip_not_found */
export async function loadTripFor(db: Db, id: string): Promise<(person: User) => Trip> {
  const [row] = await selectTrip(db, id, null)
  if (!row) throw new AppError('trip_not_found')
  const memberships = await db
    .selectFrom('memberships')
    .select(['user_id', 'role as membership', 'person_id', 'party_id', 'confirmed_at', 'shares_party'])
    .where('trip_id', '=', id)
    .execute()
  const known = new Map(memberships.map(({ user_id, ...membership }) => [user_id, membership]))
  return (person) => toTrip({ ...row, ...(known.get(person.id) ?? noMembership) }, person)
}

/** The trips that are not deleted, each with the membership of one user; null for somebody without memberships. */
export function tripsOf(db: Db, personId: string | null) {
  return allTripsOf(db, personId).where('trips.deleted_at', 'is', null)
}

/** Like `tripsOf`, including deleted trips. */
export function allTripsOf(db: Db, personId: string | null) {
  return db
    .selectFrom('trips')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.trip_id', '=', 'trips.id').on('memberships.user_id', '=', personId),
    )
}

interface MembershipColumns {
  membership: MembershipRole | null
  person_id: string | null
  party_id: string | null
  confirmed_at: string | null
  shares_party: boolean | null
}
const noMembership: MembershipColumns = {
  membership: null,
  person_id: null,
  party_id: null,
  confirmed_at: null,
  shares_party: null,
}

/** Converts a row of `tripColumns` to the trip as one user sees it. */
export function toTrip<Row extends Omit<Trip, 'role' | 'taken'> & MembershipColumns>(
  { membership, person_id, party_id, confirmed_at, shares_party, ...row }: Row,
  person: User | null,
): Omit<Row, keyof MembershipColumns> & Trip {
  // Null for somebody who is on the list as themselves and shares with their party.
  const isTaken = person_id !== null && party_id !== null && (person_id !== person?.id || shares_party === false)
  return {
    ...row,
    role: roleIn(person, row, membership),
    taken: isTaken
      ? { person_id, party_id, is_confirmed: confirmed_at !== null, shares_party: shares_party === true }
      : null,
  }
}

type CardColumns = { destination_name: string | null; departure_date: string | null; return_date: string | null }
type ListColumns = CardColumns & { is_archived: unknown; deleted_at: string | null }
const toCard = (row: Trip & ListColumns): TripCard => ({
  ...row,
  ...cardDetails(row),
  is_archived: Boolean(row.is_archived),
})

export function cardDetails({ destination_name, departure_date, return_date }: CardColumns) {
  return {
    destination_name: destination_name ?? '',
    departure_date: (departure_date ?? '') as OptionalLocalDate,
    return_date: (return_date ?? '') as OptionalLocalDate,
  }
}
