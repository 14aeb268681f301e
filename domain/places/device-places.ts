import { buildGazetteer, type CountryNames, type Gazetteer, type GazetteerPlace, type Region } from './gazetteer.ts'

/*
 * The places that a device has without a network, as text: small when compressed, and quick to read.
 * Each region is a line with its name, code and country, followed by a line for each of its places. The first line is
 * how countries are called.
 */

const REGION = '='
const BETWEEN_FIELDS = '\t'
const BETWEEN_NAMES = '|'
/** Positions are stored to 0.001 degrees, about 100 m. */
const PER_DEGREE = 1000
const PER_SIZE = 10

/** @param places of which regions without any are left out */
export function writeDevicePlaces(
  places: readonly GazetteerPlace[],
  regions: readonly Region[],
  countryNames: CountryNames,
): string {
  const ofRegion = regions.map((): GazetteerPlace[] => [])
  for (const place of places) ofRegion[place.region]?.push(place)
  const used = regions
    .map((region, index) => ({ region, places: ofRegion[index] ?? [] }))
    .filter(({ places }) => places.length > 0)
    .sort(({ region: one }, { region: other }) =>
      one.country < other.country ? -1 : one.country > other.country ? 1 : 0,
    )
  const countries = new Set(used.map(({ region }) => region.country))
  const named = Object.fromEntries(Object.entries(countryNames).filter(([country]) => countries.has(country)))
  const lines = used.flatMap(({ region: { name, code, country }, places }) => [
    REGION + [name, code, country].join(BETWEEN_FIELDS),
    ...places.toSorted((one, other) => one.lat - other.lat).map(writePlace),
  ])
  return [JSON.stringify(named), ...lines].join('\n')
}

function writePlace({ name, others, lat, lon, size, code }: GazetteerPlace): string {
  const numbers = [lat * PER_DEGREE, lon * PER_DEGREE, size * PER_SIZE].map((number) => String(Math.round(number)))
  return [[name, ...others].join(BETWEEN_NAMES), ...numbers, ...(code === '' ? [] : [code])].join(BETWEEN_FIELDS)
}

/** @param text as `writeDevicePlaces` made it */
export function readDevicePlaces(text: string): Gazetteer {
  const [countryNames = '{}', ...lines] = text.split('\n')
  const regions: Region[] = []
  const places: GazetteerPlace[] = []
  for (const line of lines) {
    const fields = line.split(BETWEEN_FIELDS)
    if (line.startsWith(REGION)) {
      const [name = '', code = '', country = ''] = fields
      regions.push({ name: name.slice(REGION.length), code, country })
    } else places.push(readPlace(fields, regions.length - 1))
  }
  return buildGazetteer(places, regions, JSON.parse(countryNames) as CountryNames)
}

function readPlace([names = '', lat, lon, size, code = '']: string[], region: number): GazetteerPlace {
  const [name = '', ...others] = names.split(BETWEEN_NAMES)
  return {
    name,
    others,
    region,
    lat: Number(lat) / PER_DEGREE,
    lon: Number(lon) / PER_DEGREE,
    kind: code === '' ? 'city' : 'airport',
    code,
    size: Number(size) / PER_SIZE,
  }
}
