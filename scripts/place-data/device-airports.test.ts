import { describe, expect, it } from 'vitest'
import { type BuiltAirport, SCHEDULED_FROM } from './airports.ts'
import type { City } from './cities.ts'
import { describeAirports } from './device-airports.ts'

const airport = (code: string, name: string, town: string, rest: Partial<BuiltAirport> = {}): BuiltAirport => ({
  ...{ code, name, town, others: [], region: 0, lat: 45, lon: -80, kind: 'airport', size: SCHEDULED_FROM },
  ...{ country: 'CA', runway: 0, ...rest },
})
const town: City = {
  ...{ name: 'Nouméa', others: [], region: 0, lat: -22, lon: 166, kind: 'city', code: '', size: 5 },
  ...{ zone: 'Pacific/Noumea', country: 'NC' },
}
const regions = [{ name: 'Ontario', code: 'ON', country: 'CA' }]

const describeAll = (...airports: BuiltAirport[]) =>
  describeAirports(airports, [{ ...town, lat: 60, lon: 0, zone: 'Europe/London' }, town], regions, async ({ lat }) =>
    lat < 0 ? 'Etc/GMT-11' : 'America/Toronto',
  )
const describeOne = async (name: string, city: string, rest?: Partial<BuiltAirport>) => {
  const [one] = await describeAll(airport('QAA', name, city, rest))
  return [one?.city, one?.name, one?.label]
}

describe('an airport', () => {
  it.each([
    ['Denver International Airport', 'Denver', 'Denver', 'Denver'],
    ['Halifax / Stanfield International Airport', 'Halifax', 'Halifax', 'Halifax Stanfield'],
    ['Joensuu Airport', 'Joensuu / Liperi', 'Joensuu', 'Joensuu'],
    ['Freetown Airport', 'Freetown (Lungi-Town)', 'Freetown', 'Freetown'],
    ['Glasgow Prestwick Airport', 'Prestwick, South Ayrshire', 'Prestwick', 'Glasgow Prestwick'],
    ['Darwin International Airport / RAAF Darwin', 'Darwin', 'Darwin', 'Darwin'],
    ['John Wayne Airport-Orange County Airport', 'Santa Ana', 'Santa Ana', 'John Wayne-Orange County'],
    ['Montreal International (Mirabel) Airport', 'Montréal', 'Montréal', 'Montreal (Mirabel)'],
    ['Airport', '', 'Airport', 'Airport'],
    ['Kadena Air Base', '', 'Kadena Air Base', 'Kadena Air Base'],
  ])('%s of "%s" has a city and a short name', async (name, municipality, city, short) =>
    expect(await describeOne(name, municipality)).toEqual([city, short, city]),
  )

  it('has the city after the district in China and Turkey, and no "Ciudad de" in Mexico', async () => {
    expect(await describeOne('A', 'Hunnan, Shenyang', { country: 'CN' })).toEqual(['Shenyang', 'A', 'Shenyang'])
    expect(await describeOne('A', 'Pendik, Istanbul', { country: 'TR' })).toEqual(['Istanbul', 'A', 'Istanbul'])
    expect(await describeOne('A', 'Ciudad de Mérida', { country: 'MX' })).toEqual(['Mérida', 'A', 'Mérida'])
  })

  it('has the zone of the nearest town if it is out at sea', async () => {
    const all = await describeAll(airport('QAA', 'A', 'A', { lat: -21, lon: 166 }), airport('QBB', 'B', 'B'))
    expect(all.map(({ zone, region }) => [zone, region])).toEqual([
      ['Pacific/Noumea', 'Ontario'],
      ['America/Toronto', 'Ontario'],
    ])
  })
})

describe('the label', () => {
  const labels = async (...airports: BuiltAirport[]) =>
    Object.fromEntries((await describeAll(...airports)).map(({ code, label }) => [code, label]))

  it('has the name where a city has several airports, and only the last name of a person', async () => {
    const pearson = airport('QAA', 'Lester B. Pearson International Airport', 'Toronto')
    const island = airport('QBB', 'Toronto Island Airport', 'Toronto', { lat: 45.5 })
    expect(await labels(pearson, island)).toEqual({ QAA: 'Toronto Pearson', QBB: 'Toronto Island' })
  })

  it('is the city if the others have no flights, or are of another city of that name', async () => {
    const main = airport('QAA', 'Main Airport', 'Portland')
    const gliders = airport('QBB', 'Glider Field', 'Portland', { size: 3.2 })
    const far = airport('QCC', 'Other Airport', 'Portland', { lat: 47 })
    expect(await labels(main, gliders, far)).toEqual({ QAA: 'Portland', QBB: 'Portland Glider Field', QCC: 'Portland' })
  })
})

it('the largest come first, then those with the longest runway', async () => {
  const all = await describeAll(
    airport('QAA', 'A', 'A', { runway: 9 }),
    airport('QBB', 'B', 'B', { runway: 10 }),
    airport('QCC', 'C', 'C', { size: 6 }),
  )
  expect(all.map(({ code }) => code)).toEqual(['QCC', 'QBB', 'QAA'])
})
