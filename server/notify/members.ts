import { canBeTold } from '#domain/access.ts'
import { nameOfUser, type User } from '#domain/person.ts'
import type { MembershipRole, Trip } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'
import { findTrip } from '../trips/trips.ts'

/** Somebody who plans a trip and may be told about it. */
export interface ToldMember {
  user_id: string
  /** In the plan. */
  person_id: string
  party_id: string
  role: 'owner' | MembershipRole
  name: string
  /** Null for a guest. */
  email: string | null
}

/** The members of a trip, with its owner. Members who may not be told anything are named, but have no notices. */
export async function listMembersToTell(
  db: Db,
  { id, owner_id }: { id: string; owner_id: string },
): Promise<ToldMember[]> {
  const columns = ['users.id as user_id', 'users.email', 'profiles.username', 'profiles.full_name'] as const
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('profiles', 'profiles.id', 'memberships.user_id')
    .select([...columns, 'memberships.role', 'memberships.person_id', 'memberships.party_id'])
    .where('memberships.trip_id', '=', id)
    .orderBy('memberships.user_id')
    .execute()
  const members = rows.map(({ username, full_name, role, ...row }) => ({
    ...row,
    // An owner has a membership only if they are another person on the list.
    role: row.user_id === owner_id ? ('owner' as const) : role,
    name: nameOfUser({ username, full_name }),
  }))
  if (!members.some(({ user_id }) => user_id === owner_id)) {
    const owner = await db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.id', 'users.id')
      .select(columns)
      .where('users.id', '=', owner_id)
      .executeTakeFirst()
    if (owner) {
      const { username, full_name, ...row } = owner
      const name = nameOfUser({ username, full_name })
      members.push({ ...row, person_id: owner_id, party_id: owner_id, role: 'owner', name })
    }
  }
  return members
}

/** A trip about which a user may be told; undefined if they are not in it, or it is gone. */
export async function findToldTrip(db: Db, tripId: string, user: User): Promise<Trip | undefined> {
  const trip = await findTrip(db, tripId, user)
  return trip && canBeTold(user, trip) ? trip : undefined
}

/** Whether somebody of a trip is told about it. */
export const isTold = ({ role, email }: Pick<ToldMember, 'role' | 'email'>): boolean => canBeTold({ email }, { role })
