import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measure, profile } from './measure.ts'
import { simplify } from './simplify.ts'
import { anySegment } from './testing/any-segment.ts'
import { randomNumbers } from './testing/track-bytes.ts'
import type { Segment } from './track-line.ts'

/** A way to the north with a point each 5 metres. */
function way(metres: number, elevationAt: (at: number) => number): Segment {
  const count = metres / 5 + 1
  const lats = Array.from({ length: count }, (_, index) => 46 + (index * 5) / 111_195.08)
  return { lats, lons: lats.map(() => 8), elevations: lats.map((_, index) => elevationAt(index * 5)) }
}

/** From -5 to 5 metres. */
const noise = (seed: number) => {
  const random = randomNumbers(seed)
  return () => random() * 10 - 5
}

const climbsOf = (...segments: Segment[]) => {
  const { elevation } = measure(segments)
  if (!elevation) throw new Error('No elevation')
  return elevation
}

describe('the length', () => {
  it('is along the way', () => expect(measure([way(10_000, () => 0)]).length).toBe(10_000))

  it('has no gaps between segments', () => {
    const [one, other] = [way(1000, () => 0), way(2000, () => 0)]
    expect(measure([one, { ...other, lons: other.lons.map(() => 9) }]).length).toBe(3000)
  })

  it('goes on across the date line', () => {
    const fiji = { lats: [-16.8, -16.8], lons: [179.99, 180.01], elevations: [Number.NaN, Number.NaN] }
    expect(measure([fiji])).toEqual({ length: 2129, elevation: null })
  })

  it('of nothing is 0', () => expect(measure([])).toEqual({ length: 0, elevation: null }))
})

describe('the climbs', () => {
  it('of a mountain with noise are within 5 % of its height', () => {
    const random = noise(1)
    const up = climbsOf(way(10_000, (at) => 500 + at / 10 + random()))
    expect(up.ascent).toBeGreaterThan(950)
    expect(up.ascent).toBeLessThan(1050)
    expect(up.descent).toBeLessThan(20)
    expect(up.lowest).toBeCloseTo(500, -1)
    expect(up.highest).toBeCloseTo(1500, -1)

    const andDown = climbsOf(way(20_000, (at) => 500 + (at < 10_000 ? at : 20_000 - at) / 10 + random()))
    expect(Math.abs(andDown.ascent - 1000)).toBeLessThan(50)
    expect(Math.abs(andDown.descent - 1000)).toBeLessThan(50)
  })

  it('of flat land with noise are less than 20 metres', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = noise(seed)
      const { ascent, descent } = climbsOf(way(20_000, () => 300 + random()))
      expect(ascent).toBeLessThan(20)
      expect(descent).toBeLessThan(20)
    }
  })

  it('add up hills of 40 metres, and not those of 6', () => {
    const hills = (height: number) =>
      way(10_000, (at) => 100 + (height / 2) * (1 - Math.cos((at / 1000) * 2 * Math.PI)))
    // Ten hills, a little rounded off.
    expect(climbsOf(hills(40))).toEqual({ ascent: 398, descent: 398, lowest: 100, highest: 140 })
    expect(climbsOf(hills(6))).toEqual({ ascent: 0, descent: 0, lowest: 100, highest: 106 })
  })

  it('are nearly the same from the simplified line', () => {
    const random = noise(3)
    const mountains = way(30_000, (at) => 1000 + 300 * Math.sin(at / 1000) + 40 * Math.sin(at / 150) + random())
    const [before, after] = [climbsOf(mountains), climbsOf(simplify(mountains))]
    expect(Math.abs(after.ascent / before.ascent - 1)).toBeLessThan(0.03)
    expect(Math.abs(after.descent / before.descent - 1)).toBeLessThan(0.03)
  })

  it('go on where some elevations are unknown', () => {
    const gap = way(10_000, (at) => (at > 3000 && at < 6000 ? Number.NaN : 500 + at / 10))
    const { ascent, descent } = climbsOf(gap)
    expect(Math.abs(ascent - 1000)).toBeLessThan(5)
    expect(descent).toBe(0)
  })

  it('go on over pauses, and a gap itself is none', () => {
    const hike = way(4000, (at) => 500 + at / 10)
    const cut = (values: number[]) => Array.from({ length: 50 }, (_, part) => values.slice(part * 16, part * 16 + 17))
    const [lats, lons, elevations] = [cut(hike.lats), cut(hike.lons), cut(hike.elevations)]
    const parts = lats.map((each, part) => ({ lats: each, lons: lons[part] ?? [], elevations: elevations[part] ?? [] }))
    // Its ends are rounded off.
    expect(measure(parts)).toEqual({
      length: 4000,
      elevation: { ascent: 398, descent: 0, lowest: 501, highest: 899 },
    })
    const twoValleys = climbsOf(
      way(1000, () => 2000),
      way(1000, () => 500),
    )
    expect(twoValleys).toEqual({ ascent: 0, descent: 0, lowest: 500, highest: 2000 })
  })

  it('are unknown without elevations', () => expect(measure([way(100, () => Number.NaN)]).elevation).toBeNull())
})

describe('the profile', () => {
  it('has each point if there are few', () =>
    expect(profile([way(10, (at) => 100 + at), way(5, () => 200)], 100).map(rounded)).toEqual([
      { at: 0, elevation: 100 },
      { at: 5, elevation: 105 },
      { at: 10, elevation: 110 },
      { at: 10, elevation: 200 },
      { at: 15, elevation: 200 },
    ]))

  it('has the extremes if there are many', () => {
    const points = profile([way(10_000, (at) => (at === 5000 ? 900 : at === 7000 ? 20 : 100))], 50)
    expect(points.map(rounded)).toContainEqual({ at: 5000, elevation: 900 })
    expect(points.map(rounded)).toContainEqual({ at: 7000, elevation: 20 })
    expect(points.map(rounded)[0]).toEqual({ at: 0, elevation: 100 })
    expect(points.map(rounded).at(-1)).toEqual({ at: 10_000, elevation: 100 })
  })

  it('of any line has at most as many points, from left to right, with the lowest and the highest', () =>
    fc.assert(
      fc.property(fc.array(anySegment(0.01), { maxLength: 4 }), fc.integer({ min: 4, max: 80 }), (segments, count) => {
        const points = profile(segments, count)
        expect(points.length).toBeLessThanOrEqual(count)
        points.slice(1).forEach(({ at }, index) => {
          expect(at).toBeGreaterThanOrEqual(points[index]?.at ?? Number.NaN)
        })
        const known = segments.flatMap(({ elevations }) => elevations).filter((elevation) => !Number.isNaN(elevation))
        const drawn = points.map(({ elevation }) => elevation)
        expect(Math.max(...drawn)).toBe(Math.max(...known))
        expect(Math.min(...drawn)).toBe(Math.min(...known))
      }),
    ))
})

const rounded = ({ at, elevation }: { at: number; elevation: number }) => ({ at: Math.round(at), elevation })
