import { distanceBetween } from '../places/position.ts'
import { distancesAlong, smoothElevations } from './smooth-elevations.ts'
import type { Segment } from './track-line.ts'

/**
 * Metres by which a way must turn up or down before it counts, because GPS elevations wander. OsmAnd (issue 4481) and
 * BRouter ('filtered ascend') found 10 to be right too.
 */
const TURN = 10

/** Recorders begin a new segment after each pause. If it begins within as many metres, the way goes on. */
const PAUSE = 30

export interface Measures {
  /** Metres along the segments, without the gaps between them. */
  length: number
  /** Whole metres; null if no elevation is known. */
  elevation: { ascent: number; descent: number; lowest: number; highest: number } | null
}

/** How long a track is, and how much it goes up and down, with the noise of a GPS smoothed: it triples the climbs. */
export function measure(segments: readonly Segment[]): Measures {
  const length = segments.reduce((sum, segment) => sum + (distancesAlong(segment).at(-1) ?? 0), 0)
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const way: number[] = []
  for (const part of withoutPauses(segments)) {
    const known = smoothElevations(part).filter((elevation) => !Number.isNaN(elevation))
    // A gap is no climb, so the way goes on at the elevation where the last part ended.
    const shift = (way.at(-1) ?? known[0] ?? 0) - (known[0] ?? 0)
    for (const elevation of known) {
      lowest = Math.min(lowest, elevation)
      highest = Math.max(highest, elevation)
      way.push(elevation + shift)
    }
  }
  // Not -0.
  const round = (value: number) => Math.round(value) + 0
  const elevation = way.length === 0 ? null : { ...climbs(way), lowest: round(lowest), highest: round(highest) }
  return { length: Math.round(length), elevation }
}

/** The segments, with one for those between which there is only a pause. */
function withoutPauses(segments: readonly Segment[]): Segment[] {
  const endOf = ({ lats, lons }: Segment) => ({ lat: lats.at(-1) ?? Number.NaN, lon: lons.at(-1) ?? Number.NaN })
  const parts: Segment[] = []
  for (const { lats, lons, elevations } of segments) {
    let part = parts.at(-1)
    const start = { lat: lats[0] ?? Number.NaN, lon: lons[0] ?? Number.NaN }
    if (!part || !(distanceBetween(endOf(part), start) <= PAUSE)) {
      part = { lats: [], lons: [], elevations: [] }
      parts.push(part)
    }
    for (let index = 0; index < lats.length; index++) {
      part.lats.push(lats[index] as number)
      part.lons.push(lons[index] as number)
      part.elevations.push(elevations[index] as number)
    }
  }
  return parts
}

/** Whole metres up and down between the points where the way turns. */
function climbs(way: readonly number[]): { ascent: number; descent: number } {
  let [ascent, descent] = [0, 0]
  let heading: 'up' | 'down' | undefined
  // Of the climb or descent that goes on.
  let [low, high] = [way[0] ?? 0, way[0] ?? 0]
  for (const elevation of way) {
    if (heading === undefined) {
      low = Math.min(low, elevation)
      high = Math.max(high, elevation)
      if (high - low >= TURN) heading = elevation === high ? 'up' : 'down'
    } else if (heading === 'up') {
      if (elevation > high) high = elevation
      else if (high - elevation >= TURN) {
        ascent += high - low
        low = elevation
        heading = 'down'
      }
    } else if (elevation < low) low = elevation
    else if (elevation - low >= TURN) {
      descent += high - low
      high = elevation
      heading = 'up'
    }
  }
  if (heading === 'up') ascent += high - low
  if (heading === 'down') descent += high - low
  return { ascent: Math.round(ascent), descent: Math.round(descent) }
}

export interface ProfilePoint {
  /** Metres from the start, without the gaps between segments. */
  at: number
  /** Metres above sea level. */
  elevation: number
}

/**
 * The elevations of a line, for a chart. Without unknown elevations; empty if none is known.
 * @param count the most points, 4 or more. Where there are more, the lowest and the highest of each stretch are taken
 */
export function profile(segments: readonly Segment[], count: number): ProfilePoint[] {
  const points: ProfilePoint[] = []
  let start = 0
  for (const segment of segments) {
    const along = distancesAlong(segment)
    segment.elevations.forEach((elevation, index) => {
      if (!Number.isNaN(elevation)) points.push({ at: start + (along[index] as number), elevation })
    })
    start += along.at(-1) ?? 0
  }
  return points.length <= count ? points : withExtremes(points, start, Math.floor(count / 2) - 1)
}

/** The first, the last, and the lowest and the highest of each stretch, in their order. */
function withExtremes(points: readonly ProfilePoint[], length: number, stretches: number): ProfilePoint[] {
  const taken = new Set([0, points.length - 1])
  let [stretch, lowest, highest] = [0, 0, 0]
  const at = (index: number) => points[index] as ProfilePoint
  points.forEach((point, index) => {
    const own = Math.min(stretches - 1, Math.floor((point.at / (length || 1)) * stretches))
    if (own !== stretch) {
      taken.add(lowest).add(highest)
      stretch = own
      lowest = highest = index
    }
    if (point.elevation < at(lowest).elevation) lowest = index
    if (point.elevation > at(highest).elevation) highest = index
  })
  taken.add(lowest).add(highest)
  return points.filter((_, index) => taken.has(index))
}
