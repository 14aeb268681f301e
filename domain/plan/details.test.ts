import { describe, expect, it } from 'vitest'
import { type Details, details, MAX_CHILD_AGE, MAX_DETAIL_TEXT, MAX_MAP_URL } from './details.ts'

const empty = details.empty
const id = '00000000-0000-4000-8000-000000000001'
const accepts = (changes: object) => details.schema.safeParse({ ...empty, ...changes }).success

type TextField = {
  [Name in keyof Details]: Details[Name] extends string ? (Name extends `${string}_date` ? never : Name) : never
}[keyof Details]
const textFields: TextField[] = [
  'destination_name',
  'departure_airport_code',
  'arrival_airport_code',
  'map_embed_url',
  'car_trip_entry_gate',
]

describe('the details of a trip', () => {
  it('CALL-DATA-9 have these nine specified fields, and five more', () => {
    const fields = [
      'destination_name',
      'departure_date',
      'return_date',
      'departure_airport_code',
      'arrival_airport_code',
      'map_embed_url',
      'car_trip_entry_gate',
      'car_trip_distances',
      'air_travel_flight_info',
    ]
    expect(Object.keys(details.schema.parse(empty)).toSorted()).toEqual(
      [...fields, 'eating', 'expected', 'adopted', 'place_id', 'time_zone'].toSorted(),
    )
    for (const field of fields) expect(accepts({ [field]: undefined }), field).toBe(false)
    for (const field of ['owner_id', 'is_public', 'share_token', 'name'])
      expect(accepts({ [field]: '' }), field).toBe(false)
  })

  it('have shares from 0 to 1 and whole ages', () => {
    const eats = (changes: object) => accepts({ eating: { ...empty.eating, ...changes } })
    expect(details.schema.parse({ ...empty, eating: undefined }).eating).toEqual(empty.eating)
    expect(eats({ child_share: 0, older_child_share: 1, counts: 'coming', child_until: MAX_CHILD_AGE })).toBe(true)
    for (const wrong of [{ child_share: 1.1 }, { young_child_share: -0.1 }, { child_share: Number.NaN }])
      expect(eats(wrong)).toBe(false)
    for (const wrong of [{ child_until: 19 }, { young_child_until: 3.5 }, { counts: 'some' }])
      expect(eats(wrong)).toBe(false)
  })

  it('DATA-11 have a flight with a carrier and a flight number', () => {
    expect(accepts({ air_travel_flight_info: { carrier: 'Air Canada', flightNumber: 'AC 123' } })).toBe(true)
    expect(accepts({ air_travel_flight_info: { carrier: 'Air Canada' } })).toBe(false)
    expect(accepts({ air_travel_flight_info: { flightNumber: 'AC 123' } })).toBe(false)
    expect(accepts({ air_travel_flight_info: { carrier: '', flightNumber: '', gate: '' } })).toBe(false)
  })

  it('start empty', () => {
    expect(details.schema.parse(details.empty)).toEqual(empty)
  })

  it.each(textFields)('accept any text unchanged in %s', (field) => {
    for (const text of ['🏕️ Été 👩‍👩‍👧', 'مطار تورونتو', ' שלום\u200f ', '[1,2]', 'null', 'javascript:alert(1)']) {
      expect(details.schema.parse({ ...empty, [field]: text })[field]).toBe(text)
    }
  })

  it.each(textFields)('reject text in %s that is too long or cannot be stored', (field) => {
    const max = field === 'map_embed_url' ? MAX_MAP_URL : MAX_DETAIL_TEXT
    expect(accepts({ [field]: 'x'.repeat(max) })).toBe(true)
    for (const text of ['x'.repeat(max + 1), 'a\0b', '\ud83d', '\ude00', null, 1])
      expect(accepts({ [field]: text })).toBe(false)
  })

  it('accept dates that are empty or in the calendar', () => {
    for (const field of ['departure_date', 'return_date']) {
      for (const date of ['', '2026-06-28', '2024-02-29']) expect(accepts({ [field]: date })).toBe(true)
      for (const date of ['2026-02-30', '2025-02-29', '2026-06-28T00:00:00Z', '28/06/2026', ' ', null]) {
        expect(accepts({ [field]: date }), String(date)).toBe(false)
      }
    }
  })

  it('keep the order of distances, and accept two with the same place', () => {
    const car_trip_distances = [3, 1, 2].map((n) => ({
      id: id.replace(/1$/, String(n)),
      place: 'Toronto 🚗',
      distance: `${n}90 km`,
    }))
    expect(details.schema.parse({ ...empty, car_trip_distances }).car_trip_distances).toEqual(car_trip_distances)
  })

  it.each([
    { id, place: 'Toronto' },
    { id, place: 'Toronto', distance: 290 },
    { id, place: 'Toronto', distance: '290 km', unit: 'km' },
    { id: '1', place: 'Toronto', distance: '290 km' },
    { place: 'Toronto', distance: '290 km' },
    { id, place: 'x'.repeat(MAX_DETAIL_TEXT + 1), distance: '' },
    { id, place: '', distance: '\0' },
  ])('reject an invalid distance (%#)', (distance) => {
    expect(accepts({ car_trip_distances: [{ id, place: '', distance: '' }] })).toBe(true)
    expect(accepts({ car_trip_distances: [distance] })).toBe(false)
  })
})
