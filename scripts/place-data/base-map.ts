import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, FeatureCollection, GeometryCollection, MultiPolygon, Polygon, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection as Shapes, Topology } from 'topojson-specification'
import type { City } from './cities.ts'
import { type MapTile, writePmtiles } from './pmtiles.ts'

const require = createRequire(import.meta.url)

interface Level {
  zoom: number
  /** Of the coordinates in a tile, per side. */
  extent: number
  /** Details smaller than this are left out, in units of the extent. */
  tolerance: number
  /** The smallest lakes and rivers, in square kilometres. */
  lake: number
  river: number
  /** Which outlines of Natural Earth: those for a scale of 1:10 million or 1:50 million. */
  scale: '10m' | '50m'
}

/** What each zoom level shows, so that the file weighs less than 3 MB. Beyond the last one its tiles are enlarged. */
const LEVELS: readonly Level[] = [
  { zoom: 0, extent: 2048, tolerance: 3, lake: 10_000, river: 100_000, scale: '50m' },
  { zoom: 1, extent: 2048, tolerance: 3, lake: 5000, river: 20_000, scale: '50m' },
  { zoom: 2, extent: 2048, tolerance: 3, lake: 1500, river: 4000, scale: '50m' },
  { zoom: 3, extent: 2048, tolerance: 3, lake: 300, river: 1000, scale: '50m' },
  { zoom: 4, extent: 2048, tolerance: 3, lake: 120, river: 250, scale: '10m' },
  { zoom: 5, extent: 2048, tolerance: 3, lake: 40, river: 60, scale: '10m' },
  { zoom: 6, extent: 4096, tolerance: 4, lake: 8, river: 20, scale: '10m' },
]
/** How many towns of a tile are named, the largest first. */
const TOWNS = 8
/** Tiles overlap by this part of their side, so that no line has an end at an edge. */
const OVERLAP = 1 / 64
const KM_PER_DEGREE = 111.2

/**
 * The map that is always there: land, lakes, rivers, borders and the names of larger towns, as one file of vector
 * tiles. Land and borders are Natural Earth's (public domain), lakes and rivers OpenStreetMap's (ODbL, by geo-maps),
 * towns GeoNames' (CC BY 4.0).
 */
export function cutBaseMap(cities: readonly City[]): Buffer {
  const outlines = { '10m': readOutlines('10m'), '50m': readOutlines('50m') }
  const lakes = readAreas('@geo-maps/earth-lakes-500m/map.geo.json')
  const rivers = readAreas('@geo-maps/earth-rivers-250m/map.geo.json')
  const tiles = LEVELS.flatMap((level) => {
    const { land, borders } = outlines[level.scale]
    const layers = {
      land: cut(land, level),
      water: cut(collect([...largerThan(lakes, level.lake), ...largerThan(rivers, level.river)]), level),
      borders: cut(borders, level),
    }
    return tilesOf(layers, groupTowns(cities, level), level)
  })
  return writePmtiles(tiles, {
    name: 'Wayfare base map',
    vector_layers: ['land', 'water', 'borders', 'towns'].map((id) => ({ id, fields: {} })),
  })
}

function readOutlines(scale: '10m' | '50m') {
  const read = (name: string) =>
    JSON.parse(readFileSync(require.resolve(`world-atlas/${name}-${scale}.json`), 'utf8')) as Topology<
      Record<string, Shapes>
    >
  const [land, countries] = [read('land'), read('countries')]
  const borders = mesh(countries, countries.objects['countries'], (one, other) => one !== other)
  return {
    land: collect(listAreas(feature(land, land.objects['land'] as Shapes)).map(withoutJumps)),
    borders: collect([{ type: 'Feature', properties: {}, geometry: borders }]),
  }
}

/** The areas of shapes, each alone. */
function listAreas({ features }: FeatureCollection): Position[][][] {
  return features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates]
    return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  })
}

/**
 * Natural Earth's coasts jump from one side of the date line to the other: on a flat map that is a line around the
 * earth. Here they go on beyond 180 degrees, and a coast around the pole is closed there.
 */
export function withoutJumps(rings: readonly Position[][]): Feature<Polygon> {
  return {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: rings.map((ring) => closeAtPole(unwrap(ring))) },
  }
}

