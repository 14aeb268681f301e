import type { Details } from '../plan/details.ts'
import { compareLists, describeText, quote } from './changes.ts'

const fields = {
  destination_name: 'the destination',
  departure_date: 'the departure date',
  return_date: 'the return date',
  departure_airport_code: 'the departure airport',
  arrival_airport_code: 'the arrival airport',
  car_trip_entry_gate: 'the entry gate',
  map_embed_url: 'the map',
} as const satisfies Partial<Record<keyof Details, string>>

/** What changed in the details, in sentences without their subject. */
export function describeDetails(before: Details, after: Details): string[] {
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const distances = compareLists(before.car_trip_distances, after.car_trip_distances)
  const place = ({ place: name }: { place: string }) => (name.trim() ? quote(name) : 'a place')
  return [
    ...names.flatMap((name) => describeText(fields[name], before[name], after[name])),
    ...describeText('the flight carrier', before.air_travel_flight_info.carrier, after.air_travel_flight_info.carrier),
    ...describeText('the flight number', before.air_travel_flight_info.flightNumber, after.air_travel_flight_info.flightNumber),
    ...distances.added.map((row) => `added the distance from ${place(row)}`),
    ...distances.removed.map((row) => `removed the distance from ${place(row)}`),
    ...distances.changed.map((row) => `changed the distance from ${place(row.after)}`),
  ]
}
