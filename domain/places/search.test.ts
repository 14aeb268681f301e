import { describe, expect, it } from 'vitest'
import { readDevicePlaces, writeDevicePlaces } from './device-places.ts'
import { buildGazetteer, type GazetteerPlace, type Region } from './gazetteer.ts'
import { findNearest, searchGazetteer } from './search.ts'

const regions: Region[] = [
  { name: 'Ontario', code: 'ON', country: 'CA' },
  { name: 'England', code: 'ENG', country: 'GB' },
  { name: 'Nowhere', code: '', country: 'US' },
  { name: '', code: '', country: 'FJ' },
]
const countryNames = { CA: ['Canada'], GB: ['United Kingdom', 'UK'], US: ['United States', 'USA'], FJ: ['Fiji'] }

const city = (name: string, region: number, size: number, rest: Partial<GazetteerPlace> = {}): GazetteerPlace => ({
  name,
  others: [],
  region,
  lat: 45,
  lon: -80,
  kind: 'city',
  code: '',
  size,
  ...rest,
})

const all: GazetteerPlace[] = [
  city('Lake', 0, 2),
  city('Lakefield', 0, 4, { lat: 44.42, lon: -78.27 }),
  city('Big Lake', 0, 5, { lat: 50 }),
  city('London', 1, 6.9, { lat: 51.5, lon: -0.12, others: ['Londres', 'LDN'] }),
  city('London', 0, 5.5, { lat: 42.98, lon: -81.25 }),
  city('London Colney', 1, 4, { lat: 51.72, lon: -0.3 }),
  city('Saint Albans', 1, 5, { lat: 51.75, lon: -0.33 }),
  city('Suva', 3, 5, { lat: -18.14, lon: 178.44 }),
  city('Alofi', 2, 3, { lat: -19.05, lon: -169.92 }),
  city('Lake Airport', 0, 4.5, { kind: 'airport', code: 'LON', lat: 46 }),
]
const inMemory = buildGazetteer(all, regions, countryNames)
const onDevice = readDevicePlaces(writeDevicePlaces(all, regions, countryNames))

describe.each([
  ['in memory', inMemory],
  ['of a device', onDevice],
])('a gazetteer %s', (_, gazetteer) => {
  const search = (query: string, near?: { lat: number; lon: number }) =>
    searchGazetteer(gazetteer, query, near).map(({ name, region, country }) =>
      [name, region, country].filter((part) => part !== '').join(', '),
    )

  it('finds the whole name first, then the largest', () => {
    expect(search('london')).toEqual(['London, England, GB', 'London, Ontario, CA', 'London Colney, England, GB'])
    expect(search('lake')).toEqual([
      'Lake Airport, Ontario, CA',
      'Big Lake, Ontario, CA',
      'Lakefield, Ontario, CA',
      'Lake, Ontario, CA',
    ])
    expect(search('big lake')).toEqual(['Big Lake, Ontario, CA'])
  })

  it('finds by region, country and their codes, in any order', () => {
    for (const query of ['london on', 'London, Ontario', 'ontario london', 'london canada', 'LONDON CA'])
      expect(search(query), query).toEqual(['London, Ontario, CA'])
    expect(search('london uk')[0]).toBe('London, England, GB')
    expect(search('ontario')).toEqual([])
    expect(search('on')).toEqual([])
  })

  it('finds by another name, and shows it unless it is a code', () => {
    expect(search('londres')).toEqual(['Londres, England, GB'])
    expect(search('ldn')).toEqual(['London, England, GB'])
  })

  it('finds by the other form of a word', () => {
    for (const query of ['st albans', 'St. Albans', 'saint alb'])
      expect(search(query)).toEqual(['Saint Albans, England, GB'])
  })

  it('finds an airport first by its code in capitals, and among others by small letters', () => {
    expect(search('LON')[0]).toBe('Lake Airport, Ontario, CA')
    expect(search('lon').slice(0, 3)).toEqual([
      'London, England, GB',
      'London, Ontario, CA',
      'Lake Airport, Ontario, CA',
    ])
    expect(search('lo')).not.toContain('Lake Airport, Ontario, CA')
  })

  it('keeps nothing of an earlier search', () => {
    const before = search('london')
    for (const query of ['lake', 'london on', 'big lake', 'a b c', 'suva lake london']) search(query)
    expect(search('london')).toEqual(before)
    expect(search('suva')).toEqual(['Suva, FJ'])
    expect(search('suva lake')).toEqual([])
  })

  it('prefers what is near', () => {
    expect(search('london', { lat: 43, lon: -80 })[0]).toBe('London, Ontario, CA')
    expect(search('lake', { lat: 44.4, lon: -78.3 })[0]).not.toBe('Big Lake, Ontario, CA')
  })

  it('finds the nearest city, also across the date line', () => {
    const nearest = (lat: number, lon: number) => gazetteer.namesOf(findNearest(gazetteer, { lat, lon }) ?? -1)[0]
    expect(nearest(-18, -179)).toBe('Suva')
    expect(nearest(51.6, -0.2)).toBe('London')
    expect(nearest(46, -80)).not.toBe('Lake Airport')
  })

  it('has positions to 100 m at least', () => {
    const [place] = searchGazetteer(gazetteer, 'Lakefield')
    expect(place).toMatchObject({
      lat: expect.closeTo(44.42, 3),
      lon: expect.closeTo(-78.27, 3),
      kind: 'city',
      code: '',
    })
  })
})
