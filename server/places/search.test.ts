import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { PlaceData } from './place-data.ts'

const places = new PlaceData(fileURLToPath(new URL('../../place-data', import.meta.url)))
const algonquin = { lat: 45.8364, lon: -78.3791 }

const search = async (query: string, near?: typeof algonquin) =>
  (await places.search(query, near)).map(({ name, region, country, code }) =>
    [name, code, region, country].filter((part) => part !== '').join(', '),
  )

describe('the search for cities and airports', () => {
  it.each([
    ['London', 'London, England, GB'],
    ['london', 'London, England, GB'],
    ['London Ontario', 'London, Ontario, CA'],
    ['ontario, london', 'London, Ontario, CA'],
    ['London, ON', 'London, Ontario, CA'],
    ['london canada', 'London, Ontario, CA'],
    ['paris', 'Paris, Île-de-France, FR'],
    ['paris tx', 'Paris, Texas, US'],
    ['Sao Paulo', 'São Paulo, São Paulo, BR'],
    ['são paulo', 'São Paulo, São Paulo, BR'],
    ['Munich', 'Munich, Bavaria, DE'],
    ['München', 'München, Bavaria, DE'],
    ['munchen', 'München, Bavaria, DE'],
    ['Muenchen', 'Muenchen, Bavaria, DE'],
    ['Москва', 'Москва, Moscow, RU'],
    ['東京', '東京, Tokyo, JP'],
    ['new york', 'New York, New York, US'],
    ['san francisco ca', 'San Francisco, California, US'],
    ["st. john's", "St. John's, Newfoundland and Labrador, CA"],
    ['saint john new brunswick', 'Saint John, New Brunswick, CA'],
    ['st johns nl', "St. John's, Newfoundland and Labrador, CA"],
    ['Killarney', 'Killarney, Munster, IE'],
    ['killarney manitoba', 'Killarney, Manitoba, CA'],
    ['tor', 'Toronto, Ontario, CA'],
    ['toront', 'Toronto, Ontario, CA'],
    ['York', 'York, England, GB'],
    ['Banff', 'Banff, Alberta, CA'],
    ['Łódź', 'Łódź, Łódź Voivodeship, PL'],
    ['lodz', 'Łódź, Łódź Voivodeship, PL'],
    ['YYZ', 'Lester B. Pearson International Airport, YYZ, Ontario, CA'],
    ['yyz', 'Lester B. Pearson International Airport, YYZ, Ontario, CA'],
    ['toronto pearson', 'Lester B. Pearson International Airport, YYZ, Ontario, CA'],
    ['heathrow', 'London Heathrow Airport, LHR, England, GB'],
    ['VAN', 'Van Ferit Melen Airport, VAN, Van, TR'],
  ])('finds for %s first %s', async (query, first) => expect((await search(query))[0]).toBe(first))

  it('finds a place by each of its names, and says the one that was typed', async () => {
    expect((await search('Cill Airne'))[0]).toBe('Cill Airne, Munster, IE')
    expect((await search('Killarney'))[0]).toBe('Killarney, Munster, IE')
  })

  it('finds a larger place first, and of equally good ones the nearest', async () => {
    expect((await search('Huntsville'))[0]).toBe('Huntsville, Alabama, US')
    expect((await search('Huntsville', algonquin))[0]).toBe('Huntsville, Ontario, CA')
    expect((await search('London', algonquin))[0]).toBe('London, Ontario, CA')
    expect((await search('Paris', algonquin))[0]).toBe('Paris, Île-de-France, FR')
  })

  it('knows positions, to about 100 m', async () => {
    const [toronto] = await places.search('Toronto', undefined)
    expect(toronto).toEqual({
      name: 'Toronto',
      region: 'Ontario',
      country: 'CA',
      lat: expect.closeTo(43.70011, 3),
      lon: expect.closeTo(-79.4163, 3),
      kind: 'city',
      code: '',
      source: 'gazetteer',
    })
    const [pearson] = await places.search('YYZ', undefined)
    expect(pearson).toMatchObject({ kind: 'airport', lat: expect.closeTo(43.677, 2), lon: expect.closeTo(-79.631, 2) })
  })

  it('finds at most ten, all with every word', async () => {
    const found = await search('san')
    expect(found).toHaveLength(10)
    for (const name of await search('springfield il')) expect(name).toMatch(/Illinois, US$/)
  })

  it('finds nothing for a word that nothing has, and no letter by itself', async () => {
    for (const query of ['zzzzqq', 'london zzzzqq', '', ' ', '...', '🏕', '%', '\0'])
      expect(await search(query), query).toEqual([])
  })

  it.each(['constructor', '__proto__', 'a'.repeat(200), 'a b c d e f g h i j k', '(', '\\', '='])(
    'survives %s',
    async (query) => expect((await search(query)).length).toBeLessThanOrEqual(10),
  )
})
