import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { transferOwnership as giveTo } from '../../people/transfer-ownership.ts'
import { StartError } from '../../settings/start-error.ts'
import { type Installation, requireAccount } from './operated.ts'

/**
 * Makes somebody else the owner of a trip. The former owner remains as an organizer.
 * @throws StartError if the trip or account does not exist, or the trip cannot be transferred
 */
export async function transferOwnership(
  { db, plan, onTripChanged }: Installation,
  tripId: string,
  email: string,
  now: Date,
): Promise<{ name: string }> {
  const account = await requireAccount(db, email)
  const trip = await db
    .selectFrom('trips')
    .select(['id', 'name', 'type', 'owner_id'])
    .where('id', '=', tripId)
    .executeTakeFirst()
  if (!trip) throw new StartError(m.operating_transfer_no_trip({ id: tripId }))
  const { owner_id } = trip
  if (owner_id === null) throw new StartError(m.operating_transfer_everybody({ trip: trip.name }))
  if (owner_id === account.id)
    throw new StartError(m.operating_transfer_already_owner({ trip: trip.name, email: account.email }))
  const hasOwnerChanged = (failure: unknown) => failure instanceof AppError && failure.code === 'trip_not_found'
  await giveTo({ db, plan }, trip, { from: owner_id, to: account.id }, now).catch((failure) => {
    if (!hasOwnerChanged(failure)) throw failure
    throw new StartError(m.operating_transfer_owner_changed({ trip: trip.name }))
  })
  onTripChanged(tripId)
  return { name: trip.name }
}
