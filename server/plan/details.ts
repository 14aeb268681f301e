import type { OptionalLocalDate } from '#domain/local-date.ts'
import { equal } from '#domain/merge/merge.ts'
import type { Details } from '#domain/plan/details.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/database.ts'
import { insertAll } from './insert-all.ts'
import type { SectionRows } from './section-rows.ts'

const deleteDistance = compiled((db, tripId: string, id: string) =>
  db.deleteFrom('trip_distances').where('trip_id', '=', tripId).where('id', '=', id),
)

/** The details are columns of `trips`; their distances have rows of their own in `trip_distances`. */
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
    }
  },

  async replace(trx, tripId, value, previous) {
    const changed = changedColumns(value, previous)
    if (Object.keys(changed).length > 0) await trx.updateTable('trips').set(changed).where('id', '=', tripId).execute()
    if ('car_trip_distances' in changed) await replaceDistances(trx, tripId, value, previous)
  },
}

/** Writes only the rows that differ: most saves change one. */
async function replaceDistances(trx: Db, tripId: string, value: Details, previous: Details): Promise<void> {
  const toRows = ({ car_trip_distances }: Details) =>
    car_trip_distances.map((row, order_index) => ({ trip_id: tripId, ...row, order_index }))
  const rows = toRows(value)
  const stored = new Map(toRows(previous).map((row) => [row.id, row]))
  const changed = rows.filter((row) => !equal(row, stored.get(row.id)))
  for (const { id } of rows) stored.delete(id)
  for (const id of stored.keys()) await deleteDistance(trx, tripId, id)
  await insertAll(trx, 'trip_distances', changed, ['trip_id', 'id'])
}

/** Only the columns whose field differs, so that an update holds no unchanged one. */
function changedColumns(value: Details, previous: Details) {
  const columns = columnsOf(value)
  const names = Object.keys(columns) as (keyof Details)[]
  return Object.fromEntries(names.filter((name) => !equal(value[name], previous[name])).map((name) => [name, columns[name]]))
}

function columnsOf(value: Details): Record<keyof Details, string | null> {
  return {
    destination_name: value.destination_name || null,
    departure_date: value.departure_date || null,
    return_date: value.return_date || null,
    departure_airport_code: value.departure_airport_code || null,
    arrival_airport_code: value.arrival_airport_code || null,
    map_embed_url: value.map_embed_url || null,
    car_trip_distances: JSON.stringify(Object.fromEntries(value.car_trip_distances.map((row) => [row.place, row.distance]))),
    car_trip_entry_gate: value.car_trip_entry_gate || null,
    air_travel_flight_info: JSON.stringify(value.air_travel_flight_info),
  }
}
