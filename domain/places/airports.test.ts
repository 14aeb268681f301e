import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Airport, airportText, placeOfAirport, readAirports, writeAirports } from './airports.ts'
import { searchKey } from './search-key.ts'

const bundled = readAirports(readFileSync(new URL('../../place-data/airports.txt', import.meta.url), 'utf8'))
const codes = (typed: string, limit = 5) => bundled.search(typed, limit).map(({ code }) => code)

const airport = (code: string, city: string, rest: Partial<Airport> = {}): Airport => ({
  ...{ code, name: city, city, region: '', country: 'CA', lat: 45, lon: -80, zone: 'America/Toronto', label: city },
  ...{ others: [], ...rest },
})
const small = readAirports(
  writeAirports([
    airport('AAA', 'Big Town', { name: 'Big Town East', label: 'Big Town East', others: ['Grande Ville', 'BGT'] }),
    airport('BBB', 'Saint John'),
    airport('CCC', 'Bigger Hill', { name: 'Old Mill' }),
    airport('BIG', 'Far Away'),
    airport('DDD', 'Millville', { name: 'North Big Field' }),
    airport('BIZ', 'Elsewhere'),
  ]),
)
const found = (typed: string, limit = 9) => small.search(typed, limit).map(({ code }) => code)

describe('the airports of the world', () => {
  it.each([
    ['YYZ', 'Toronto Pearson', 'Toronto', 'CA', 'America/Toronto'],
    ['YUL', 'Montréal Trudeau', 'Montréal', 'CA', 'America/Toronto'],
    ['LIS', 'Lisbon', 'Lisbon', 'PT', 'Europe/Lisbon'],
    ['LHR', 'London Heathrow', 'London', 'GB', 'Europe/London'],
    ['JFK', 'New York JFK', 'New York', 'US', 'America/New_York'],
    ['CDG', 'Paris Charles de Gaulle', 'Paris', 'FR', 'Europe/Paris'],
    ['NRT', 'Tokyo Narita', 'Tokyo', 'JP', 'Asia/Tokyo'],
    ['DEN', 'Denver', 'Denver', 'US', 'America/Denver'],
    // In France, beside Switzerland and Germany.
    ['BSL', 'Basel', 'Basel', 'FR', 'Europe/Paris'],
    // Without daylight saving time, in a country that has it.
    ['PHX', 'Phoenix', 'Phoenix', 'US', 'America/Phoenix'],
    // Between two zones: 45 minutes from the hour.
    ['KTM', 'Kathmandu', 'Kathmandu', 'NP', 'Asia/Kathmandu'],
    // Its position is out at sea.
    ['HLU', 'Houaïlou', 'Houaïlou', 'NC', 'Pacific/Noumea'],
  ])('have %s with its label, city, country and zone', (code, label, city, country, zone) =>
    expect(bundled.find(code)).toMatchObject({ code, label, city, country, zone }),
  )

  it('are found by a code in small letters, and not by what is no code', () => {
    expect(bundled.find('yyz')?.city).toBe('Toronto')
    expect(bundled.find(' yyz ')?.city).toBe('Toronto')
    for (const none of ['', 'YY', 'YYZZ', 'QQQ', 'constructor']) expect(bundled.find(none)).toBeUndefined()
  })

  it.each([
    ['yul', 'YUL'],
    ['montreal', 'YUL'],
    ['Montréal', 'YUL'],
    ['lisb', 'LIS'],
    ['Lisboa', 'LIS'],
    ['münchen', 'MUC'],
    ['nyc', 'JFK'],
    ['heathrow', 'LHR'],
    ['London heath', 'LHR'],
    ['Toronto Pearson (YYZ)', 'YYZ'],
    ['st johns', 'YYT'],
    ['Sao Paulo', 'GRU'],
  ])('%s finds %s first', (typed, code) => expect(codes(typed)[0]).toBe(code))

  it('are offered while a city is typed, the largest first', () => {
    // TOR is Torrington's code.
    expect(codes('tor', 3)).toEqual(['TOR', 'YYZ', expect.any(String)])
    expect(codes('toronto').slice(0, 2)).toEqual(['YYZ', 'YTZ'])
    expect(codes('london', 4)).toEqual(['LHR', 'LGW', 'STN', 'LTN'])
  })

  it('are in a journey with their label, code and zone', () => {
    const [pearson] = bundled.search('yyz', 1).map(placeOfAirport)
    expect(pearson).toEqual({ code: 'YYZ', name: 'Toronto Pearson', zone: 'America/Toronto' })
    expect(airportText({ code: 'YYZ', name: 'Toronto Pearson' })).toBe('Toronto Pearson (YYZ)')
    expect(airportText({ code: '', name: 'Gare do Oriente' })).toBe('Gare do Oriente')
    expect(airportText({ code: 'YYZ', name: '' })).toBe('YYZ')
    expect(airportText({ code: 'YYZ', name: 'Toronto (YYZ)' })).toBe('Toronto (YYZ)')
  })

  it('have a label of their own where a city has several', () => {
    const labels = ['toronto', 'london', 'new york', 'paris', 'tokyo', 'moscow'].flatMap((city) =>
      bundled.search(city, 3).map(({ label }) => label),
    )
    expect(new Set(labels).size).toBe(labels.length)
  })

  it('are in a zone with a name that this runtime knows, and have a city and a position', () => {
    const all = 'abcdefghijklmnopqrstuvwxyz'
      .split('')
      .flatMap((one) => 'abcdefghijklmnopqrstuvwxyz'.split('').flatMap((two) => bundled.search(one + two, 9999)))
    const airports = [...new Set(all)]
    expect(airports.length).toBeGreaterThan(7000)
    const zones = new Set(airports.map(({ zone }) => zone))
    for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
    expect([...zones].filter((zone) => !zone.includes('/') || zone.startsWith('Etc/'))).toEqual([])
    const isWrong = ({ code, city, label, name, country, lat, lon }: Airport) =>
      !/^[A-Z]{3}$/.test(code) ||
      [city, label, name].some((text) => text !== text.trim() || text === '') ||
      !/^[A-Z]{2}$/.test(country) ||
      !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)
    expect(airports.filter(isWrong)).toEqual([])
  })
})

