import * as fc from 'fast-check'
import type { Segment } from '../track-line.ts'

const step = fc.double({ min: -1, max: 1, noNaN: true })
const elevation = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -500, max: 9000 }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
)

/**
 * A way of steps of up to `reach` degrees, up to 85 degrees north or south. It may cross the date line, but not the
 * equator, because 0,0 is no position.
 */
export const anySegment = (reach: number, maxLength = 60): fc.Arbitrary<Segment> =>
  fc
    .record({
      lat: fc.double({ min: 1, max: 80, noNaN: true }),
      isSouth: fc.boolean(),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
      steps: fc.array(fc.tuple(step, step, elevation), { minLength: 2, maxLength }),
    })
    .map(({ lat, isSouth, lon, steps }) => {
      const segment: Segment = { lats: [], lons: [], elevations: [] }
      let [y, x] = [isSouth ? -lat : lat, lon]
      for (const [north, east, height] of steps) {
        segment.lats.push(y)
        segment.lons.push(x)
        segment.elevations.push(height)
        y = Math.sign(y) * Math.min(85, Math.max(0.5, Math.abs(y) + north * reach))
        x += east * reach
      }
      return segment
    })
