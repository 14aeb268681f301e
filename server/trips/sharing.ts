import { randomUUID } from 'node:crypto'
import { canReadTrip, canShareTrip, isDeadLink } from '#domain/access.ts'
import type { Sharing, SharingRequest } from '#domain/api/sharing.ts'
import type { TripResponse } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { id } from '#domain/id.ts'
import type { User } from '#domain/person.ts'
import type { Trip } from '#domain/trip.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import { toTrip, tripColumns, tripsOf } from './trips.ts'

interface ReadableTrip {
  trip: Trip
  /** Set for people of the trip whose link no longer works for others. */
  deadLink: DeadLink | undefined
}
export type DeadLink = NonNullable<TripResponse['dead_link']>

const selectShared = compiled((db, tripId: string, personId: string | null) =>
  tripsOf(db, personId)
    .select([...tripColumns, 'share_token'])
    .where('trips.id', '=', tripId),
)

/**
 * A trip for somebody who only reads it. A trip that may not be read looks like one that does not exist.
 * @param token of the link that the user was given
 */
export async function findReadableTrip(
  db: Db,
  person: User | null,
  tripId: string,
  token: string | undefined,
): Promise<ReadableTrip | undefined> {
  const parsed = id.safeParse(tripId)
  const [row] = parsed.success ? await selectShared(db, parsed.data, person?.id ?? null) : []
  if (!row) return undefined
  const { share_token, ...trip } = toTrip(row, person)
  const shared = { ...trip, share_token }
  if (!canReadTrip(shared, token)) return undefined
  return { trip, deadLink: isDeadLink(shared, token) ? { can_share: canShareTrip(trip) } : undefined }
}

/** Like `findReadableTrip`. @throws AppError trip_not_found */
export async function requireReadableTrip(
  db: Db,
  person: User | null,
  tripId: string,
  token: string | undefined,
): Promise<ReadableTrip> {
  const readable = await findReadableTrip(db, person, tripId, token)
  if (!readable) throw new AppError('trip_not_found')
  return readable
}

/** Makes a trip public or private, or leaves that unchanged. A trip without a link gets one. */
export async function updateSharing(db: Db, tripId: string, { is_public }: SharingRequest): Promise<Sharing> {
  return db
    .updateTable('trips')
    .set((eb) => ({
      share_token: eb.fn.coalesce('share_token', eb.val(randomUUID())),
      ...(is_public === undefined ? {} : { is_public }),
    }))
    .where('id', '=', tripId)
    .returning(['is_public', 'share_token'])
    .executeTakeFirstOrThrow() as Promise<Sharing>
}

/** Replaces a trip's link. The former one no longer opens the trip, unless it is public. */
export async function replaceShareToken(db: Db, tripId: string): Promise<Sharing> {
  return db
    .updateTable('trips')
    .set({ share_token: randomUUID() })
    .where('id', '=', tripId)
    .returning(['is_public', 'share_token'])
    .executeTakeFirstOrThrow() as Promise<Sharing>
}
