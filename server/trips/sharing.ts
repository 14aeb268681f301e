import { randomUUID } from 'node:crypto'
import { canReadDocuments, canReadTrip, canShareTrip, isDeadLink } from '#domain/access.ts'
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
  /** Whether this user sees the trip's documents and confirmation numbers. */
  canReadDocuments: boolean
  /** Whether the shared view lacks them, which is the same for everybody. */
  hidesDocuments: boolean
}
export type DeadLink = NonNullable<TripResponse['dead_link']>

const selectShared = compiled((db, tripId: string, personId: string | null) =>
  tripsOf(db, personId)
    .select([...tripColumns, 'share_token', 'hides_documents'])
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
  const { share_token, hides_documents, ...trip } = toTrip(row, person)
  const shared = { ...trip, share_token }
  if (!canReadTrip(shared, token)) return undefined
  return {
    trip,
    deadLink: isDeadLink(shared, token) ? { can_share: canShareTrip(trip) } : undefined,
    canReadDocuments: canReadDocuments({ role: trip.role, hides_documents }),
    hidesDocuments: !canReadDocuments({ role: null, hides_documents }),
  }
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

/** Changes how a trip is shared; what is not given stays. A trip without a link gets one. */
export async function updateSharing(db: Db, tripId: string, change: SharingRequest): Promise<Sharing> {
  const { is_public, hides_documents } = change
  const row = await db
    .updateTable('trips')
    .set((eb) => ({
      share_token: eb.fn.coalesce('share_token', eb.val(randomUUID())),
      ...(is_public === undefined ? {} : { is_public }),
      ...(hides_documents === undefined ? {} : { hides_documents }),
    }))
    .where('id', '=', tripId)
    .returning(sharingColumns)
    .executeTakeFirstOrThrow()
  return toSharing(row)
}

/** Replaces a trip's link. The former one no longer opens the trip, unless it is public. */
export async function replaceShareToken(db: Db, tripId: string): Promise<Sharing> {
  const row = await db
    .updateTable('trips')
    .set({ share_token: randomUUID() })
    .where('id', '=', tripId)
    .returning(sharingColumns)
    .executeTakeFirstOrThrow()
  return toSharing(row)
}

const sharingColumns = ['is_public', 'share_token', 'hides_documents'] as const
type SharingRow = { is_public: boolean; share_token: string | null; hides_documents: boolean }

function toSharing({ hides_documents, ...row }: SharingRow): Sharing {
  return { ...(row as Omit<Sharing, 'hides_documents'>), ...(hides_documents && { hides_documents }) }
}
