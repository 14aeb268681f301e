import { describe, expect, it } from 'vitest'
import * as shape from './scene-shapes.ts'
import { numbersOf } from './trip-scene.ts'

const seeds = Array.from({ length: 100 }, (_, seed) => seed * 977)

describe('the shapes of a picture', () => {
  it.each([
    ['peaks', (random: ReturnType<typeof numbersOf>) => shape.peaks(92, 74, random).rock],
    ['hills', (random: ReturnType<typeof numbersOf>) => shape.hills(100, 22, random)],
    ['mesas', (random: ReturnType<typeof numbersOf>) => shape.mesas(92, 50, random)],
    ['skyline', (random: ReturnType<typeof numbersOf>) => shape.skyline(100, 66, random)],
    ['cloud bank', (random: ReturnType<typeof numbersOf>) => shape.cloudBank(110, 70, random)],
  ])('are areas down to the lower edge, each another: %s', (_, draw) => {
    const paths = seeds.map((seed) => draw(numbersOf(seed)))
    for (const path of paths) {
      expect(path).toMatch(/^M-\d+ \d+[MLHVQTAhvlqta\d .-]+V128H-20z$/)
    }
    expect(new Set(paths).size).toBe(seeds.length)
  })

  it('has as many trees as asked for, from left to right', () => {
    for (const seed of seeds) {
      const starts = [...shape.firs(12, 100, 30, numbersOf(seed)).matchAll(/M(-?\d+) /g)].map(([, x]) => Number(x))
      expect(starts).toHaveLength(12)
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    }
  })
})
