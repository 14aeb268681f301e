import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceBetween, type Position } from '#domain/places/position.ts'
import { frameOf, metresPerPixel, pathIn, pointIn, type Segment, spanOf, tilesOf } from './frame.ts'

const [WIDTH, HEIGHT] = [480, 300]
const PHONE = [310, 194] as const

const anyPosition = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})
const anyPositions = fc.array(anyPosition, { minLength: 1, maxLength: 20 })
const anySize = fc.integer({ min: 260, max: 700 }).map((width) => [width, Math.round((width * 5) / 8)] as const)

const frameFor = (positions: readonly Position[]) => frameOf(positions, WIDTH, HEIGHT)

/** Its points in the picture. */
const pointsOf = (path: string) =>
  [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)

/** How many kilometres the picture shows from side to side. */
const kilometres = (positions: readonly Position[]) => (metresPerPixel(frameFor(positions)) * WIDTH) / 1000

describe('the frame of a still map', () => {
  it('has all places in it', () =>
    fc.assert(
      fc.property(anyPositions, anySize, (positions, [width, height]) => {
        const frame = frameOf(positions, width, height)
        for (const position of positions) {
          const [x, y] = pointIn(frame, position)
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(width)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(height)
        }
      }),
    ))

  it('has a margin around places that are not near a pole', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            lat: fc.double({ min: -60, max: 60, noNaN: true }),
            lon: fc.double({ min: 100, max: 220, noNaN: true }).map((lon) => (lon > 180 ? lon - 360 : lon)),
          }),
          { minLength: 1, maxLength: 20 },
        ),
        (positions) => {
          const frame = frameFor(positions)
          for (const position of positions) {
            const [x, y] = pointIn(frame, position)
            expect(Math.min(x, WIDTH - x)).toBeGreaterThan(43)
            expect(y).toBeGreaterThan(35)
            expect(HEIGHT - y).toBeGreaterThan(35)
          }
        },
      ),
    ))

  it('shows nothing beyond the poles, which are as far as the map goes', () =>
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const { top, world } = frameFor(positions)
        expect(top).toBeGreaterThanOrEqual(0)
        expect(top + HEIGHT).toBeLessThanOrEqual(world + 1e-6)
      }),
    ))

  it('shows what is around a single place, and is nearer where several lie', () => {
    const lake = { lat: 45.5666, lon: -78.5991 }
    expect(kilometres([lake])).toBeCloseTo(290, 0)
    // As if it were one.
    expect(kilometres([lake, { lat: 45.567, lon: -78.5991 }])).toBeCloseTo(290, 0)
    expect(kilometres([lake, { lat: 45.5, lon: -78.6 }])).toBeCloseTo(26, 0)
  })

  it('goes over the date line where that is the shorter way', () => {
    const positions = [
      { lat: -18, lon: 178 },
      { lat: -17, lon: -179 },
    ]
    expect(kilometres(positions)).toBeLessThan(500)
    const [[x = 0] = [], [otherX = 0] = []] = positions.map((position) => pointIn(frameFor(positions), position))
    expect(otherX - x).toBeGreaterThan(100)
  })

  it('knows how long its pixels are', () => {
    const [one, other] = [
      { lat: 45, lon: -79 },
      { lat: 45, lon: -78 },
    ]
    const frame = frameFor([one, other])
    const [[x], [otherX]] = [pointIn(frame, one), pointIn(frame, other)]
    expect(Math.abs((otherX - x) * metresPerPixel(frame)) / distanceBetween(one, other)).toBeCloseTo(1, 2)
  })
})

describe('the tiles of a still map', () => {
  it('cover the picture, and are six at most', () =>
    fc.assert(
      fc.property(anyPositions, anySize, (positions, [width, height]) => {
        const frame = frameOf(positions, width, height)
        const tiles = tilesOf(frame)
        expect(new Set(tiles.map(({ column, row }) => `${column} ${row}`)).size).toBeLessThanOrEqual(6)
        for (const { zoom, column, row } of tiles)
          for (const number of [column, row]) {
            expect(number).toBeGreaterThanOrEqual(0)
            expect(number).toBeLessThan(2 ** zoom)
          }
        for (const x of [1, width / 2, width - 1])
          for (const y of [1, height / 2, height - 1])
            expect(
              tiles.some((tile) => x >= tile.x && x <= tile.x + tile.size && y >= tile.y && y <= tile.y + tile.size),
            ).toBe(true)
      }),
    ))

  it('are few on a phone', () =>
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const tiles = tilesOf(frameOf(positions, ...PHONE))
        expect(new Set(tiles.map(({ column, row }) => `${column} ${row}`)).size).toBeLessThanOrEqual(4)
      }),
    ))
})

describe('a line on a still map', () => {
  const line = (lons: number[], lats = lons.map((_, index) => 10 + index)): Segment => ({ lats, lons })

  it('is in the frame as a whole, wherever on the earth and however often around it its longitudes are', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -3600, max: 3600 }),
        fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 1, maxLength: 60 }),
        (start, steps) => {
          let lon = start
          const segment = line(
            [start, ...steps.map((step) => (lon += step))],
            [10, ...steps.map((step) => 10 + step * 10)],
          )
          for (const [x, y] of pointsOf(pathIn(frameFor(spanOf(segment)), segment))) {
            expect(x).toBeGreaterThanOrEqual(0)
            expect(x).toBeLessThanOrEqual(WIDTH)
            expect(y).toBeGreaterThanOrEqual(0)
            expect(y).toBeLessThanOrEqual(HEIGHT)
          }
        },
      ),
    ))

  it('goes on over the date line, beside places on both sides', () => {
    const segment = line([178, 179, 180, 181, 182])
    const xs = pointsOf(pathIn(frameFor([...spanOf(segment), { lat: 12, lon: -177 }]), segment)).map(([x]) => x)
    expect(xs).toHaveLength(5)
    expect(xs.toSorted((one, other) => one - other)).toEqual(xs)
  })

  it('is as long a path as the picture needs, whatever its points', () => {
    const lons = Array.from({ length: 200_000 }, (_, index) => index / 200_000)
    const segment = line(lons, lons)
    expect(pointsOf(pathIn(frameFor(spanOf(segment)), segment)).length).toBeLessThan(2000)
  })
})
