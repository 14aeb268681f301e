import * as fc from 'fast-check'
import type { Position } from '../position.ts'

const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true })

/** Anywhere on the earth, more often where it is hard: at the poles, the date line, the equator and Greenwich. */
export const anyPosition: fc.Arbitrary<Position> = fc.record({
  lat: fc.oneof({ weight: 6, arbitrary: degrees(90) }, fc.constantFrom(-90, 0, 90, 89.99999, -0.00001)),
  lon: fc.oneof({ weight: 6, arbitrary: degrees(180) }, fc.constantFrom(-180, 0, 180, 179.99999, -0.00001)),
})
