import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bounds, boundsOf, isWithin, widen } from './bounds.ts'
import type { Position } from './position.ts'
import { countTiles, type Tile, tilesOf } from './tiles.ts'

const position = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})
const zoom = fc.integer({ min: 0, max: 14 })
/** A box of at most some kilometres, anywhere. */
const box = fc
  .tuple(position, fc.double({ min: 0, max: 20, noNaN: true }))
  .map(([{ lat, lon }, kilometres]) => widen({ south: lat, north: lat, west: lon, east: lon }, kilometres))

/** The bounds of a tile, by the formula of the grid's definition. */
function edgesOf({ zoom, x, y }: Tile): Bounds {
  const latOf = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom))) * 180) / Math.PI
  const lonOf = (column: number) => (column / 2 ** zoom) * 360 - 180
  return { north: latOf(y), south: latOf(y + 1), west: lonOf(x), east: lonOf(x + 1) }
}
const nudged = (bounds: Bounds): Bounds => widen(bounds, 0.001)
const onGrid = ({ lat, lon }: Position): Position => ({ lat: Math.max(-85.05, Math.min(85.05, lat)), lon })

describe('the tiles of bounds', () => {
  it('are those of the well-known grid', () => {
    const lake = { south: 45.5, north: 45.6, west: -78.7, east: -78.5 }
    expect(tilesOf([lake], 0)).toEqual([{ zoom: 0, x: 0, y: 0 }])
    expect(tilesOf([lake], 10)).toEqual([
      { zoom: 10, x: 288, y: 365 },
      { zoom: 10, x: 288, y: 366 },
    ])
  })

  it('go on beyond the date line, from both sides', () => {
    const columns = (west: number, east: number) =>
      tilesOf([{ south: -17, north: -16.9, west, east }], 3).map(({ x }) => x)
    expect(columns(178, 182)).toEqual([7, 0])
    expect(columns(-182, -178)).toEqual([7, 0])
    expect(columns(-400, 400)).toHaveLength(8)
  })

  it('of the whole earth are counted without a list of them', () => {
    const earth = { south: -90, north: 90, west: -180, east: 180 }
    expect(countTiles([earth], 14)).toBe(4 ** 14)
    expect(countTiles([earth, earth], 14)).toBe(4 ** 14)
  })

  it('end where the grid ends', () =>
    expect(tilesOf([{ south: 89, north: 90, west: 0, east: 0 }], 5)).toEqual([{ zoom: 5, x: 16, y: 0 }]))

  it('hold every position of the bounds, and have a part of them', () =>
    fc.assert(
      fc.property(fc.array(position, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 6 }), (all, zoom) => {
        const bounds = boundsOf(all)
        if (!bounds) throw new Error('There are positions')
        const tiles = tilesOf([bounds], zoom)
        for (const each of all.map(onGrid))
          expect(tiles.some((tile) => isWithin(each, nudged(edgesOf(tile))))).toBe(true)
        expect(tiles).toHaveLength(countTiles([bounds], zoom))
      }),
    ))

  it('are in the grid, each once, and as many as are counted', () =>
    fc.assert(
      fc.property(fc.array(box, { minLength: 1, maxLength: 3 }), zoom, (boxes, zoom) => {
        fc.pre(boxes.every(({ north, south }) => Math.max(Math.abs(north), Math.abs(south)) < 80))
        const tiles = tilesOf(boxes, zoom)
        expect(new Set(tiles.map(({ x, y }) => `${x}/${y}`)).size).toBe(tiles.length)
        for (const { x, y } of tiles) for (const each of [x, y]) expect(each >= 0 && each < 2 ** zoom).toBe(true)
        expect(tiles.length).toBe(countTiles(boxes, zoom))
        expect(tiles.length).toBeGreaterThanOrEqual(1)
      }),
    ))

  it('of a wider box are all of the narrower one and more', () =>
    fc.assert(
      fc.property(box, zoom, (narrow, zoom) => {
        fc.pre(Math.max(Math.abs(narrow.north), Math.abs(narrow.south)) < 80)
        const wide = new Set(tilesOf([widen(narrow, 3)], zoom).map(({ x, y }) => `${x}/${y}`))
        for (const { x, y } of tilesOf([narrow], zoom)) expect(wide.has(`${x}/${y}`)).toBe(true)
      }),
    ))
})

describe('wider bounds', () => {
  it('have that much more on each side', () => {
    const { south, north, west, east } = widen({ south: 60, north: 60, west: 10, east: 10 }, 111.2)
    expect(north - south).toBeCloseTo(2, 1)
    // A degree of longitude is half as long there; the northern edge needs a little more.
    expect(east - west).toBeGreaterThan(4)
    expect(east - west).toBeLessThan(4.3)
  })

  it('are at most the whole earth', () => {
    const { south, north, west, east } = widen({ south: -89, north: 89, west: -180, east: 180 }, 1000)
    expect([south, north]).toEqual([-90, 90])
    expect(east - west).toBe(360)
  })
})