function unwrap(ring: readonly Position[]): Position[] {
  let turns = 0
  return ring.map(([lon = 0, lat = 0], index) => {
    const [before = lon] = ring[index - 1] ?? []
    turns -= Math.round((lon - before) / 360)
    return [lon + turns * 360, lat]
  })
}

function closeAtPole(ring: readonly Position[]): Position[] {
  const [[first = 0, lat = 0] = [], [last = 0] = []] = [ring[0], ring.at(-1)]
  if (Math.abs(last - first) < 180) return [...ring]
  const pole = Math.sign(lat) * 90
  return [...ring, [last, pole], [first, pole], [first, lat]]
}

interface Area {
  rings: Position[][]
  km2: number
}

/** The areas of a map of geo-maps: a collection with one multipolygon. */
function readAreas(module: string): Area[] {
  const { geometries } = JSON.parse(readFileSync(require.resolve(module), 'utf8')) as GeometryCollection<MultiPolygon>
  return geometries.flatMap(({ coordinates }) => coordinates.map((rings) => ({ rings, km2: areaOf(rings[0] ?? []) })))
}

/** In square kilometres, good enough to tell a lake from a pond. */
function areaOf(ring: readonly Position[]): number {
  const [, latitude = 0] = ring[0] ?? []
  let twice = 0
  for (const [index, [x = 0, y = 0]] of ring.entries()) {
    const [nextX = 0, nextY = 0] = ring[index + 1] ?? [x, y]
    twice += x * nextY - nextX * y
  }
  return (Math.abs(twice) / 2) * KM_PER_DEGREE ** 2 * Math.cos((latitude * Math.PI) / 180)
}

/** With the islands that are as large. */
function largerThan(areas: readonly Area[], km2: number): Feature[] {
  return areas
    .filter((area) => area.km2 >= km2)
    .map(({ rings }) => ({
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'Polygon',
        coordinates: rings.filter((ring, index) => index === 0 || areaOf(ring) >= km2),
      },
    }))
}

function collect(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features }
}

function cut(shapes: FeatureCollection | Feature, { zoom, extent, tolerance }: Level): GeoJSONVT {
  // At its last zoom level the library keeps all details.
  const maxZoom = zoom + 1
  return new GeoJSONVT(shapes, {
    maxZoom,
    indexMaxZoom: zoom,
    indexMaxPoints: 0,
    tolerance,
    extent,
    buffer: extent * OVERLAP,
  })
}

/** The largest towns of each tile, by its number. */
function groupTowns(cities: readonly City[], { zoom, extent }: Level): Map<number, GeoJSONVTFeature[]> {
  const grouped = new Map<number, GeoJSONVTFeature[]>()
  const side = 2 ** zoom
  for (const { name, lat, lon, size } of cities.toSorted((one, other) => other.size - one.size)) {
    const sine = Math.sin((lat * Math.PI) / 180)
    const [x, y] = [lon / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)].map((part) => part * side)
    const [column, row] = [Math.floor(x ?? 0), Math.floor(y ?? 0)]
    const inTile = grouped.get(column * side + row) ?? []
    grouped.set(column * side + row, inTile)
    if (inTile.length === TOWNS) continue
    const point: [number, number] = [Math.round(((x ?? 0) - column) * extent), Math.round(((y ?? 0) - row) * extent)]
    inTile.push({ type: 1, geometry: [point], tags: { name, size: Math.round(size * 10) } })
  }
  return grouped
}

function tilesOf(
  layers: Record<string, GeoJSONVT>,
  towns: ReadonlyMap<number, GeoJSONVTFeature[]>,
  { zoom, extent }: Level,
): MapTile[] {
  const side = 2 ** zoom
  const tiles: MapTile[] = []
  for (let x = 0; x < side; x++)
    for (let y = 0; y < side; y++) {
      const found: Record<string, GeoJSONVTTile> = {}
      for (const [name, layer] of Object.entries(layers)) {
        const tile = layer.getTile(zoom, x, y)
        if (tile && tile.features.length > 0) found[name] = tile
      }
      const named = towns.get(x * side + y)
      // Of a tile only the features are written.
      if (named) found['towns'] = { features: named } as unknown as GeoJSONVTTile
      if (Object.keys(found).length > 0)
        tiles.push({ z: zoom, x, y, data: fromGeojsonVt(found, { version: 2, extent }) })
    }
  return tiles
}
