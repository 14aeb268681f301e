import * as m from '#messages'
import type { Details } from '../plan/details.ts'
import { isBlank } from '../text.ts'
import { dateChange, quote, type SectionHistory, textChange } from './words.ts'

const placeOf = ({ within: [{ place }] }: { within: [{ place: string }] }) =>
  isBlank(place) ? m.history_distance_nowhere() : quote(place)

export const details: SectionHistory<Details> = {
  title: () => m.history_section_details(),
  words: {
    destination_name: (change) => m.history_destination(textChange(change)),
    departure_date: (change) => m.history_departure_date(dateChange(change)),
    return_date: (change) => m.history_return_date(dateChange(change)),
    departure_airport_code: (change) => m.history_departure_airport(textChange(change)),
    arrival_airport_code: (change) => m.history_arrival_airport(textChange(change)),
    car_trip_entry_gate: (change) => m.history_entry_gate(textChange(change)),
    map_embed_url: (change) => m.history_map(textChange(change)),
    air_travel_flight_info: {
      carrier: (change) => m.history_flight_carrier(textChange(change)),
      flightNumber: (change) => m.history_flight_number(textChange(change)),
    },
    place_id: ({ to }) => m.history_destination_place({ change: to === '' ? 'cleared' : 'set' }),
    time_zone: (change) => m.history_time_zone(textChange(change)),
    eating: {
      counts: ({ to }) => m.history_eating_counts({ counts: to }),
      child_share: () => m.history_eating_shares(),
      young_child_until: () => m.history_eating_shares(),
      young_child_share: () => m.history_eating_shares(),
      child_until: () => m.history_eating_shares(),
      older_child_share: () => m.history_eating_shares(),
    },
    expected: {
      adults: ({ to }) => m.history_expected_adults({ count: to }),
      children: ({ to }) => m.history_expected_children({ count: to }),
    },
    adopted: {
      each: {
        is_adopted: ({ to, within: [{ part }] }) =>
          m.history_adopted({ to: to ? 'yes' : 'no', part: part.split('/')[0] ?? '' }),
      },
    },
    car_trip_distances: {
      insert: (row) => m.history_distance_added({ place: placeOf(row) }),
      remove: (row) => m.history_distance_removed({ place: placeOf(row) }),
      move: () => m.history_distances_moved(),
      each: {
        place: (row) => m.history_distance_changed({ place: placeOf(row) }),
        distance: (row) => m.history_distance_changed({ place: placeOf(row) }),
      },
    },
  },
}
