import { smoothElevations } from './smooth-elevations.ts'
import type { Segment } from './track-line.ts'

/*
 * Leaves out the points of a segment that a map does not need (Douglas and Peucker's algorithm).
 * Invariants: each original point is within 2 metres of the kept line, which is straight in degrees between its points.
 *   The smoothed elevation is within 5 metres of the line's. Both include the rounding of a stored line. The first and
 *   the last point are kept.
 * Failure: none. Spirals and the like take quadratic time, so the segment is cut into pieces of a thousand points.
 */

const METRES_PER_DEGREE = 111_195
/** Rounding to a millionth of a degree adds less than 10 cm, and rounding to a metre of elevation adds 50 cm. */
const [TOLERANCE, ELEVATION_TOLERANCE] = [1.9, 4.5]
/** Its ends are kept: one point in a thousand costs nothing. */
const PIECE = 1000

/** The segment with fewer points, and with smoothed elevations. */
export function simplify(segment: Segment): Segment {
  const { lats, lons } = segment
  const smoothed = { lats, lons, elevations: smoothElevations(segment) }
  const kept = keptPoints(smoothed)
  const only = (values: number[]) => values.filter((_, index) => kept[index] === 1)
  return { lats: only(lats), lons: only(lons), elevations: only(smoothed.elevations) }
}

/** 1 for each point that is kept. */
function keptPoints({ lats, lons, elevations }: Segment): Uint8Array {
  const last = lats.length - 1
  const kept = new Uint8Array(lats.length)
  const isKnown = (index: number) => !Number.isNaN(elevations[index])
  const shrink = Float64Array.from(lats, (lat) => Math.cos((lat * Math.PI) / 180))

  /** Keeps what is too far from the straight line between two points, by halves. */
  function keepBetween(start: number, end: number): void {
    const open = [start, end]
    while (open.length > 0) {
      const to = open.pop() as number
      const from = open.pop() as number
      const farthest = farthestBetween(from, to)
      if (farthest < 0) continue
      kept[farthest] = 1
      open.push(from, farthest, farthest, to)
    }
  }

  /** The point that is farthest from the line, or -1 if all are near enough. */
  function farthestBetween(from: number, to: number): number {
    const [lat, lon, elevation] = [lats[from] as number, lons[from] as number, elevations[from] as number]
    const north = ((lats[to] as number) - lat) * METRES_PER_DEGREE
    const eastAtEquator = ((lons[to] as number) - lon) * METRES_PER_DEGREE
    const climb = (elevations[to] as number) - elevation
    let [worst, farthest] = [1, -1]
    for (let index = from + 1; index < to; index++) {
      // Degrees of longitude are as long as they are at this point, so metres near it are right at any latitude.
      const scale = shrink[index] as number
      const east = eastAtEquator * scale
      const y = ((lats[index] as number) - lat) * METRES_PER_DEGREE
      const x = ((lons[index] as number) - lon) * METRES_PER_DEGREE * scale
      const square = north * north + east * east
      const share = square === 0 ? 0 : Math.min(1, Math.max(0, (x * east + y * north) / square))
      const dx = x - share * east
      const dy = y - share * north
      const distance = (dx * dx + dy * dy) / (TOLERANCE * TOLERANCE)
      const off = ((elevations[index] as number) - elevation - share * climb) / ELEVATION_TOLERANCE
      // Unknown elevations compare as false.
      const error = off * off > distance ? off * off : distance
      if (error > worst) {
        worst = error
        farthest = index
      }
    }
    return farthest
  }

  let start = 0
  for (let end = 1; end <= last; end++) {
    // Between two kept points, elevations are all known or all unknown.
    const isEnd =
      end === last || end - start === PIECE || isKnown(end) !== isKnown(end - 1) || isKnown(end) !== isKnown(end + 1)
    if (!isEnd) continue
    keepBetween(start, end)
    kept[start] = 1
    kept[end] = 1
    start = end
  }
  if (last === 0) kept[0] = 1
  return kept
}
