import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pictureSize } from './picture-size.ts'

const jpegStart = [0xff, 0xd8]
const comment = (length: number) => [0xff, 0xfe, length >> 8, length & 255, ...Array(length - 2).fill(0xff)]
const frame = (marker: number) => [0xff, marker, 0, 11, 8, 0x0b, 0xb8, 0x0f, 0xa0, 1, 1, 0x11, 0]

it.each([0xc0, 0xc1, 0xc2, 0xc9])('a JPEG has its size in the frame %i, behind other segments', (marker) => {
  const table = [0xff, 0xc4, 0, 4, 1, 2]
  const bytes = [...jpegStart, ...comment(40), ...table, 0xff, ...frame(marker), 1, 2, 3]
  expect(pictureSize(new Uint8Array(bytes))).toEqual({ width: 4000, height: 3000 })
})

it('a part of a larger buffer is read from its own start', () => {
  const bytes = new Uint8Array([1, 2, 3, ...jpegStart, ...frame(0xc0)])
  expect(pictureSize(bytes.subarray(3))).toEqual({ width: 4000, height: 3000 })
})

it('damaged pictures have no size, or any, and never fail', () => {
  const starts = fc.constantFrom(
    jpegStart,
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [...jpegStart, 0xff, 0xff],
  )
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 60 }), (start, rest) => {
      const size = pictureSize(new Uint8Array([...start, ...rest]))
      expect(size === undefined || size.width >= 0).toBe(true)
    }),
  )
  expect(pictureSize(new Uint8Array(jpegStart))).toBeUndefined()
})