describe('the search', () => {
  it('has the code first, then what begins with the text by size, then what has its words, then codes', () => {
    expect(found('big')).toEqual(['BIG', 'AAA', 'CCC', 'DDD'])
    expect(found('bi')).toEqual(['AAA', 'CCC', 'DDD', 'BIG', 'BIZ'])
    expect(found('mill')).toEqual(['DDD', 'CCC'])
    expect(found('big', 2)).toEqual(['BIG', 'AAA'])
  })

  it('needs all words, in any order, and knows what else a city is called', () => {
    expect(found('east town')).toEqual(['AAA'])
    expect(found('east hill')).toEqual([])
    expect(found('gran')).toEqual(['AAA'])
    expect(found('bgt')).toEqual(['AAA'])
    expect(found('st john')).toEqual(['BBB'])
  })

  it('finds nothing for a letter, signs or nothing', () => {
    for (const typed of ['', ' ', 'b', '(', '...']) expect(found(typed)).toEqual([])
  })
})

const name = fc
  .array(fc.constantFrom('A', 'é', 'ß', 'st', 'Saint', ' ', '-', '’', '(', '東', 'z'), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join('').trim() || 'x')
const anyAirport: fc.Arbitrary<Airport> = fc.record({
  code: fc.stringMatching(/^[A-Z]{3}$/),
  name,
  city: name,
  region: fc.oneof(name, fc.constant('')),
  country: fc.constantFrom('CA', 'PT'),
  lat: fc.integer({ min: -90_000, max: 90_000 }).map((part) => part / 1000),
  lon: fc.integer({ min: -180_000, max: 180_000 }).map((part) => part / 1000),
  zone: fc.constantFrom('America/Toronto', 'Europe/Lisbon'),
  label: name,
  others: fc.array(name, { maxLength: 2 }),
})
const anyAirports = fc.uniqueArray(anyAirport, { minLength: 1, maxLength: 20, selector: ({ code }) => code })

describe('any airports', () => {
  it('are read as they were written', () =>
    fc.assert(
      fc.property(anyAirports, (airports) => {
        const { find } = readAirports(writeAirports(airports))
        // −0 is written as 0.
        const plain = ({ lat, lon, ...rest }: Airport) => ({ ...rest, lat: lat + 0, lon: lon + 0 })
        expect(airports.map(({ code }) => find(code.toLowerCase()))).toEqual(airports.map(plain))
      }),
    ))

  it('are found by their code before all others, and by each beginning of their city', () =>
    fc.assert(
      fc.property(anyAirports, fc.nat(), (airports, seed) => {
        const { search } = readAirports(writeAirports(airports))
        const one = airports[seed % airports.length] as Airport
        expect(search(one.code, 1).map(({ code }) => code)).toEqual([one.code])
        const key = searchKey(one.city)
        const beginnings = Array.from(key, (_, at) => key.slice(0, at + 1)).filter((text) => text.trim().length > 1)
        for (const typed of beginnings)
          expect(search(typed, airports.length).map(({ code }) => code)).toContain(one.code)
      }),
    ))

  it('are never found twice, and never more than wanted', () =>
    fc.assert(
      fc.property(
        anyAirports,
        fc.oneof(name, fc.stringMatching(/^[A-Z]{1,3}$/)),
        fc.nat(9),
        (airports, typed, limit) => {
          const list = readAirports(writeAirports(airports)).search(typed, limit)
          expect(list.length).toBeLessThanOrEqual(limit)
          expect(new Set(list).size).toBe(list.length)
        },
      ),
    ))
})
