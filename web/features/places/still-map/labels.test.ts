import { describe, expect, it } from 'vitest'
import { layOut, type Spot } from './labels.ts'

const room = { width: 480, height: 300, reserved: [] }
const spot = (name: string, x: number, y: number, isDestination = false): Spot => ({
  id: name,
  name,
  kind: 'camp',
  isDestination,
  x,
  y,
})
const town = (name: string, size: number, x: number, y: number) => ({ name, size, x, y })
const namesOf = (all: readonly { name?: string; text?: string }[]) => all.map(({ name, text }) => name ?? text)

describe('what is written on a still map', () => {
  it('is a pin for the destination, and a dot for who is in its way', () => {
    const { pins, dots } = layOut(
      [spot('Trail', 100, 100), spot('Lake', 104, 102, true), spot('Far', 300, 100)],
      [],
      room,
    )
    expect(namesOf(pins)).toEqual(['Far', 'Lake'])
    expect(namesOf(dots)).toEqual(['Trail'])
  })

  it('is a name at either side of a pin, or below it, and shorter where there is less room', () => {
    const anchors = (...spots: Spot[]) => layOut(spots, [], room).names.map(({ text, anchor }) => `${text} ${anchor}`)
    expect(anchors(spot('Lake', 100, 100))).toEqual(['Lake start'])
    expect(anchors(spot('Canisbay', 450, 100))).toEqual(['Canisbay end'])
    expect(anchors(spot('One', 240, 100, true), spot('Two', 205, 100), spot('Three', 275, 100))[0]).toBe('One middle')
    expect(anchors(spot('Canisbay Lake campground', 330, 100), spot('Trail', 130, 100), spot('Mid', 330, 122))[0]).toBe(
      'Canisbay Lake… start',
    )
  })

  it('is no name where there is no room, and never one over another or over what is reserved', () => {
    const crowd = Array.from({ length: 100 }, (_, index) => spot(`Place ${index}`, 200 + (index % 10) * 4, 100))
    expect(layOut(crowd, [], room).names.length).toBeLessThan(5)
    const reserved = [{ left: 0, top: 0, right: 480, bottom: 300 }]
    expect(layOut([spot('Lake', 100, 100)], [], { ...room, reserved }).names).toEqual([])
  })

  it('is the largest town first, and no town over a place', () => {
    const towns = [town('Small', 40, 300, 200), town('Large', 60, 304, 203), town('Under', 70, 105, 95)]
    expect(namesOf(layOut([spot('Lake', 100, 100)], towns, room).towns)).toEqual(['Large'])
  })
})
