import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOf, isWithin } from './bounds.ts'

const position = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('the bounds of positions', () => {
  it('are undefined without any', () => expect(boundsOf([])).toBeUndefined())

  it('of one are that one', () =>
    expect(boundsOf([{ lat: 45.5, lon: -78.5 }])).toEqual({ south: 45.5, north: 45.5, west: -78.5, east: -78.5 }))

  it('go around the side of the earth where they are, over the date line too', () => {
    expect(
      boundsOf([
        { lat: 45, lon: -79 },
        { lat: 46, lon: -78 },
      ]),
    ).toEqual({ south: 45, north: 46, west: -79, east: -78 })
    expect(
      boundsOf([
        { lat: -17, lon: 178 },
        { lat: -18, lon: -179 },
      ]),
    ).toEqual({ south: -18, north: -17, west: 178, east: 181 })
  })

  it('may begin below -180 degrees, as those of a map at the date line', () => {
    const view = { south: -20, north: -10, west: -200, east: -158 }
    expect(isWithin({ lat: -17, lon: 178 }, view)).toBe(true)
    expect(isWithin({ lat: -14, lon: -171 }, view)).toBe(true)
    expect(isWithin({ lat: -17, lon: 150 }, view)).toBe(false)
  })

  it('hold all of them, and are at most the whole earth', () =>
    fc.assert(
      fc.property(fc.array(position, { minLength: 1, maxLength: 20 }), (positions) => {
        const bounds = boundsOf(positions)
        if (!bounds) throw new Error('There are positions')
        for (const each of positions) expect(isWithin(each, bounds)).toBe(true)
        expect(bounds.west).toBeGreaterThanOrEqual(-180)
        expect(bounds.east - bounds.west).toBeGreaterThanOrEqual(0)
        expect(bounds.east - bounds.west).toBeLessThanOrEqual(360)
      }),
    ))
})
