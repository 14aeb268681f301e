import * as z from 'zod/mini'

/*
 * A line: a track as it is stored and drawn, as a text.
 * Job: write and read it. Points are written as by the encoded polyline algorithm
 *   (https://developers.google.com/maps/documentation/utilities/polylinealgorithm): each number is the difference from
 *   the one before, in groups of five bits. Degrees are exact to a millionth (11 cm), elevations to a metre.
 * Failure: a text that `writeLine` would not write is refused as a whole.
 */

/**
 * A continuous part of a track. All three have the same length. Longitudes go on beyond ±180 where it crosses the date
 * line, so that neighbours are less than 180 degrees apart.
 */
export interface Segment {
  lats: number[]
  lons: number[]
  /** Metres above sea level; NaN where unknown. */
  elevations: number[]
}

/** A line begins with it, by which the server recognizes one. */
export const LINE_START = '{"segments":'

/** More than 500,000 points need: simplified, such a file has 3 to 5 million. */
export const MAX_LINE_CHARACTERS = 6_000_000
/** Of one file or line. */
export const MAX_TRACK_POINTS = 500_000
/** Ten times around the earth: a track that goes on beyond is cut in two. */
export const MAX_LON = 3600
/** The Dead Sea is at -430 metres, Mount Everest at 8849. */
export const [MIN_ELEVATION, MAX_ELEVATION] = [-500, 9000]

const PRECISION = 1_000_000
/** Groups of five bits. Seven are more than any difference needs. */
const MAX_GROUPS = 7

const line = z.strictObject({
  segments: z.array(z.strictObject({ points: z.string(), has_elevations: z.boolean() })).check(z.minLength(1)),
})

/** The segments as a text of JSON: '{"segments":[{"points":"_izlhA~rlgdF","has_elevations":false}]}'. */
export function writeLine(segments: readonly Segment[]): string {
  return JSON.stringify({
    segments: segments.map((segment) => {
      const hasElevations = segment.elevations.some((elevation) => !Number.isNaN(elevation))
      return { points: encode(segment, hasElevations), has_elevations: hasElevations }
    }),
  })
}

function encode({ lats, lons, elevations }: Segment, hasElevations: boolean): string {
  const parts: string[] = []
  let letters: number[] = []
  let [lat, lon, elevation] = [0, 0, 0]
  for (let index = 0; index < lats.length; index++) {
    const nextLat = Math.round((lats[index] ?? 0) * PRECISION)
    const nextLon = Math.round((lons[index] ?? 0) * PRECISION)
    pushNumber(letters, nextLat - lat)
    pushNumber(letters, nextLon - lon)
    lat = nextLat
    lon = nextLon
    if (hasElevations) {
      const next = Math.round(elevations[index] ?? Number.NaN)
      // 0 is an unknown elevation, so differences from 0 up are one more.
      pushNumber(letters, Number.isNaN(next) ? 0 : next >= elevation ? next - elevation + 1 : next - elevation)
      if (!Number.isNaN(next)) elevation = next
    }
    if (letters.length > 8000) {
      parts.push(String.fromCharCode(...letters))
      letters = []
    }
  }
  return parts.join('') + String.fromCharCode(...letters)
}

/** By arithmetic, because bit operations would cut what is larger than 32 bits. */
function pushNumber(letters: number[], value: number): void {
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  for (; rest >= 32; rest = Math.floor(rest / 32)) letters.push((rest % 32) + 32 + 63)
  letters.push(rest + 63)
}

/**
 * The segments that `writeLine` wrote, exact to a millionth of a degree and to a metre of elevation.
 * @throws Error if it is none: bad JSON, bad letters, too many points, coordinates out of range
 */
export function readLine(text: string): Segment[] {
  if (text.length > MAX_LINE_CHARACTERS) throw new Error('The line is too long')
  if (!text.startsWith(LINE_START)) throw new Error('Not a line')
  const { segments } = line.parse(JSON.parse(text))
  let left = MAX_TRACK_POINTS
  return segments.map(({ points, has_elevations }) => {
    const segment = decode(points, has_elevations)
    left -= segment.lats.length
    if (left < 0) throw new Error('The line has too many points')
    return segment
  })
}

function decode(points: string, hasElevations: boolean): Segment {
  const segment: Segment = { lats: [], lons: [], elevations: [] }
  let [lat, lon, elevation, at] = [0, 0, 0, 0]

  function readNumber(): number {
    let value = 0
    for (let group = 0, scale = 1; group < MAX_GROUPS; group++, scale *= 32) {
      const bits = points.charCodeAt(at++) - 63
      if (!(bits >= 0 && bits < 64)) throw new Error('The line has a bad letter or ends within a point')
      value += (bits % 32) * scale
      if (bits < 32) return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    }
    throw new Error('The line has a number that is too large')
  }

  while (at < points.length) {
    lat += readNumber()
    lon += readNumber()
    if (Math.abs(lat) > 90 * PRECISION || Math.abs(lon) > MAX_LON * PRECISION) {
      throw new Error('The line has a point that is not on the earth')
    }
    segment.lats.push(lat / PRECISION)
    segment.lons.push(lon / PRECISION)
    const step = hasElevations ? readNumber() : 0
    elevation += step > 0 ? step - 1 : step
    if (elevation < MIN_ELEVATION || elevation > MAX_ELEVATION) throw new Error('The line has an impossible elevation')
    segment.elevations.push(step === 0 ? Number.NaN : elevation)
  }
  if (segment.lats.length < 2) throw new Error('The line has a segment without two points')
  return segment
}
