import { describe, expect, it } from 'vitest'
import { MAX_TRIP_NAME, trip, tripCard, tripName, tripType, tripTypes } from './trip.ts'

describe('the name of a trip', () => {
  it.each(['', ' ', ' \t\n', '\u00a0\u3000'])('VALID-1 must not be blank after trimming: %j', (name) => {
    expect(tripName.safeParse(name).success).toBe(false)
  })

  it('VALID-3 is trimmed', () => {
    expect(tripName.parse('  Lake of  Two Rivers \n')).toBe('Lake of  Two Rivers')
  })

  it('may have the maximum length, not counting the blanks around it', () => {
    const longest = 'x'.repeat(MAX_TRIP_NAME)
    expect(tripName.parse(` ${longest} `)).toBe(longest)
    expect(tripName.safeParse(`${longest}x`).success).toBe(false)
  })

  it('stays unchanged in any script', () => {
    for (const name of ['Été 🏕️ 2026', 'رحلة إلى الغابة', '👩‍👩‍👧']) expect(tripName.parse(name)).toBe(name)
  })
})

describe('the type of a trip', () => {
  it('DATA-6 CONST-21 is car_trip or air_travel, and nothing else', () => {
    expect(tripTypes).toEqual(['car_trip', 'air_travel'])
    for (const type of ['car_trip', 'air_travel']) expect(tripType.parse(type)).toBe(type)
    for (const type of ['', 'boat', 'Car_Trip', 'toString', null, undefined])
      expect(tripType.safeParse(type).success).toBe(false)
  })
})

describe('a trip', () => {
  const stored = {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Algonquin',
    type: 'car_trip',
    owner_id: '00000000-0000-4000-8000-000000000002',
    is_public: false,
    role: 'owner',
    members_edit: true,
    template_revision: 1,
    taken: null,
    picture: null,
    created_at: '2026-06-01T12:00:00.000Z',
  }

  it('DATA-7 may have no owner', () => {
    expect(trip.parse({ ...stored, owner_id: null }).owner_id).toBeNull()
    expect(trip.safeParse({ ...stored, owner_id: undefined }).success).toBe(false)
  })

  it('DATA-8 is public or not', () => {
    expect(trip.parse({ ...stored, is_public: true }).is_public).toBe(true)
    for (const is_public of [0, 1, 'true', null]) expect(trip.safeParse({ ...stored, is_public }).success).toBe(false)
  })

  it('does not contain its share token', () => {
    expect(trip.parse({ ...stored, share_token: '00000000-0000-4000-8000-000000000003' })).toEqual(stored)
  })

  it('has a card with its destination and dates, each of which may be empty', () => {
    const dates = { departure_date: '', return_date: '2026-07-01' }
    const card = {
      ...stored,
      destination_name: '',
      ...dates,
      is_archived: true,
      deleted_at: '2026-07-01T12:00:00.000Z',
    }
    expect(tripCard.parse(card)).toEqual(card)
    expect(tripCard.safeParse({ ...card, departure_date: 'soon' }).success).toBe(false)
  })
})
