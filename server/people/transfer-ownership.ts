import { canReceiveTrip } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import { loadParties } from '../plan/load-parties.ts'
import type { PlannedTrip } from '../plan/plan-store.ts'
import { ALL_WITH_PEOPLE } from '../plan/renamed.ts'
import { findOwnIdentity, insertDeparted, rememberDeparted, type Stores } from './people.ts'
import { replacePerson } from './replace-person.ts'

interface Conditions {
  /** Throws if the new owner can have no more trips. */
  requireRoom?: (trx: Db) => Promise<void>
  /** Whether the new owner must be a member. */
  mustPlan?: boolean
}

interface OwnershipTransfer {
  from: string
  to: string
}

/**
 * Makes somebody else the owner of a trip. The former owner stays as an organizer. A new owner who has taken an entry
 * of the list stays that person, which is all that an owner's membership says.
 * @throws AppError trip_not_found if somebody else owns it now, person_not_found; what `requireRoom` throws
 */
export async function transferOwnership(
  { db, plan }: Stores,
  trip: PlannedTrip,
  { from, to }: OwnershipTransfer,
  now: Date,
  { requireRoom = async () => {}, mustPlan = false }: Conditions = {},
): Promise<void> {
  const parties = await loadParties(plan, trip)
  const ended = await db.transaction().execute(async (trx) => {
    const at = now.toISOString()
    // Lock the trip first: deleting a trip locks it before its other rows.
    const { numUpdatedRows } = await trx
      .updateTable('trips')
      .set({ owner_id: to })
      .where('id', '=', trip.id)
      .where('owner_id', '=', from)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new AppError('trip_not_found')
    // An owner needs no membership, unless they are another person on the list. Being given the trip confirms who they
    // are.
    const { numUpdatedRows: memberships } = await trx
      .updateTable('memberships')
      .set({ role: 'organizer', confirmed_at: at })
      .where('trip_id', '=', trip.id)
      .where('user_id', '=', to)
      .executeTakeFirstOrThrow()
    if (mustPlan && memberships === 0n) throw new AppError('person_not_found')
    await rememberDeparted(trx, trip.id, [to])
    const deleted = await trx
      .deleteFrom('memberships')
      .where('trip_id', '=', trip.id)
      .where('user_id', '=', to)
      .where((eb) => eb.or([eb('person_id', '=', to), eb('claimed_person_id', 'is not', null)]))
      .returning('person_id')
      .executeTakeFirst()
    await requireRoom(trx)
    const membership = { trip_id: trip.id, user_id: from, role: 'organizer' as const, created_at: at, confirmed_at: at }
    const identity = await findOwnIdentity(trx, trip.id, from, parties)
    // Somebody else may have their id on the list now.
    if (identity.person_id !== from)
      await insertDeparted(trx, { trip_id: trip.id, person_id: from, hides_record: false })
    await trx
      .insertInto('memberships')
      .values({ ...membership, ...identity, shares_party: true, invitation_id: null, device_hash: null })
      // They were another person on the list as the owner, and stay that person.
      .onConflict((conflict) => conflict.columns(['trip_id', 'user_id']).doUpdateSet({ role: 'organizer' }))
      .execute()
    return deleted
  })
  // What they have added as a claimant is theirs.
  const mergedId = ended?.person_id ?? to
  if (mergedId !== to)
    await plan.rewriteSections(trip, ALL_WITH_PEOPLE, (trx, values) =>
      replacePerson(trx, trip.id, values, { staysId: to, mergedId, by: to }),
    )
  await plan.rewritePrivate(trip, 'seen by others')
}

/**
 * A member with an account, to whom the trip can be transferred.
 * @throws AppError person_not_found, account_needed, demo_account_refused
 */
export async function requireNewOwner(db: Db, tripId: string, userId: string): Promise<string> {
  const found = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('trips', 'trips.id', 'memberships.trip_id')
    .select('users.email')
    .where('memberships.trip_id', '=', tripId)
    .where('memberships.user_id', '=', userId)
    .whereRef('trips.owner_id', '!=', 'memberships.user_id')
    .executeTakeFirst()
  if (!found) throw new AppError('person_not_found')
  if (found.email === null) throw new AppError('account_needed', m.api_errors_new_owner_needs_account())
  if (!canReceiveTrip(found)) throw new AppError('demo_account_refused')
  return userId
}
