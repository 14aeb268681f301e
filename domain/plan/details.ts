import * as z from 'zod/mini'
import * as m from '#messages'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { derivedList } from '../list-kinds.ts'
import { optionalLocalDate } from '../local-date.ts'
import { choice } from '../operations/form.ts'
import { timeZoneText } from '../places/time-zone-text.ts'
import { freeText } from '../text.ts'
import { placeRef } from './place-ref.ts'
import { allOfIt, defineSection } from './section.ts'

export const MAX_DETAIL_TEXT = 500
export const MAX_MAP_URL = 2048
export const MAX_CHILD_AGE = 18
export const MAX_EXPECTED = 1000
/** 'checklist/' and two ids. */
const MAX_PART = 100

/** How far it is from a place, both as free text: 'Toronto', '290 km, 3 h'. */
export const distance = z.strictObject({ id, place: freeText(MAX_DETAIL_TEXT), distance: freeText(MAX_DETAIL_TEXT) })
export type Distance = z.infer<typeof distance>

const share = z.number().check(z.minimum(0), z.maximum(1))
const age = z.int().check(z.minimum(0), z.maximum(MAX_CHILD_AGE))

/** How the people on the list count for the amounts of meals. */
const eating = z.strictObject({
  /**
   * `nobody`: amounts are as written, until somebody lets them follow the people list. The list may have only the
   * helpers of a trip for thirty. `all`: people count unless they decline. `coming`: only those who said that they're
   * coming.
   */
  counts: z.enum(['nobody', 'all', 'coming']),
  /** The share of a portion for a child whose age is not known. */
  child_share: share,
  young_child_until: age,
  young_child_share: share,
  child_until: age,
  older_child_share: share,
})
export type Eating = z.infer<typeof eating>

export const defaultEating: Eating = {
  counts: 'nobody',
  child_share: 0.5,
  young_child_until: 4,
  young_child_share: 0.4,
  child_until: 11,
  older_child_share: 0.7,
}

const number = z.int().check(z.nonnegative(), z.maximum(MAX_EXPECTED))

/** How many people the organizer expects, until people answer; all 0 if nobody said it. */
const expected = z.strictObject({ adults: number, children: number })
export type Expected = z.infer<typeof expected>

export const nobodyExpected: Expected = { adults: 0, children: 0 }

/** A part of the starting plan that people took up as it is: see templates/sample.ts. */
const adoptedPart = z.strictObject({ id, part: freeText(MAX_PART), is_adopted: z.boolean() })
export type AdoptedPart = z.infer<typeof adoptedPart>

/** A part that nobody has taken up yet. It is the same for everybody. */
export function newAdoptedPart(part: string): AdoptedPart {
  return { id: derivedId(`details/adopted/${part}`), part, is_adopted: false }
}

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
  eating: z._default(eating, defaultEating),
  expected: z._default(expected, nobodyExpected),
  /** The destination, if it is one of the trip's places. */
  place_id: z._default(placeRef, ''),
  /** The time zone of the plan that somebody chose; '' for the destination's (places/zone-of-trip.ts). */
  time_zone: z._default(choice(timeZoneText), ''),
  adopted: z._default(derivedList(adoptedPart, { fixed: ['part'], emptyOf: ({ part }) => newAdoptedPart(part) }), []),
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
  eating: defaultEating,
  expected: nobodyExpected,
  place_id: '',
  time_zone: '',
  adopted: [],
}

export const details = defineSection<Details, { empty: Details }>({
  schema,
  empty,
  failures: () => ({ load: m.plan_details_load_failed(), save: m.plan_details_save_failed() }),
  readers: allOfIt,
  copied: (value) => ({
    ...value,
    departure_date: '',
    return_date: '',
    air_travel_flight_info: { carrier: '', flightNumber: '' },
  }),
})
