import { otherFormOf, searchKey, wordsOf } from './search-key.ts'

/*
 * The airports of the world, for journeys: a device has them without a network, and without the gazetteer of cities.
 * Job: the airport with a code, and those that a text finds while somebody types.
 * Invariants: sorted by size, the largest first. The file has a line per airport, after one with all zones and
 *   one with all regions.
 */

export interface Airport {
  /** IATA: 'YYZ'. */
  code: string
  /** As people call it, without "International Airport": 'Toronto Pearson'. The city if it has no other name. */
  name: string
  city: string
  /** The province or state; '' if unknown. */
  region: string
  /** ISO 3166 alpha-2. */
  country: string
  lat: number
  lon: number
  /** IANA: 'America/Toronto'. */
  zone: string
  /** What a journey calls it: the city, or with several airports there the name: 'Lisbon', 'Toronto Pearson'. */
  label: string
  /** What else people type for its city: 'Lisboa', 'LON'. */
  others: readonly string[]
}

/** Where a journey begins or ends: an airport, or any text without a code and a zone. */
export interface AirportOrText {
  /** IATA; '' if it is none. */
  code: string
  /** 'Lisbon', 'Toronto Pearson', or what somebody has typed. */
  name: string
  /** IANA; '' if unknown. */
  zone: string
}

export const placeOfAirport = ({ code, label, zone }: Airport): AirportOrText => ({ code, name: label, zone })

/** As it is shown and typed: 'Toronto Pearson (YYZ)'. */
export function airportText({ code, name }: Pick<AirportOrText, 'code' | 'name'>): string {
  if (code === '' || name === '') return name || code
  return name.endsWith(`(${code})`) ? name : `${name} (${code})`
}

export interface Airports {
  /** The airport with an IATA code, in capitals or small letters. */
  find: (code: string) => Airport | undefined
  /**
   * The airports that a text finds, the best first: with this code, then those whose city or name begins with it, then
   * those with its words in city or name, then those whose code begins with it.
   */
  search: (typed: string, limit: number) => Airport[]
}

const BETWEEN_FIELDS = '\t'
const BETWEEN_NAMES = '|'
/** Positions are stored to 0.001 degrees, about 100 m. */
const PER_DEGREE = 1000
const MAX_WORDS = 8
/** One letter begins too many. */
const MIN_LENGTH = 2

/** @param airports the largest first */
export function writeAirports(airports: readonly Airport[]): string {
  const [zones, regions] = [new Numbered(), new Numbered()]
  const lines = airports.map(({ code, name, city, region, country, lat, lon, zone, label, others }) => {
    const names = [city, name === city ? '' : name, label === city ? '' : label]
    const numbers = [regions.indexOf(region + BETWEEN_NAMES + country), zones.indexOf(zone)]
    const degrees = [lat, lon].map((number) => Math.round(number * PER_DEGREE))
    return [code, ...names, ...numbers, ...degrees, others.join(BETWEEN_NAMES)].join(BETWEEN_FIELDS).trimEnd()
  })
  return [zones, regions]
    .map(({ texts }) => texts.join(BETWEEN_FIELDS))
    .concat(lines)
    .join('\n')
}

/** Texts that many airports share. They are numbered as airports ask for them. */
class Numbered {
  readonly texts: string[] = []
  readonly #indexes = new Map<string, number>()

  indexOf(text: string): number {
    const known = this.#indexes.get(text)
    if (known !== undefined) return known
    this.#indexes.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }
}

/** @param text as `writeAirports` made it */
export function readAirports(text: string): Airports {
  const [zones = [], regions = [], ...lines] = text.split('\n').map((line) => line.split(BETWEEN_FIELDS))
  const airports = lines.map((fields) => readAirport(fields, zones, regions))
  const byCode = new Map(airports.map((airport) => [airport.code, airport]))
  const find = (code: string) => byCode.get(code.trim().toUpperCase())
  let keys: readonly SearchKeys[] | undefined
  return {
    find,
    search: (typed, limit) => {
      // Not before somebody types: it takes a slow phone a moment.
      keys ??= airports.map(keysOf)
      return search(keys, find(typed), typed).slice(0, limit)
    },
  }
}

function readAirport(fields: readonly string[], zones: readonly string[], regions: readonly string[]): Airport {
  const [code = '', city = '', name = '', label = '', regionIndex, zone, lat, lon, others = ''] = fields
  const [region = '', country = ''] = (regions[Number(regionIndex)] ?? '').split(BETWEEN_NAMES)
  return {
    ...{ code, name: name || city, city, region, country },
    lat: Number(lat) / PER_DEGREE,
    lon: Number(lon) / PER_DEGREE,
    zone: zones[Number(zone)] ?? '',
    label: label || city,
    others: others === '' ? [] : others.split(BETWEEN_NAMES),
  }
}

/** An airport with its names as they are searched, each with a space before every word. */
interface SearchKeys {
  airport: Airport
  names: readonly string[]
  /** All names, with a space at the end. */
  all: string
  code: string
}

function keysOf(airport: Airport): SearchKeys {
  const { code, name, city, label, others } = airport
  const names = [...new Set([city, name, label, ...others])].map((text) => ` ${searchKey(text)}`)
  const lower = code.toLowerCase()
  return { airport, names, all: `${names.join('')} `, code: lower }
}

/** @param exact the airport whose code the text is */
function search(keys: readonly SearchKeys[], exact: Airport | undefined, typed: string): Airport[] {
  const key = searchKey(typed)
  if (key.length < MIN_LENGTH) return []
  const words = wordsOf(typed).slice(0, MAX_WORDS)
  const [begins, has, byCode]: [Airport[], Airport[], Airport[]] = [[], [], []]
  for (const { airport, names, all, code } of keys) {
    if (airport === exact) continue
    if (names.some((name) => name.startsWith(` ${key}`))) begins.push(airport)
    else if (words.every((word) => word === code || hasWord(all, word))) has.push(airport)
    else if (code.startsWith(key)) byCode.push(airport)
  }
  return [...(exact ? [exact] : []), ...begins, ...has, ...byCode]
}

/** Whether a word begins with this one, or is written differently: 'st' for 'saint'. */
function hasWord(all: string, word: string): boolean {
  const other = otherFormOf(word)
  return all.includes(` ${word}`) || (other !== undefined && all.includes(` ${other} `))
}
