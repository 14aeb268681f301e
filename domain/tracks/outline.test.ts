import { expect, it } from 'vitest'
import { boundsOf } from '../places/bounds.ts'
import { outlineOf } from './outline.ts'
import type { Segment } from './track-line.ts'

const segmentOf = (points: [lat: number, lon: number][]): Segment => ({
  lats: points.map(([lat]) => lat),
  lons: points.map(([, lon]) => lon),
  elevations: points.map(() => Number.NaN),
})

it('the outline of a long line is short, and has its bounds', () => {
  const points = Array.from({ length: 60_000 }, (_, index): [number, number] => [
    45 + Math.sin(index / 777),
    -78 + Math.cos(index / 777),
  ])
  points[12_345] = [47.5, -78]
  points[23_456] = [45, -80.5]
  const outline = outlineOf([segmentOf(points)])
  expect(outline.length).toBeLessThan(110)
  const bounds = boundsOf(outline)
  expect(bounds?.north).toBe(47.5)
  expect(bounds?.west).toBe(-80.5)
  expect(bounds?.south).toBeCloseTo(44, 2)
})

it('the outline of a line across the date line stays narrow', () => {
  const fiji = segmentOf([
    [-17, 179],
    [-17.2, 180.5],
    [-17.4, 181],
  ])
  expect(boundsOf(outlineOf([fiji]))).toEqual({ south: -17.4, north: -17, west: 179, east: 181 })
})

it('the outline of a line across half of the earth does not turn around', () => {
  const road = segmentOf([...Array.from({ length: 221 }, (_, index): [number, number] => [50, index - 100])])
  expect(boundsOf(outlineOf([road]))).toMatchObject({ west: -100, east: 120 })
})
