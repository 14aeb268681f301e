import type { Details } from '../plan/details.ts'
import { describeText, quote, type SectionHistory } from './words.ts'

const field = (what: string) => (change: { was: string; to: string }) => describeText(what, change)
const from = ({ within: [{ place }] }: { within: [{ place: string }] }) =>
  `the distance from ${place.trim() ? quote(place) : 'a place'}`

export const details: SectionHistory<Details> = {
  title: 'Trip details',
  words: {
    destination_name: field('the destination'),
    departure_date: field('the departure date'),
    return_date: field('the return date'),
    departure_airport_code: field('the departure airport'),
    arrival_airport_code: field('the arrival airport'),
    car_trip_entry_gate: field('the entry gate'),
    map_embed_url: field('the map'),
    air_travel_flight_info: { carrier: field('the flight carrier'), flightNumber: field('the flight number') },
    car_trip_distances: {
      insert: (row) => `added ${from(row)}`,
      remove: (row) => `removed ${from(row)}`,
      move: () => 'put the distances in another order',
      each: { place: (row) => `changed ${from(row)}`, distance: (row) => `changed ${from(row)}` },
    },
  },
}
