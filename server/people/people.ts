import { isGuest } from '#domain/access.ts'
import type { Planner } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import type { PassRole, Trip } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'

const order = ['owner', 'organizer', 'member'] as const

/** Who plans a trip: the owner first, then by role and name. */
export async function listPlanners(db: Db, trip: Pick<Trip, 'id' | 'owner_id' | 'created_at'>): Promise<Planner[]> {
  const people = db.selectFrom('profiles').innerJoin('users', 'users.id', 'profiles.id')
  const columns = ['profiles.id', 'profiles.username', 'profiles.full_name', 'users.email'] as const
  const owners = await people.select(columns).where('profiles.id', '=', trip.owner_id).execute()
  const others = await people
    .innerJoin('passes', 'passes.user_id', 'profiles.id')
    .select([...columns, 'passes.role', 'passes.created_at as since', 'passes.invitation_id'])
    .where('passes.trip_id', '=', trip.id)
    .execute()
  return [...owners.map((owner) => ({ ...owner, role: 'owner' as const, since: trip.created_at, invitation_id: null })), ...others]
    .map(({ email, ...person }) => ({ ...person, is_guest: isGuest({ email }) }))
    .toSorted(
      (one, other) =>
        order.indexOf(one.role) - order.indexOf(other.role) ||
        one.full_name.localeCompare(other.full_name) ||
        one.id.localeCompare(other.id),
    )
}

/** Whether members of a trip edit its plan. */
export async function setMembersEdit(db: Db, tripId: string, members_edit: boolean): Promise<void> {
  await db.updateTable('trips').set({ members_edit }).where('id', '=', tripId).execute()
}

/** @throws AppError person_not_found */
export async function setRole(db: Db, tripId: string, personId: string, role: PassRole): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passes')
    .set({ role })
    .where('trip_id', '=', tripId)
    .where('user_id', '=', personId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError('person_not_found')
}

/** Takes a person's pass away. Whose is gone already is no failure. */
export async function takeOut(db: Db, tripId: string, personId: string): Promise<void> {
  await db.deleteFrom('passes').where('trip_id', '=', tripId).where('user_id', '=', personId).execute()
}
