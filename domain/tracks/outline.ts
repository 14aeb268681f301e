import type { Position } from '../places/position.ts'
import type { Segment } from './track-line.ts'

/** So many points of a segment are enough to say in which part of the earth it is. */
const POINTS = 100

/** Some points of a line, with its northernmost and southernmost ones: enough for its bounds (places/bounds.ts). */
export function outlineOf(segments: readonly Segment[]): Position[] {
  return segments.flatMap(({ lats, lons }) => {
    const step = Math.max(1, Math.floor(lats.length / POINTS))
    const taken = new Set([lats.length - 1])
    let [north, south, east, west] = [0, 0, 0, 0]
    for (let index = 0; index < lats.length; index++) {
      const [lat, lon] = [lats[index] as number, lons[index] as number]
      if (index % step === 0) taken.add(index)
      if (lat > (lats[north] as number)) north = index
      if (lat < (lats[south] as number)) south = index
      if (lon > (lons[east] as number)) east = index
      if (lon < (lons[west] as number)) west = index
    }
    for (const index of [north, south, east, west]) taken.add(index)
    return [...taken].map((index) => ({ lat: lats[index] as number, lon: onEarth(lons[index] as number) }))
  })
}

/** A longitude from -180 to 180. */
const onEarth = (lon: number): number => (Math.abs(lon) <= 180 ? lon : lon - 360 * Math.round(lon / 360))
