import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { User } from '#domain/person.ts'
import { TEMPLATE_REVISION } from '#domain/templates/revision.ts'
import type { Identity, Trip } from '#domain/trip.ts'
import type { Db } from '#server/db/engine.ts'
import type { Tables } from '#server/db/tables.ts'

/** Inserts a trip, without an owner unless one is given. */
export async function insertTrip(db: Db, overrides: Partial<Trip & { share_token: string }> = {}): Promise<Trip> {
  const trip: Trip = {
    id: randomUUID(),
    name: 'To the lake',
    type: 'car_trip',
    owner_id: null,
    is_public: false,
    role: null,
    members_edit: true,
    template_revision: TEMPLATE_REVISION,
    taken: null,
    created_at: new Date().toISOString(),
    picture: null,
    ...overrides,
  }
  const { role: _, taken: __, ...row } = trip
  await db.insertInto('trips').values(row).execute()
  return trip
}

type MembershipRow = Insertable<Tables['memberships']>
type NewMembership = Pick<MembershipRow, 'trip_id' | 'user_id' | 'role'> &
  Partial<Identity & Pick<MembershipRow, 'confirmed_at' | 'shares_party'>>

export function insertMembership(db: Db, membership: NewMembership): Promise<void> {
  return insertMemberships(db, [membership])
}

export async function insertMemberships(db: Db, memberships: NewMembership[]): Promise<void> {
  const created_at = new Date().toISOString()
  const rows = memberships.map((membership) => {
    const identity = {
      person_id: membership.user_id,
      party_id: membership.user_id,
      confirmed_at: created_at,
      shares_party: true,
    }
    return { ...identity, ...membership, created_at, invitation_id: null, device_hash: null }
  })
  await db.insertInto('memberships').values(rows).execute()
}

/** Inserts an account that nobody can sign in to; a guest if `email` is null. Returns its id. */
export async function insertAccount(db: Db, overrides: Partial<Pick<User, 'id' | 'email'>> = {}): Promise<string> {
  const id = overrides.id ?? randomUUID()
  const { email = `${id}@example.org` } = overrides
  const created_at = new Date().toISOString()
  await db.insertInto('users').values({ id, email, created_at }).execute()
  const profile = { id, username: 'robin', full_name: 'Robin Tester', is_beta_user: true, created_at }
  await db.insertInto('profiles').values(profile).execute()
  return id
}

export async function countRows<Name extends keyof Tables>(db: Db, ...tables: Name[]): Promise<Record<Name, number>> {
  const counts: [string, number][] = []
  for (const table of tables)
    counts.push([
      table,
      (
        await db
          .selectFrom(table as keyof Tables)
          .selectAll()
          .execute()
      ).length,
    ])
  return Object.fromEntries(counts) as Record<Name, number>
}

/** Runs something while a table is missing, to simulate a database failure. */
export async function withoutTable<Value>(db: Db, table: keyof Tables, run: () => Promise<Value>): Promise<Value> {
  await db.schema.alterTable(table).renameTo(`${table}_away`).execute()
  try {
    return await run()
  } finally {
    await db.schema.alterTable(`${table}_away`).renameTo(table).execute()
  }
}
