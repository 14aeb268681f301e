import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plusCodeOf, readPlusCode } from './plus-code.ts'
import type { Position } from './position.ts'
import { anyPosition } from './testing/any-position.ts'

// Values of the official test data of Open Location Code.

describe('a plus code', () => {
  it.each([
    [20.375, 2.775, 6, '7FG49Q00+'],
    [20.3700625, 2.7821875, 10, '7FG49QCJ+2V'],
    [20.3701125, 2.782234375, 11, '7FG49QCJ+2VX'],
    [20.3701135, 2.78223535156, 13, '7FG49QCJ+2VXGJ'],
    [47.0000625, 8.0000625, 10, '8FVC2222+22'],
    [-41.2730625, 174.7859375, 10, '4VCPPQGP+Q9'],
    [0.5, -179.5, 4, '62G20000+'],
    [-89.5, -179.5, 4, '22220000+'],
    [-89.9999375, -179.9999375, 10, '22222222+22'],
    [1, 1, 11, '6FH32222+222'],
    [90, 1, 4, 'CFX30000+'],
    [90, 1, 10, 'CFX3X2X2+X2'],
    [1, 180, 4, '62H20000+'],
    [1.2, 3.4, 10, '6FH56C22+22'],
    [37.539669125, -122.375069724, 15, '849VGJQF+VX7QR3J'],
    [35.6, 3.033, 10, '8F75J22M+26'],
    [-2.804, 7.003, 13, '6F9952W3+C6222'],
    [-14, 106.9, 6, '5PR82W00+'],
    [-34.45, -93.719, 6, '46Q8H700+'],
    [80.0099999999, 58.57, 15, 'CHGW2H5C+X2RRRRR'],
    [-80.0100000001, 58.57, 15, '2HFWXHQC+X2RRRRR'],
  ])('of %d, %d with %d digits is %s', (lat, lon, length, code) => {
    expect(plusCodeOf({ lat, lon }, length)).toBe(code)
  })

  it.each([
    ['7FG49Q00+', 20.35, 2.75, 20.4, 2.8],
    ['7FG49QCJ+2V', 20.37, 2.782125, 20.370125, 2.78225],
    ['7FG49QCJ+2VXGJ', 20.370113, 2.782234375, 20.370114, 2.78223632813],
    ['4VCPPQGP+Q9', -41.273125, 174.785875, -41.273, 174.786],
    ['22220000+', -90, -180, -89, -179],
    ['6VGX0000+', 0, 179, 1, 180],
    ['84000000+', 30, -140, 50, -120],
    ['cfx3x2x2+x2', 89.999875, 1, 90, 1.000125],
    ['849VGJQF+VX7QR3J7QR3J', 37.53966912, -122.3750698242, 37.53966916, -122.3750697021],
  ])('%s is the middle of its cell', (code, south, west, north, east) => {
    const { lat, lon } = readPlusCode(code) as Position
    expect(lat).toBeCloseTo((south + north) / 2, 9)
    expect(lon).toBeCloseTo((west + east) / 2, 9)
  })

  it.each([
    ['9C3W9QCJ+2VX', 51.3701125, -1.217765625, '+2VX'],
    ['9C3W9QCJ+2VX', 51.3708675, -1.217765625, 'CJ+2VX'],
    ['9C3W9QCJ+2VX', 51.3701125, -1.232865625, '9QCJ+2VX'],
    ['8FJFW222+', 42.899, 9.012, '22+'],
    ['796RXG22+', 14.95125, -23.5001, '22+'],
    ['8FRCXGRF+PM', 47, 8.55, 'XGRF+PM'],
    ['CFX22222+22', 89.6, 0, '2222+22'],
    ['2CXXXXXX+XX', -81, 0, 'XXXXXX+XX'],
  ])('%s near %d, %d is %s', (full, lat, lon, short) => {
    const expected = readPlusCode(full) as Position
    const read = readPlusCode(short, { lat, lon }) as Position
    expect(read.lat).toBeCloseTo(expected.lat, 9)
    expect(read.lon).toBeCloseTo(expected.lon, 9)
    expect(readPlusCode(short)).toBe('needs a place nearby')
  })

  it('near the date line is on either side of it', () => {
    const code = plusCodeOf({ lat: -16.8, lon: -179.999 }).slice(4)
    expect((readPlusCode(code, { lat: -16.8, lon: 179.999 }) as Position).lon).toBeCloseTo(-179.999, 3)
  })

  it.each([
    ...['G+', '+', '8FWC2345+G', '8FWC2_45+G6', '8FWC2η45+G6', '8FWC2345+G6+', '8FWC2345G6+', '8FWC2300+G6'],
    ...['WC2300+G6g', 'WC2345+G', 'WC2300+', '849VGJQF+VX7QR3U', '849VGJQF+VX7QR3JU', 'XXXX0000+', '00000000+', ''],
  ])('is not %j', (text) => {
    expect(readPlusCode(text)).toBeUndefined()
  })

  it('reads back, also from its end near the place', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const code = plusCodeOf(position)
        for (const read of [readPlusCode(code), readPlusCode(code.slice(4), position)] as Position[]) {
          expect(Math.abs(read.lat - position.lat)).toBeLessThanOrEqual(0.000125)
          expect(Math.abs(((read.lon - position.lon + 540) % 360) - 180)).toBeLessThanOrEqual(0.0000626)
        }
      }),
    )
  })
})
