import type { OptionalLocalDate } from '#domain/local-date.ts'
import { equal } from '#domain/operations/json.ts'
import { type Details, type Distance, defaultEating, details, nobodyExpected } from '#domain/plan/details.ts'
import { differingEntries, type Placed, placed } from './differing.ts'
import type { SectionRows } from './section-rows.ts'
import { writeRows } from './write-rows.ts'

/** The details are columns of `trips`. The distances also have rows of their own in `trip_distances`. */
export const detailsRows: SectionRows<Details> = {
  async load(db, tripId) {
    const [row, distances] = await Promise.all([
      db
        .selectFrom('trips')
        .select([
          'destination_name',
          'departure_date',
          'return_date',
          'departure_airport_code',
          'arrival_airport_code',
          'map_embed_url',
          'car_trip_entry_gate',
          'air_travel_flight_info',
          'eating',
          'expected',
          'adopted',
          'place_id',
          'time_zone',
        ])
        .where('id', '=', tripId)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('trip_distances')
        .select(['id', 'place', 'distance'])
        .where('trip_id', '=', tripId)
        .orderBy('order_index')
        .execute(),
    ])
    return {
      destination_name: row.destination_name ?? '',
      departure_date: (row.departure_date ?? '') as OptionalLocalDate,
      return_date: (row.return_date ?? '') as OptionalLocalDate,
      departure_airport_code: row.departure_airport_code ?? '',
      arrival_airport_code: row.arrival_airport_code ?? '',
      map_embed_url: row.map_embed_url ?? '',
      car_trip_distances: distances,
      car_trip_entry_gate: row.car_trip_entry_gate ?? '',
      air_travel_flight_info: row.air_travel_flight_info ?? { carrier: '', flightNumber: '' },
      eating: row.eating ?? defaultEating,
      expected: row.expected ?? nobodyExpected,
      adopted: row.adopted ?? [],
      place_id: row.place_id ?? '',
      time_zone: row.time_zone ?? '',
    }
  },

  async write(trx, tripId, value, previous = details.empty) {
    const changed = changedColumns(value, previous)
    if (Object.keys(changed).length > 0) await trx.updateTable('trips').set(changed).where('id', '=', tripId).execute()
    const distances = value.car_trip_distances
    const rowOf = ([row, order_index]: Placed<Distance>) => ({ trip_id: tripId, ...row, order_index })
    const { now, before } = differingEntries(distances, previous.car_trip_distances)
    await writeRows(trx, tripId, {
      table: 'trip_distances',
      key: ['trip_id', 'id'],
      rows: now.map(rowOf),
      previous: before.map(rowOf),
      all: () => placed(distances).map(rowOf),
    })
  },
}

/** The columns whose field has changed, so that an update sets no others. */
function changedColumns(value: Details, previous: Details) {
  const names = (Object.keys(columns) as (keyof Details)[]).filter((name) => !equal(value[name], previous[name]))
  return Object.fromEntries(names.map((name) => [name, columns[name](value)]))
}

const columns: Record<keyof Details, (value: Details) => string | null> = {
  destination_name: ({ destination_name }) => destination_name || null,
  departure_date: ({ departure_date }) => departure_date || null,
  return_date: ({ return_date }) => return_date || null,
  departure_airport_code: ({ departure_airport_code }) => departure_airport_code || null,
  arrival_airport_code: ({ arrival_airport_code }) => arrival_airport_code || null,
  map_embed_url: ({ map_embed_url }) => map_embed_url || null,
  car_trip_distances: ({ car_trip_distances }) =>
    JSON.stringify(Object.fromEntries(car_trip_distances.map((row) => [row.place, row.distance]))),
  car_trip_entry_gate: ({ car_trip_entry_gate }) => car_trip_entry_gate || null,
  air_travel_flight_info: ({ air_travel_flight_info }) => JSON.stringify(air_travel_flight_info),
  eating: ({ eating }) => (equal(eating, defaultEating) ? null : JSON.stringify(eating)),
  expected: ({ expected }) => (equal(expected, nobodyExpected) ? null : JSON.stringify(expected)),
  place_id: ({ place_id }) => place_id || null,
  time_zone: ({ time_zone }) => time_zone || null,
  adopted: ({ adopted }) => (adopted.length === 0 ? null : JSON.stringify(adopted)),
}
