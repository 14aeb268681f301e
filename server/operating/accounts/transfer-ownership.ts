import { AppError } from '#domain/errors.ts'
import { transferOwnership as giveTo } from '../../people/transfer-ownership.ts'
import { StartError } from '../../start-error.ts'
import { type Operated, requireAccount } from './operated.ts'

/**
 * Makes somebody else the owner of a trip. The former owner remains as an organizer.
 * @throws StartError if the trip or account does not exist, or the trip cannot be transferred
 */
export async function transferOwnership(
  { db, plan, tell }: Operated,
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
  if (!trip) throw new StartError(`There is no trip ${tripId}. Its id stands in its address, behind /trip/.`)
  const { owner_id } = trip
  if (owner_id === null) throw new StartError(`The trip '${trip.name}' belongs to everybody: it cannot be handed over.`)
  if (owner_id === account.id) throw new StartError(`The trip '${trip.name}' belongs to ${account.email} already.`)
  const hasOwnerChanged = (failure: unknown) => failure instanceof AppError && failure.code === 'trip_not_found'
  await giveTo({ db, plan }, trip, { from: owner_id, to: account.id }, now).catch((failure) => {
    if (!hasOwnerChanged(failure)) throw failure
    throw new StartError(`The trip '${trip.name}' has changed its owner meanwhile. Look, and try again.`)
  })
  tell(tripId)
  return { name: trip.name }
}
