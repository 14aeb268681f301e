import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bounds, isWithin, widen } from '#domain/places/bounds.ts'
import type { Position } from '#domain/places/position.ts'
import { countTiles } from '#domain/places/tiles.ts'
import { boxAround, boxesNear } from './area-boxes.ts'

const position = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})
const pin = (each: Position) => ({ position: each })
const track = (points: readonly Position[]) => ({
  segments: [
    {
      lats: points.map(({ lat }) => lat),
      lons: points.map(({ lon }) => lon),
      elevations: points.map(() => Number.NaN),
    },
  ],
})
const isInOne = (each: Position, boxes: readonly Bounds[]) => boxes.some((box) => isWithin(each, widen(box, 0.001)))
/** A trail of so many points to the north-east. */
const trail = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ lat: 45 + index / 1000, lon: -79 + index / 1000 }))

describe('the area around a trip', () => {
  it('has all places and tracks in it, with some kilometres around them', () => {
    const [box] = boxAround({ pins: [pin({ lat: 45.5, lon: -78.5 })], lines: [track(trail(600))] })
    expect(box?.south).toBeCloseTo(44.94, 2)
    expect(box?.north).toBeCloseTo(45.659, 2)
    expect(isInOne({ lat: 45.599, lon: -78.401 }, box ? [box] : [])).toBe(true)
    expect(boxAround({ pins: [], lines: [] })).toEqual([])
  })

  it('goes over the date line', () => {
    const [box] = boxAround({ pins: [pin({ lat: -17, lon: 179.9 }), pin({ lat: -17, lon: -179.9 })], lines: [] })
    expect((box?.east ?? 0) - (box?.west ?? 0)).toBeLessThan(0.3)
  })

  it('may be boxes near each place and along each track, which miss none of their points', () =>
    fc.assert(
      fc.property(fc.array(position, { maxLength: 5 }), fc.integer({ min: 1, max: 900 }), (places, count) => {
        const points = trail(count)
        const boxes = boxesNear({ pins: places.map(pin), lines: [track(points)] })
        for (const each of [...places, ...points]) expect(isInOne(each, boxes)).toBe(true)
      }),
      { numRuns: 30 },
    ))

  it('is smaller along a long track than around it', () => {
    const lines = [track(trail(2000))]
    const [along, around] = [boxesNear({ pins: [], lines }), boxAround({ pins: [], lines })]
    expect(countTiles(along, 14)).toBeLessThan(countTiles(around, 14) / 2)
  })
})
