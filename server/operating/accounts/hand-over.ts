import { findOwnPlace } from '../../people/people.ts'
import { StartError } from '../../start-error.ts'
import { type Operated, requireAccount } from './operated.ts'

/**
 * Makes somebody else the owner of a trip. Who owned it stays as an organizer.
 * @throws StartError where there is no such trip or account, or nothing to hand over
 */
export async function handOver({ db, plan, tell }: Operated, tripId: string, email: string, now: Date): Promise<{ name: string }> {
  const account = await requireAccount(db, email)
  const trip = await db.selectFrom('trips').select(['id', 'name', 'type', 'owner_id']).where('id', '=', tripId).executeTakeFirst()
  if (!trip) throw new StartError(`There is no trip ${tripId}. Its id stands in its address, behind /trip/.`)
  const { owner_id } = trip
  if (owner_id === null) throw new StartError(`The trip '${trip.name}' belongs to everybody: it cannot be handed over.`)
  if (owner_id === account.id) throw new StartError(`The trip '${trip.name}' belongs to ${account.email} already.`)
  await db.transaction().execute(async (trx) => {
    // A trip that somebody owns needs no pass.
    await trx.deleteFrom('passes').where('trip_id', '=', tripId).where('user_id', '=', account.id).execute()
    const { numUpdatedRows } = await trx
      .updateTable('trips')
      .set({ owner_id: account.id })
      .where('id', '=', tripId)
      .where('owner_id', '=', owner_id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new StartError(`The trip '${trip.name}' has changed its owner meanwhile. Look, and try again.`)
    const at = now.toISOString()
    const pass = { trip_id: tripId, user_id: owner_id, role: 'organizer' as const, created_at: at, confirmed_at: at }
    const place = await findOwnPlace(trx, tripId, owner_id)
    await trx
      .insertInto('passes')
      .values({ ...pass, ...place, invitation_id: null, device_hash: null })
      .execute()
  })
  await plan.renewPrivate(trip, 'seen by others')
  tell(tripId)
  return { name: trip.name }
}
