import type { Airport } from '#domain/places/airports.ts'
import type { Region } from '#domain/places/gazetteer.ts'
import type { Position } from '#domain/places/position.ts'
import { searchKey, wordsOf } from '#domain/places/search-key.ts'
import { type BuiltAirport, SCHEDULED_FROM } from './airports.ts'
import type { City } from './cities.ts'

/*
 * The airports of a device, with their zones, cities and the names that people call them by.
 * Job: OurAirports has the municipality of the runway and names with honours in them. Makes the city that people fly to
 *   of the one, and a short name of the other. Two airports of one city have different labels.
 */

/** The cities of large airports that are in a suburb, or called differently in English. */
const cities: Readonly<Record<string, string>> = {
  ...{ ACE: 'Lanzarote', ASU: 'Asunción', BJX: 'León', BOG: 'Bogotá', BRU: 'Brussels', BSL: 'Basel', CAY: 'Cayenne' },
  ...{
    CGN: 'Cologne',
    DFW: 'Dallas',
    DMM: 'Dammam',
    DPS: 'Bali',
    DWC: 'Dubai',
    FRA: 'Frankfurt',
    FUE: 'Fuerteventura',
  },
  ...{ GDL: 'Guadalajara', GIG: 'Rio de Janeiro', GLA: 'Glasgow', GOI: 'Goa', HKG: 'Hong Kong', IAD: 'Washington' },
  ...{ ISB: 'Islamabad', KBP: 'Kyiv', KUL: 'Kuala Lumpur', LPA: 'Gran Canaria', MEX: 'Mexico City', MFM: 'Macau' },
  ...{ MRU: 'Mauritius', MTY: 'Monterrey', MVD: 'Montevideo', NAP: 'Naples', NGO: 'Nagoya', NQZ: 'Astana' },
  ...{ NRT: 'Tokyo', PBM: 'Paramaribo', PTY: 'Panama City', PVD: 'Providence', SDJ: 'Sendai', SDU: 'Rio de Janeiro' },
  ...{ SEZ: 'Mahé', TPE: 'Taipei', TRN: 'Turin', UPG: 'Makassar', VRN: 'Verona', VVO: 'Vladivostok', XIY: 'Xi’an' },
}

/** Short names of large airports that do not follow from the long ones. */
const names: Readonly<Record<string, string>> = {
  ...{ AEP: 'Buenos Aires Aeroparque', BSL: 'Basel Mulhouse', DCA: 'Washington National', DWC: 'Dubai Al Maktoum' },
  ...{ EZE: 'Buenos Aires Ezeiza', FCO: 'Rome Fiumicino', GIG: 'Rio de Janeiro Galeão', GRU: 'São Paulo Guarulhos' },
  ...{ IAH: 'Houston Intercontinental', IST: 'Istanbul', ITM: 'Osaka Itami', JFK: 'New York JFK' },
  ...{ LGA: 'New York LaGuardia', LIS: 'Lisbon Humberto Delgado', MEX: 'Mexico City Benito Juárez' },
  ...{ NLU: 'Mexico City Felipe Ángeles', YTZ: 'Toronto Billy Bishop', YUL: 'Montréal Trudeau' },
}

/** What else people type for a city: its name there, its former name, its IATA code. Not what begins alike. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  ...{ Algiers: ['Alger'], Antwerp: ['Antwerpen'], Astana: ['Nur-Sultan'], Athens: ['Athina'], Bali: ['Denpasar'] },
  ...{ Bangalore: ['Bengaluru'], Basel: ['Bâle'], Beijing: ['Peking', 'BJS'], Belgrade: ['Beograd'] },
  ...{ Brussels: ['Bruxelles', 'Brussel'], Bucharest: ['București', 'BUH'], Cairo: ['Le Caire'], Chennai: ['Madras'] },
  ...{ Cologne: ['Köln'], Copenhagen: ['København', 'Kopenhagen'], Florence: ['Firenze'], Geneva: ['Genève', 'Genf'] },
  ...{ Gothenburg: ['Göteborg'], Havana: ['La Habana'], 'Ho Chi Minh City': ['Saigon'], Jakarta: ['JKT'] },
  ...{ Kolkata: ['Calcutta'], Kraków: ['Cracow'], Kyiv: ['Kiev'], Lisbon: ['Lisboa', 'Lissabon'], London: ['Londres'] },
  ...{ Marrakech: ['Marrakesh'], 'Mexico City': ['Ciudad de México', 'CDMX'], Milan: ['Milano', 'Mailand'] },
  ...{ Montréal: ['YMQ'], Moscow: ['Moskva', 'MOW'], Mumbai: ['Bombay'], Munich: ['München'], Naples: ['Napoli'] },
  ...{ 'New York': ['NYC'], Newark: ['New York', 'NYC'], Nuremberg: ['Nürnberg'], Prague: ['Praha'], Rome: ['Roma'] },
  ...{ Reykjavík: ['REK'], Seoul: ['SEL'], Seville: ['Sevilla'], Singapore: ['Singapur'], Tokyo: ['Tokio', 'TYO'] },
  ...{ Toronto: ['YTO'], Turin: ['Torino'], Venice: ['Venezia'], Vienna: ['Wien'], Warsaw: ['Warszawa'] },
  ...{ Yangon: ['Rangoon'] },
}

/** So far apart are two airports of one city at most. Two cities of one name are farther. */
const ONE_CITY_KM = 100

