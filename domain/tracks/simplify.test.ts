import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceBetween } from '../places/position.ts'
import { simplify } from './simplify.ts'
import { smoothElevations } from './smooth-elevations.ts'
import { anySegment } from './testing/any-segment.ts'
import { randomNumbers } from './testing/track-bytes.ts'
import { readLine, type Segment, writeLine } from './track-line.ts'

const flat = (lats: number[], lons: number[]): Segment => ({ lats, lons, elevations: lats.map(() => Number.NaN) })

/** Where the kept points are in the original. */
function keptIndexes(segment: Segment, simplified: Segment): number[] {
  let at = 0
  return simplified.lats.map((lat, index) => {
    while (segment.lats[at] !== lat || segment.lons[at] !== simplified.lons[index]) at++
    return at++
  })
}

/** How far each point is from the stored line between its kept neighbours, in metres, and how far in elevation. */
function errorsOf(segment: Segment): { metres: number; elevation: number } {
  const simplified = simplify(segment)
  const kept = keptIndexes(segment, simplified)
  const [stored] = readLine(writeLine([simplified]))
  if (!stored) throw new Error('No line')
  const smoothed = smoothElevations(segment)
  let [metres, elevation] = [0, 0]
  for (let piece = 1; piece < kept.length; piece++) {
    const [from, to] = [piece - 1, piece]
    const between = (values: number[], share: number) => {
      const start = values[from] as number
      return start + ((values[to] as number) - start) * share
    }
    for (let index = kept[from] as number; index <= (kept[to] as number); index++) {
      const point = { lat: segment.lats[index] as number, lon: segment.lons[index] as number }
      const at = (share: number) => ({ lat: between(stored.lats, share), lon: between(stored.lons, share) })
      const share = nearest((each) => distanceBetween(point, at(each)))
      metres = Math.max(metres, distanceBetween(point, at(share)))
      // On the line before its rounding: up a cliff, ten centimetres are many metres of elevation.
      const exact = (each: number) => ({ lat: between(simplified.lats, each), lon: between(simplified.lons, each) })
      const onLine = between(
        stored.elevations,
        nearest((each) => distanceBetween(point, exact(each))),
      )
      const off = Math.abs((smoothed[index] as number) - onLine)
      // Where the kept points are at one place, any share is as near.
      if (distanceBetween(at(0), at(1)) > 10) elevation = Math.max(elevation, off || 0)
    }
  }
  return { metres, elevation }
}

/** The share from 0 to 1 with the smallest distance, which falls and then rises. */
function nearest(distanceAt: (share: number) => number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 60; step++) {
    const [one, other] = [low + (high - low) / 3, high - (high - low) / 3]
    if (distanceAt(one) < distanceAt(other)) high = other
    else low = one
  }
  return (low + high) / 2
}

describe('a simplified segment', () => {
  it('has only the points where it turns', () => {
    const lons = [8, 8.001, 8.002, 8.003, 8.003, 8.003]
    expect(simplify(flat([46, 46, 46, 46, 46.001, 46.002], lons))).toEqual(flat([46, 46, 46.002], [8, 8.003, 8.003]))
  })

  it('keeps what is 3 metres aside, and not what is 1 metre aside, also at 80 degrees and at the date line', () => {
    // A degree of longitude has 19.3 kilometres at 80 degrees.
    const aside = (metres: number) => flat([80, 80.001, 80.002], [179.9999, 179.9999 + metres / 19_309, 179.9999])
    expect(simplify(aside(3)).lats).toEqual([80, 80.001, 80.002])
    expect(simplify(aside(1)).lats).toEqual([80, 80.002])
  })

  it('keeps a hill on a straight way', () => {
    const lats = Array.from({ length: 101 }, (_, index) => 46 + index / 1000)
    const elevations = lats.map((_, index) => 500 - Math.abs(index - 50))
    const simplified = simplify({ lats, lons: lats.map(() => 8), elevations })
    expect(simplified.lats).toEqual([46, 46.05, 46.1])
    expect(simplified.elevations).toEqual([450, 500, 450])
  })

  it('keeps where elevations begin and end, and fills gaps of some metres', () => {
    const lats = Array.from({ length: 100 }, (_, index) => 46 + index / 10_000)
    const elevations = lats.map((_, index) => (index < 50 && index !== 20 ? 100 : Number.NaN))
    const simplified = simplify({ lats, lons: lats.map(() => 8), elevations })
    expect(simplified.elevations).toEqual([100, 100, Number.NaN, Number.NaN])
  })

  it('is within 2 metres and 5 metres of elevation everywhere, as it is stored, with its ends', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(0.00002, 0.0002, 0.005).chain((reach) => anySegment(reach)),
        (any) => {
          const segment = { ...any, elevations: any.elevations.map((elevation) => elevation / 20) }
          const { metres, elevation } = errorsOf(segment)
          expect(metres).toBeLessThan(2)
          expect(elevation).toBeLessThan(5)
          const simplified = simplify(segment)
          expect([simplified.lats[0], simplified.lons[0]]).toEqual([segment.lats[0], segment.lons[0]])
          expect([simplified.lats.at(-1), simplified.lons.at(-1)]).toEqual([segment.lats.at(-1), segment.lons.at(-1)])
        },
      ),
      { numRuns: 300 },
    ))

  it('does not lose more if it is simplified once more', () =>
    fc.assert(
      fc.property(anySegment(0.0002), (segment) => {
        const once = flat(segment.lats, segment.lons)
        expect(simplify(simplify(once))).toEqual(simplify(once))
      }),
    ))

  const count = 500_000
  const indexes = Array.from({ length: count }, (_, index) => index)
  const random = randomNumbers(7)
  it.each([
    ['noise', indexes.map((index) => 46 + index * 1e-5 + random() * 1e-4), indexes.map(() => 8 + random() * 1e-4)],
    ['equal points', indexes.map(() => 46), indexes.map(() => 8)],
    ['back and forth', indexes.map((index) => 46 + (index % 2) * 0.01), indexes.map((index) => 8 + index * 1e-9)],
    [
      'a spiral',
      indexes.map((index) => 46 + index * 1e-7 * Math.cos(index / 200)),
      indexes.map((index) => 8 + index * 1e-7 * Math.sin(index / 200)),
    ],
    [
      'a curve that peels',
      indexes.map((index) => 46 + (index % 1000) ** 2 * 1e-7),
      indexes.map((index) => 8 + index * 1e-6),
    ],
  ])('takes no quadratic time for 500,000 points: %s', (_, lats, lons) => {
    const start = performance.now()
    const simplified = simplify(flat(lats, lons))
    expect(simplified.lats[0]).toBe(lats[0])
    expect(simplified.lats.at(-1)).toBe(lats.at(-1))
    // Quadratic time would be hours.
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})
