import { distanceBetween } from '../places/position.ts'
import type { Segment } from './track-line.ts'

/** To either side, in metres. gpx.studio averages over 100: that lowers steep peaks more than it removes noise. */
const REACH = 30

/** Metres from the start of the segment to each of its points. */
export function distancesAlong({ lats, lons }: Segment): Float64Array {
  const along = new Float64Array(lats.length)
  let before = { lat: lats[0] ?? 0, lon: lons[0] ?? 0 }
  for (let index = 1; index < lats.length; index++) {
    const point = { lat: lats[index] as number, lon: lons[index] as number }
    along[index] = (along[index - 1] as number) + distanceBetween(before, point)
    before = point
  }
  return along
}

/** The mean of the known elevations within 30 metres of the way, for each point; NaN if there are none. */
export function smoothElevations(segment: Segment): number[] {
  const along = distancesAlong(segment)
  const { elevations } = segment
  let [sum, count, start, end] = [0, 0, 0, 0]
  return elevations.map((_, index) => {
    const here = along[index] as number
    for (; end < elevations.length && (along[end] as number) <= here + REACH; end++) {
      const elevation = elevations[end] as number
      if (Number.isNaN(elevation)) continue
      sum += elevation
      count++
    }
    for (; (along[start] as number) < here - REACH; start++) {
      const elevation = elevations[start] as number
      if (Number.isNaN(elevation)) continue
      sum -= elevation
      count--
    }
    return count === 0 ? Number.NaN : sum / count
  })
}
