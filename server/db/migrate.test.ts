import { randomUUID } from 'node:crypto'
import { type Insertable, type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { StartError } from '#server/settings/start-error.ts'
import { engines, makeEmptyDatabase } from '#server/testing/engines.ts'
import { countRows, insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openDatabase } from './database.ts'
import { migrate, migrateWithin } from './migrate.ts'
import type { Tables } from './tables.ts'

describe.each(engines)('migrating on %s', (engine) => {
  it('changes nothing the second time, and keeps everything across a restart', async () => {
    const { settings, remove } = await makeEmptyDatabase(engine)
    const database = await openDatabase(settings)
    await migrate(database)
    const trip = await insertTrip(database.kysely, { name: 'To the lake' })
    await migrate(database)
    const again = await openDatabase(settings)
    await migrate(again)
    expect(await again.kysely.selectFrom('trips').select(['id', 'name']).execute()).toEqual([
      { id: trip.id, name: 'To the lake' },
    ])
    await again.close()
    await database.close()
    await remove()
  })

  it('keeps the members of an older database without claims, and confirmed ones share with their party', async () => {
    const { settings, remove } = await makeEmptyDatabase(engine)
    const { kysely, close } = await openDatabase(settings)
    await kysely.connection().execute((db) => migrateWithin(db, '0014-renamed-people'))
    const user = await insertAccount(kysely)
    const id = randomUUID()
    const created_at = new Date().toISOString()
    const trip = { id, name: 'To the lake', type: 'car_trip' as const, owner_id: user, is_public: false, created_at }
    // Later migrations add the other columns.
    await kysely
      .insertInto('trips')
      .values(trip as Insertable<Tables['trips']>)
      .execute()
    const unconfirmed = await insertAccount(kysely)
    const membership = { trip_id: id, role: 'member' as const, created_at, invitation_id: null, device_hash: null }
    for (const [user_id, confirmed_at] of [[user, created_at] as const, [unconfirmed, null] as const])
      await (kysely as unknown as Kysely<{ passes: Omit<Tables['memberships'], 'claimed_person_id' | 'shares_party'> }>)
        .insertInto('passes')
        .values({ ...membership, user_id, person_id: user_id, party_id: user_id, confirmed_at })
        .execute()
    await migrate({ kysely })
    const columns = ['user_id', 'person_id', 'claimed_person_id', 'shares_party'] as const
    expect(await kysely.selectFrom('memberships').select(columns).orderBy('confirmed_at').execute()).toEqual(
      expect.arrayContaining([
        { user_id: user, person_id: user, claimed_person_id: null, shares_party: true },
        { user_id: unconfirmed, person_id: unconfirmed, claimed_person_id: null, shares_party: false },
      ]),
    )
    await close()
    await remove()
  })

  it('finds those who left a trip before this was stored in its costs, and keeps whose records are hidden', async () => {
    const { settings, remove } = await makeEmptyDatabase(engine)
    const { kysely, close } = await openDatabase(settings)
    await kysely.connection().execute((db) => migrateWithin(db, '0026-trip-pictures'))
    const { id: trip_id } = await insertTrip(kysely)
    const user = await insertAccount(kysely)
    const [child, left, unlisted, erased, hidden] = Array.from({ length: 5 }, () => randomUUID() as string)
    await insertMembership(kysely, { trip_id, user_id: user, role: 'member' })
    await (kysely as unknown as Kysely<{ departed_people: { trip_id: string; person_id: string } }>)
      .insertInto('departed_people')
      .values({ trip_id, person_id: hidden as string })
      .execute()
    const party = { id: user, name: '', persons: [user, child, left].map((id) => ({ id, name: 'Kim' })) }
    const expense = { added_by: left, payers: [{ person_id: child }, { person_id: unlisted }], shares: [] }
    const payment = { added_by: user, from: user, to: erased, note: randomUUID() }
    await kysely
      .insertInto('plan_entries')
      .values(
        Object.entries({ people: party, 'costs/expenses': expense, 'costs/payments': payment }).map(
          ([section, value]) => ({ trip_id, section, id: randomUUID(), place: 0, value: JSON.stringify(value) }),
        ),
      )
      .execute()
    await migrate({ kysely })
    const departed = await kysely.selectFrom('departed_people').select(['person_id', 'hides_record']).execute()
    expect(departed).toHaveLength(4)
    expect(departed).toEqual(
      expect.arrayContaining([
        { person_id: hidden, hides_record: true },
        ...[left, unlisted, erased].map((person_id) => ({ person_id, hides_record: false })),
      ]),
    )
    await close()
    await remove()
  })

  it('reports a failure and leaves the tables unchanged', async () => {
    const { settings, remove } = await makeEmptyDatabase(engine)
    const database = await openDatabase(settings)
    await sql`create table plan_history (here integer)`.execute(database.kysely)
    const error = await migrate(database).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).toMatch(/^The database could not be migrated: .*plan_history/)
    const tables = (await database.kysely.introspection.getTables()).map(({ name }) => name)
    expect(tables.filter((name) => !name.startsWith('kysely_'))).toEqual(['plan_history'])
    await database.close()
    await remove()
  })
})

it('migrates in one process after the other when they start together on an empty PostgreSQL database', async () => {
  const { settings, remove } = await makeEmptyDatabase('postgres')
  const databases = await Promise.all([openDatabase(settings), openDatabase(settings)])
  await Promise.all(databases.map(migrate))
  for (const { kysely, close } of databases) {
    expect(await countRows(kysely, 'trips')).toEqual({ trips: 0 })
    await close()
  }
  await remove()
})
