import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type KyselyPlugin, type RootOperationNode, UpdateQueryNode } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OptionalLocalDate } from '#domain/local-date.ts'
import { type Details, type Distance, details } from '#domain/plan/details.ts'
import { anyValueOf } from '#domain/testing/arbitraries.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '#server/db/engine.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { insertTrip } from '#server/testing/rows.ts'
import { detailsRows } from './details.ts'

const empty = details.empty

const anyDetails = anyValueOf.details

describe.each(engines)('the rows of the details on %s', (engine) => {
  let test: TestDatabase
  let db: Db
  let trip: Trip
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    db = test.database.kysely
    trip = await insertTrip(db)
  })
  afterAll(() => test.remove())

  const columnsOf = ({ id }: Trip) => db.selectFrom('trips').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('hold the template for a new trip', async () => {
    expect(await detailsRows.load(db, (await insertTrip(db)).id)).toEqual(empty)
  })

  it('DATA-10 return any value unchanged, and store the distances as an object from place to distance', async () => {
    let previous = empty
    await fc.assert(
      fc.asyncProperty(anyDetails, async (value) => {
        expect(details.schema.parse(value)).toEqual(value)
        await detailsRows.write(db, trip.id, value, previous)
        previous = value
        expect(await detailsRows.load(db, trip.id)).toEqual(value)
        const { car_trip_distances, air_travel_flight_info } = await columnsOf(trip)
        const byPlace = new Map(value.car_trip_distances.map(({ place, distance }) => [place, distance]))
        expect(new Map(Object.entries(car_trip_distances ?? {}))).toEqual(byPlace)
        if (air_travel_flight_info) expect(air_travel_flight_info).toEqual(value.air_travel_flight_info)
      }),
      { numRuns: 60 },
    )
  })

  it('DATA-11 store the flight as an object with carrier and flightNumber', async () => {
    const own = await insertTrip(db)
    const value = { ...empty, air_travel_flight_info: { carrier: 'Air Canada', flightNumber: '' } }
    await detailsRows.write(db, own.id, value, empty)
    expect((await columnsOf(own)).air_travel_flight_info).toEqual({ carrier: 'Air Canada', flightNumber: '' })
  })

  it('keep several distances to the same place, in their order', async () => {
    const own = await insertTrip(db)
    const distances = ['by road', 'by canoe', 'on foot'].map((distance) => ({
      id: randomUUID(),
      place: 'Huntsville',
      distance,
    }))
    const value = { ...empty, car_trip_distances: distances }
    await detailsRows.write(db, own.id, value, empty)
    expect((await detailsRows.load(db, own.id)).car_trip_distances).toEqual(distances)
    expect((await columnsOf(own)).car_trip_distances).toEqual({ Huntsville: 'on foot' })
    const reversed = { ...empty, car_trip_distances: distances.toReversed() }
    await detailsRows.write(db, own.id, reversed, value)
    expect((await detailsRows.load(db, own.id)).car_trip_distances).toEqual(distances.toReversed())
  })

  it('change and delete only the rows of distances that differ', async () => {
    const own = await insertTrip(db)
    const [one, two, three] = ['Toronto', 'Ottawa', 'Huntsville'].map((place) => ({
      id: randomUUID(),
      place,
      distance: '',
    }))
    const value = { ...empty, car_trip_distances: [one, two, three] as Distance[] }
    await detailsRows.write(db, own.id, value, empty)
    await db.updateTable('trip_distances').set({ distance: 'left alone' }).where('trip_id', '=', own.id).execute()
    const changed = [one, { ...two, distance: '450 km' }] as Distance[]
    await detailsRows.write(db, own.id, { ...empty, car_trip_distances: changed }, value)
    expect((await detailsRows.load(db, own.id)).car_trip_distances).toEqual([
      { ...one, distance: 'left alone' },
      changed[1],
    ])
  })

  it('CALL-DATA-8, CALL-DATA-10 update only the changed columns, of this trip only', async () => {
    const [own, other] = [await insertTrip(db), await insertTrip(db)]
    const before = await columnsOf(other)
    const updated: string[][] = []
    const watched = db.withPlugin(watchUpdates(updated))
    const steps: Partial<Details>[] = [
      { destination_name: 'Algonquin' },
      { destination_name: 'Algonquin', departure_date: '2026-06-25' as OptionalLocalDate },
      { destination_name: 'Algonquin', car_trip_distances: [{ id: randomUUID(), place: 'Toronto', distance: '' }] },
      {},
      {},
    ]
    let previous = empty
    for (const step of steps) {
      const value = { ...empty, ...step }
      await detailsRows.write(watched, own.id, value, previous)
      previous = value
    }
    expect(updated).toEqual([
      ['destination_name'],
      ['departure_date'],
      ['departure_date', 'car_trip_distances'],
      ['destination_name', 'car_trip_distances'],
    ])
    expect(await columnsOf(other)).toEqual(before)
  })
})

function watchUpdates(updated: string[][]): KyselyPlugin {
  const record = (node: RootOperationNode) => {
    if (!UpdateQueryNode.is(node)) return
    updated.push(
      (node.updates ?? []).map(({ column }) => ('column' in column ? (column.column as { name: string }).name : '?')),
    )
  }
  return {
    transformQuery: ({ node }) => {
      record(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
