import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countComing, listPersons, type Party } from '#domain/plan/people.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { PlanStore } from '../plan/plan-store.ts'
import { engines, makeEmptyDatabase, openTestDatabase, type TestDatabase } from '../testing/engines.ts'
import { countRows, insertAccount } from '../testing/rows.ts'
import { demoTrip } from './demo-trip.ts'
import { seedDemo } from './seed-demo.ts'

const clock = () => new Date('2026-05-01T12:00:00.000Z')
const tables = ['users', 'credentials', 'profiles', 'trips', 'plan_history', 'trip_distances'] as const
const seeded = { users: 1, credentials: 1, profiles: 1, trips: 1, plan_history: 2, trip_distances: 3 }

describe.each(engines)('the demo account and the demo trip on %s', (engine) => {
  let test: TestDatabase
  beforeEach(async () => {
    test = await openTestDatabase(engine)
  })
  afterEach(() => test.remove())
  const seed = (database = test.database) => seedDemo(database, new PlanStore(database.kysely, clock), clock)

  it('are created once in an empty database', async () => {
    const db = test.database.kysely
    await seed()
    expect(await countRows(db, ...tables)).toEqual(seeded)
    await seed()
    expect(await countRows(db, ...tables)).toEqual(seeded)

    const [trip] = await db.selectFrom('trips').selectAll().execute()
    expect(trip).toMatchObject({
      name: 'Demo Algonquin Adventure',
      type: 'car_trip',
      owner_id: null,
      departure_date: '2026-06-25',
    })
    const store = new PlanStore(db, clock)
    const { value } = await store.load(demoTrip, 'people', 1)
    expect(listPersons(value as Party[])).toHaveLength(10)
    expect(countComing(value as Party[])).toBe(7)
    const [profile] = await db.selectFrom('profiles').selectAll().execute()
    expect(profile).toMatchObject({ is_beta_user: true })
  })

  it('are not created if an account exists', async () => {
    const db = test.database.kysely
    await insertAccount(db)
    await seed()
    expect(await countRows(db, 'users', 'trips')).toEqual({ users: 1, trips: 0 })
  })

  it('are completed after an interrupted start', async () => {
    const db = test.database.kysely
    await seed()
    await db.deleteFrom('users').execute()
    expect(await countRows(db, 'users', 'profiles', 'trips')).toEqual({ users: 0, profiles: 0, trips: 1 })
    await seed()
    expect(await countRows(db, ...tables)).toEqual(seeded)
  })
})

it('two processes that start together on an empty PostgreSQL database create the demo once', async () => {
  const { settings, remove } = await makeEmptyDatabase('postgres')
  const databases = await Promise.all([openDatabase(settings), openDatabase(settings), openDatabase(settings)])
  await Promise.all(
    databases.map(async (database) => {
      await migrate(database)
      await seedDemo(database, new PlanStore(database.kysely, clock), clock)
    }),
  )
  expect(await countRows((databases[0] as (typeof databases)[number]).kysely, ...tables)).toEqual(seeded)
  await Promise.all(databases.map(({ close }) => close()))
  await remove()
})
