import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { countRows, insertAccount, insertTrip } from '#server/testing/rows.ts'
import type { Db } from './engine.ts'

const AT = '2026-06-25T23:30:00.123Z'

describe.each(engines)('the types of columns on %s', (engine) => {
  let test: TestDatabase
  let db: Db
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    db = test.database.kysely
  })
  afterAll(() => test.remove())

  const tripOf = (id: string) => db.selectFrom('trips').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('are read as boolean, object, date text, ISO text in UTC, number and null', async () => {
    const { id } = await insertTrip(db, { is_public: true, created_at: AT })
    const flight = { carrier: 'Été', flightNumber: '007' }
    const changed = {
      departure_date: '2026-06-25',
      return_date: '2026-12-31',
      air_travel_flight_info: JSON.stringify(flight),
    }
    const returned = await db
      .updateTable('trips')
      .set(changed)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    for (const row of [await tripOf(id), returned]) {
      expect(row).toMatchObject({
        id,
        is_public: true,
        created_at: AT,
        departure_date: '2026-06-25',
        return_date: '2026-12-31',
        air_travel_flight_info: flight,
        car_trip_distances: null,
        share_token: null,
        owner_id: null,
      })
    }
    const count = await db
      .selectFrom('trips')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toEqual({ count: 1 })
    const section = { trip_id: id, section: 'details', version: 2_147_483_647, since_whole: null, bytes: 5_000_000_000 }
    expect(await db.insertInto('plan_sections').values(section).returningAll().executeTakeFirst()).toEqual(section)
  })

  it('accept times as text and as Date objects', async () => {
    const person = await insertAccount(db)
    const insert = (created_at: Date | string) => {
      const row = {
        token_hash: randomUUID(),
        user_id: person,
        expires_at: AT,
        extended_at: AT,
        created_at: created_at as string,
      }
      return db.insertInto('sessions').values(row).returning(['created_at', 'expires_at']).executeTakeFirst()
    }
    expect(await insert(new Date(AT))).toEqual({ created_at: AT, expires_at: AT })
    expect(await insert(AT)).toEqual({ created_at: AT, expires_at: AT })
  })

  it.each([
    '[1,2]',
    '{"a":1}',
    '1e5',
    '007',
    '12345678901234567890',
    'true',
    'null',
    '2026-06-25',
    '0x10',
    ' 1 ',
    '',
    '🏕️',
  ])('leave the text %j unchanged, in a text column and inside JSON', async (text) => {
    const { id } = await insertTrip(db, { name: text })
    const distances = { [text]: text }
    const changed = { destination_name: text, car_trip_distances: JSON.stringify(distances) }
    await db.updateTable('trips').set(changed).where('id', '=', id).execute()
    expect(await tripOf(id)).toMatchObject({ name: text, destination_name: text, car_trip_distances: distances })
    expect(
      await db.selectFrom('trips').select('id').where('destination_name', '=', text).where('id', '=', id).execute(),
    ).toEqual([{ id }])
  })

  it.each([[[]], [[1, 2]], ['1e5'], ['[1,2]'], [100000], [true], [{ a: [null] }]])(
    'return the JSON value %j unchanged',
    async (value) => {
      const { id } = await insertTrip(db)
      const version = {
        trip_id: id,
        section: 'details',
        version: 1,
        save_id: randomUUID(),
        saved_by: null,
        saved_at: AT,
      }
      await db
        .insertInto('plan_history')
        .values({ ...version, value: JSON.stringify(value) })
        .execute()
      const rows = await db.selectFrom('plan_history').selectAll().where('trip_id', '=', id).execute()
      expect(rows).toEqual([{ ...version, operations: [], value }])
    },
  )

  it.each([
    '12345678-0000-4000-8000-000000000001',
    '00000000-0000-0000-0000-000000000000',
    '1e500000-0000-4000-8000-000000000000',
  ])('leave the id %s unchanged', async (id) => {
    await insertTrip(db, { id })
    expect(await db.selectFrom('trips').select('id').where('id', '=', id).execute()).toEqual([{ id }])
  })

  it('enforce foreign keys, and roll back a transaction that fails', async () => {
    const before = await countRows(db, 'trips')
    await expect(insertTrip(db, { owner_id: randomUUID() })).rejects.toThrow(/foreign key/i)
    const failing = db.transaction().execute(async (trx) => {
      await insertTrip(trx)
      await sql`select * from no_such_table`.execute(trx)
    })
    await expect(failing).rejects.toThrow(/no_such_table/)
    expect(await countRows(db, 'trips')).toEqual(before)
  })
})
