import { describe, expect, it } from 'vitest'
import { withoutJumps } from './base-map.ts'

const coordinatesOf = (ring: number[][]) => withoutJumps([ring]).geometry.coordinates

describe('a coast', () => {
  it('that crosses the date line goes on beyond it', () =>
    expect(
      coordinatesOf([
        [178, 71],
        [-178, 71],
        [-178, 70],
        [178, 70],
        [178, 71],
      ]),
    ).toEqual([
      [
        [178, 71],
        [182, 71],
        [182, 70],
        [178, 70],
        [178, 71],
      ],
    ]))

  it('around the pole is closed there', () =>
    expect(
      coordinatesOf([
        [-90, -70],
        [0, -72],
        [90, -70],
        [180, -75],
        [-90, -70],
      ]),
    ).toEqual([
      [
        [-90, -70],
        [0, -72],
        [90, -70],
        [180, -75],
        [270, -70],
        [270, -90],
        [-90, -90],
        [-90, -70],
      ],
    ]))
})
