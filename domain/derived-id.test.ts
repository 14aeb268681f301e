import { describe, expect, it } from 'vitest'
import { derivedId } from './derived-id.ts'
import { id } from './id.ts'

describe('an id derived from a place', () => {
  it('is the same for the same place, on every device and in every release', () => {
    expect(derivedId('itinerary/5/light/0')).toBe(derivedId('itinerary/5/light/0'))
    expect([derivedId(''), derivedId('notes/0'), derivedId('itinerary/5/light/0')]).toEqual([
      '92ca2f0e-cb72-870f-8c66-c0248c03471f',
      '42ad9d83-f0e5-8031-8987-46ceb08443ce',
      '28dd3e25-cdf0-8947-8ed1-5fadec3cfbb6',
    ])
  })

  it('is a UUID of version 8', () => {
    for (const place of ['', 'notes/0', 'itinerary/999/hard/1', 'é', 'x'.repeat(1000)]) {
      expect(id.parse(derivedId(place))).toBe(derivedId(place))
      expect(derivedId(place)).toMatch(/^.{8}-.{4}-8.{3}-8.{3}-.{12}$/)
    }
  })

  it('differs for each place of the largest plan that the app can make', () => {
    const places = [
      ...Array.from({ length: 100 }, (_, note) => `notes/${note}`),
      ...Array.from({ length: 30 }, (_, group) => [
        `checklist/${group}`,
        ...Array.from({ length: 50 }, (_, item) => `checklist/${group}/${item}`),
      ]).flat(),
      ...Array.from({ length: 999 }, (_, day) =>
        ['light', 'hard'].flatMap((level) =>
          Array.from({ length: 5 }, (_, index) => `itinerary/${day + 1}/${level}/${index}`),
        ),
      ).flat(),
    ]
    expect(new Set(places.map(derivedId)).size).toBe(places.length)
  })
})