/**
 * @param towns for the zones of airports out at sea
 * @param findZone the IANA zone of a position
 */
export async function describeAirports(
  airports: readonly BuiltAirport[],
  towns: readonly City[],
  regions: readonly Region[],
  findZone: (position: Position) => Promise<string>,
): Promise<Airport[]> {
  const sorted = airports.toSorted(
    (one, other) => other.size - one.size || other.runway - one.runway || (one.code < other.code ? -1 : 1),
  )
  const described = sorted.map((airport) => ({ ...airport, city: cityOf(airport), short: shortName(airport) }))
  const ofCity = groupBy(described, keyOf)
  const zoneOf = async (position: Position) => {
    const zone = await findZone(position)
    // Some positions are a little out at sea, where the zone has no name.
    return zone.startsWith('Etc/') ? zoneOfNearest(towns, position) : zone
  }
  const result: Airport[] = []
  // One after the other: each search for a zone opens a file.
  for (const airport of described) {
    const { code, city, short, country, lat, lon, size } = airport
    const isOneOfMany = (ofCity.get(keyOf(airport)) ?? []).some(
      (other) =>
        other !== airport &&
        distanceKm(other, airport) < ONE_CITY_KM &&
        // A field for gliders is no reason to ask which airport of a city somebody means.
        (size < SCHEDULED_FROM || other.size >= SCHEDULED_FROM),
    )
    const label = isOneOfMany ? (names[code] ?? withCity(short, city)) : city
    const name = isOneOfMany ? label : (names[code] ?? short)
    const region = regions[airport.region]?.name ?? ''
    const others = size < SCHEDULED_FROM ? [] : (otherNames[city] ?? [])
    result.push({ ...{ code, name, city, label, region, country, lat, lon, others }, zone: await zoneOf({ lat, lon }) })
  }
  return result
}

const keyOf = ({ country, city }: { country: string; city: string }) => `${country} ${searchKey(city)}`

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return groups
}

function cityOf({ code, town, country, name }: BuiltAirport): string {
  const known = cities[code]
  if (known !== undefined) return known
  const [outside = ''] = town.split(/ ?[(/]/)
  const parts = outside.split(', ')
  // 'Arnavutköy, Istanbul', but 'Paisley, Renfrewshire'.
  const part = (country === 'CN' || country === 'TR' ? parts.at(-1) : parts[0]) ?? ''
  return (country === 'MX' ? part.replace(/^Ciudad de /, '') : part).trim() || shorten(name)
}

/** 'Denver' of 'Denver International Airport', 'Halifax Stanfield' of 'Halifax / Stanfield International Airport'. */
function shortName(airport: BuiltAirport): string {
  const short = shorten(airport.name)
  const [first = '', ...rest] = short.split(' / ')
  return rest.length > 0 && searchKey(first) === searchKey(cityOf(airport)) ? [first, ...rest].join(' ') : short
}

function zoneOfNearest(towns: readonly City[], position: Position): string {
  const [first, ...rest] = towns
  if (!first) throw new Error('There are no towns.')
  return rest.reduce((best, town) => (distanceKm(town, position) < distanceKm(best, position) ? town : best), first)
    .zone
}

const GENERIC = /\b(?:Aeropuerto Internacional(?: de)?|International|Intl|Airport)(?![\p{L}\p{N}])/gu
/** '/ RAAF Darwin', '/ Wold–Chamberlain Field' */
const OF_THE_FORCES = / \/ .*\b(?:Air ?Base|Air Reserve|Field|RAAF|CFB)\b.*$/i
const EMPTY_OR_AT_END = /\(\s*\)|^[\s,/–-]+|[\s,/–-]+$/g

function shorten(name: string): string {
  const short = name
    .replace(OF_THE_FORCES, '')
    .replace(GENERIC, ' ')
    .replace(/\s+/g, ' ')
    .replace(/([(]) | (?=[),]|-\S)/g, '$1')
  return short.replace(EMPTY_OR_AT_END, '').trim() || name
}

/** 'Lester B. Pearson' */
const PERSON = /^\p{Lu}\p{L}+ (?:\p{Lu}\.? )+(\p{Lu}[\p{L}’'-]+)$/u

/** 'Toronto Pearson' of 'Lester B. Pearson', 'London Heathrow' as it is. */
function withCity(short: string, city: string): string {
  const words = new Set(wordsOf(short))
  if (wordsOf(city).every((word) => words.has(word))) return short
  return `${city} ${PERSON.exec(short)?.[1] ?? short}`
}

const KM_PER_DEGREE = 111.2

/** Good enough to tell whether two airports are of one city. */
function distanceKm(one: Position, other: Position): number {
  const east = (one.lon - other.lon) * Math.cos((one.lat * Math.PI) / 180)
  return KM_PER_DEGREE * Math.hypot(one.lat - other.lat, east)
}
