import * as z from 'zod/mini'
import * as m from '#messages'
import { id, itemList } from '../id.ts'
import { optionalLocalDate } from '../local-date.ts'
import { freeText } from '../text.ts'
import { defineSection } from './section.ts'

export const MAX_DETAIL_TEXT = 500
export const MAX_MAP_URL = 2048

/** How far it is from a place, both as free text: 'Toronto', '290 km, 3 h'. */
export const distance = z.strictObject({ id, place: freeText(MAX_DETAIL_TEXT), distance: freeText(MAX_DETAIL_TEXT) })
export type Distance = z.infer<typeof distance>

const schema = z.strictObject({
  destination_name: freeText(MAX_DETAIL_TEXT),
  departure_date: optionalLocalDate,
  return_date: optionalLocalDate,
  departure_airport_code: freeText(MAX_DETAIL_TEXT),
  arrival_airport_code: freeText(MAX_DETAIL_TEXT),
  map_embed_url: freeText(MAX_MAP_URL),
  // No maximum: what two people add at once merges to the sum of both. The request size limits a single save.
  car_trip_distances: itemList(distance),
  car_trip_entry_gate: freeText(MAX_DETAIL_TEXT),
  air_travel_flight_info: z.strictObject({
    carrier: freeText(MAX_DETAIL_TEXT),
    flightNumber: freeText(MAX_DETAIL_TEXT),
  }),
})
export type Details = z.infer<typeof schema>

const empty: Details = {
  destination_name: '',
  departure_date: '',
  return_date: '',
  departure_airport_code: '',
  arrival_airport_code: '',
  map_embed_url: '',
  car_trip_distances: [],
  car_trip_entry_gate: '',
  air_travel_flight_info: { carrier: '', flightNumber: '' },
}

export const details = defineSection<Details, { empty: Details }>({
  schema,
  empty,
  failures: () => ({ load: m.plan_details_load_failed(), save: m.plan_details_save_failed() }),
  readers: (value) => value,
})
