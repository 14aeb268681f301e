import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Area, Quarters, Tile, Zone } from '#server/places/zone-file.ts'
import type { City } from './cities.ts'

const require = createRequire(import.meta.url)
// geo-tz uses both to write and read its tiles.
const ofGeoTz = createRequire(require.resolve('geo-tz'))

/** A node of geo-tz's index: the zones of an area, where its tile is, or its quarters. */
type Node = undefined | number[] | { pos: number; len: number } | { [quarter in 'a' | 'b' | 'c' | 'd']?: Node }

type Ring = number[][]
interface Piece {
  properties: { tzid: string }
  geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] }
}

/** The borders of all zones, from geo-tz (OpenStreetMap by timezone-boundary-builder), and their countries. */
export function readZones(cities: readonly City[]): { root: Quarters; zones: Zone[] } {
  const folder = join(dirname(require.resolve('geo-tz')), '../data')
  const bytes = readFileSync(join(folder, 'timezones.geojson.geo.dat'))
  const index = JSON.parse(readFileSync(join(folder, 'timezones.geojson.index.json'), 'utf8')) as {
    timezones: string[]
    lookup: Node
  }
  const names = new Map(index.timezones.map((name, zone) => [name, zone]))
  const geobuf = ofGeoTz('geobuf') as { decode: (pbf: unknown) => { features: Piece[] } }
  const Pbf = ofGeoTz('pbf') as new (bytes: Uint8Array) => unknown

  const readTile = (pos: number, len: number): Tile => ({
    pieces: geobuf.decode(new Pbf(bytes.subarray(pos, pos + len))).features.map(({ properties, geometry }) => ({
      zone: names.get(properties.tzid) ?? failed(properties.tzid),
      rings: geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
    })),
  })
  const convert = (node: Node): Area => {
    if (node === undefined) return undefined
    if (Array.isArray(node)) return node[0]
    if ('pos' in node && 'len' in node) return readTile(Number(node.pos), Number(node.len))
    const { a, b, c, d } = node as Record<'a' | 'b' | 'c' | 'd', Node>
    return [convert(a), convert(b), convert(c), convert(d)]
  }
  return { root: convert(index.lookup) as Quarters, zones: nameCountries(index.timezones, cities) }
}

const failed = (zone: string): never => {
  throw new Error(`geo-tz does not list the zone ${zone}.`)
}

/** The country of each zone: where most of its people live, otherwise the first one that the IANA table names. */
function nameCountries(names: readonly string[], cities: readonly City[]): Zone[] {
  const { getTimezone } = require('countries-and-timezones') as {
    getTimezone: (name: string) => { countries: string[] } | null
  }
  const people = new Map<string, Map<string, number>>()
  for (const { zone, country, size } of cities) {
    const countries = people.get(zone) ?? new Map<string, number>()
    people.set(zone, countries.set(country, (countries.get(country) ?? 0) + 10 ** size))
  }
  return names.map((name) => {
    const countries = [...(people.get(name) ?? [])]
      .sort(([, one], [, other]) => other - one)
      .map(([country]) => country)
    return { name, country: countries[0] ?? getTimezone(name)?.countries[0] ?? '', isShared: countries.length > 1 }
  })
}
