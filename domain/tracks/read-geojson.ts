import { TrackFileError } from './track-file.ts'
import type { TrackFileBuilder } from './track-file-builder.ts'

/** Brackets in brackets, and collections in collections: no real file comes near. */
const [MAX_BRACKETS, MAX_DEPTH] = [100, 20]

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const numberOf = (value: unknown) => (typeof value === 'number' ? value : Number.NaN)

/**
 * Reads GeoJSON (RFC 7946): each feature with lines becomes a track, each of its points a waypoint. Areas are left out.
 * @throws TrackFileError broken if it is no JSON; not_a_track_file if it is no GeoJSON
 */
export function readGeoJson(text: string, builder: TrackFileBuilder): void {
  const root = parse(text)
  if (!isObject(root) || typeof root['type'] !== 'string' || !TYPES.has(root['type'])) {
    throw new TrackFileError('not_a_track_file')
  }
  const features = root['type'] === 'FeatureCollection' ? listOf(root['features']) : [root]
  for (const feature of features) readFeature(feature, builder)
}

function parse(text: string): unknown {
  // Millions of brackets would take the browser's memory.
  if (isTooDeep(text)) throw new TrackFileError('broken')
  try {
    return JSON.parse(text)
  } catch {
    throw new TrackFileError('broken')
  }
}

/** Whether a JSON text has more than a hundred open brackets anywhere. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isString = false
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]
    if (letter === '"') isString = !isString
    else if (isString) index += letter === '\\' ? 1 : 0
    else if (letter === '[' || letter === '{') depth++
    else if (letter === ']' || letter === '}') depth--
    if (depth > MAX_BRACKETS) return true
  }
  return false
}

const TYPES = new Set([
  'FeatureCollection',
  'Feature',
  'GeometryCollection',
  'LineString',
  'MultiLineString',
  'Point',
  'MultiPoint',
  'Polygon',
  'MultiPolygon',
])

function readFeature(feature: unknown, builder: TrackFileBuilder): void {
  if (!isObject(feature)) return
  const properties = isObject(feature['properties']) ? feature['properties'] : {}
  const first = (...names: string[]) =>
    names.map((name) => properties[name]).find((value) => typeof value === 'string' && value.trim() !== '') as
      | string
      | undefined
  const name = first('name', 'title', 'Name') ?? ''
  const about = {
    name,
    note: first('desc', 'description', 'cmt') ?? '',
    symbol: first('sym', 'marker-symbol', 'type') ?? '',
  }
  readGeometry(feature['type'] === 'Feature' ? feature['geometry'] : feature, 0)
  builder.endTrack(name)

  function readGeometry(geometry: unknown, depth: number): void {
    if (!isObject(geometry)) return
    const { type, coordinates } = geometry
    if (type === 'LineString') readLineString(coordinates)
    else if (type === 'MultiLineString') for (const each of listOf(coordinates)) readLineString(each)
    else if (type === 'Point') readPoint(coordinates)
    else if (type === 'MultiPoint') for (const each of listOf(coordinates)) readPoint(each)
    else if (type === 'GeometryCollection' && depth < MAX_DEPTH) {
      for (const each of listOf(geometry['geometries'])) readGeometry(each, depth + 1)
    } else builder.skip()
  }

  function readLineString(coordinates: unknown): void {
    builder.endSegment()
    for (const position of listOf(coordinates)) {
      const [lon, lat, elevation] = listOf(position)
      builder.addPoint(numberOf(lat), numberOf(lon), numberOf(elevation))
    }
    builder.endSegment()
  }

  function readPoint(position: unknown): void {
    const [lon, lat] = listOf(position)
    builder.addWaypoint({ ...about, lat: numberOf(lat), lon: numberOf(lon) })
  }
}
