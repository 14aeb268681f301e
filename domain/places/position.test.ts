import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceBetween, formatPosition, optionalPosition, parsePositionText, positionText } from './position.ts'
import { anyPosition } from './testing/any-position.ts'

const canisbay = { lat: 45.8364, lon: -78.3791 }

describe('the stored form', () => {
  it('has five digits', () => {
    expect(positionText(canisbay)).toBe('45.83640,-78.37910')
    expect(positionText({ lat: -0.000001, lon: 0 })).toBe('0.00000,0.00000')
    expect(positionText({ lat: 90, lon: -180 })).toBe('90.00000,-180.00000')
  })

  it('reads back', () => {
    expect(parsePositionText('45.83640,-78.37910')).toEqual(canisbay)
    fc.assert(
      fc.property(anyPosition, (position) => {
        const read = parsePositionText(positionText(position))
        expect(read?.lat).toBeCloseTo(position.lat, 5)
        expect(read?.lon).toBeCloseTo(position.lon, 5)
        expect(optionalPosition.safeParse(positionText(position)).success).toBe(true)
      }),
    )
  })

  it.each([
    '45.8364,-78.3791',
    '45.83640, -78.37910',
    '+45.83640,-78.37910',
    '45.83640,-78.379100',
    '045.83640,-78.37910',
    '-0.00000,0.00000',
    '90.00001,0.00000',
    '0.00000,180.00001',
    '45.83640',
    'NaN,NaN',
    '45.83640,-78.37910\n',
    ' ',
  ])('is not %j', (text) => {
    expect(parsePositionText(text)).toBeUndefined()
    expect(optionalPosition.safeParse(text).success).toBe(false)
  })

  it('may be empty in the plan, which is no position', () => {
    expect(optionalPosition.safeParse('').success).toBe(true)
    expect(parsePositionText('')).toBeUndefined()
  })
})

describe('the distance as the crow flies', () => {
  const kilometres = (...[a, b]: Parameters<typeof distanceBetween>) => Math.round(distanceBetween(a, b) / 1000)

  it('of known places', () => {
    // Cambridge to Paris, an example of other libraries; Paris to London; a quarter of the earth.
    expect(distanceBetween({ lat: 52.205, lon: 0.119 }, { lat: 48.857, lon: 2.351 }) / 1000).toBeCloseTo(404.3, 1)
    expect(kilometres({ lat: 48.8566, lon: 2.3522 }, { lat: 51.5074, lon: -0.1278 })).toBe(344)
    expect(distanceBetween({ lat: 0, lon: 0 }, { lat: 0, lon: 90 }) / 1000).toBeCloseTo(10_007.557, 3)
  })

  it('across the date line, at the poles, and to the other side of the earth', () => {
    expect(distanceBetween({ lat: -16.8, lon: 179.99 }, { lat: -16.8, lon: -179.99 })).toBeCloseTo(2129, -1)
    expect(distanceBetween({ lat: 90, lon: 0 }, { lat: 90, lon: 123 })).toBeCloseTo(0, 3)
    expect(kilometres({ lat: 89, lon: 0 }, { lat: 89, lon: 180 })).toBe(222)
    expect(kilometres({ lat: 12.3, lon: 45.6 }, { lat: -12.3, lon: -134.4 })).toBe(20_015)
  })

  it('is the same both ways, and nothing to itself', () => {
    fc.assert(
      fc.property(anyPosition, anyPosition, (a, b) => {
        expect(distanceBetween(a, b)).toBeCloseTo(distanceBetween(b, a), 3)
        expect(distanceBetween(a, b)).toBeLessThan(20_015_200)
        expect(distanceBetween(a, a)).toBe(0)
      }),
    )
  })
})

it('is formatted with letters for the directions', () => {
  expect(formatPosition(canisbay)).toBe('45.8364° N, 78.3791° W')
  expect(formatPosition({ lat: -33.85681, lon: 151.21514 })).toBe('33.8568° S, 151.2151° E')
  expect(formatPosition({ lat: -0.00001, lon: -0.00001 })).toBe('0.0000° N, 0.0000° E')
  expect(formatPosition({ lat: -0.00006, lon: -0.00006 })).toBe('0.0001° S, 0.0001° W')
})
